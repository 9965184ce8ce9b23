import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import ece from "http_ece";
import { importJWK, jwtVerify } from "jose";
import { trustedCertificate } from "./certificate.ts";

/** What a browser gives to a page that subscribes. */
export type TestSubscription = {
  endpoint: string;
  /** Base64url, as `PushSubscription.toJSON()` gives them. */
  keys: { p256dh: string; auth: string };
};

export type ReceivedPush = {
  endpoint: string;
  /** What the browser would read: decrypted, without padding. */
  text: string;
  /** Bytes of the encrypted message. */
  size: number;
  ttl: number;
  urgency: string;
  topic: string | null;
  /** The `sub` of its token. */
  contact: string;
};

/** How the service answers: with a status, or not at all. */
type Answer = { status: number; headers?: Record<string, string>; body?: string } | "hang";

type Browser = { pair: ReturnType<typeof createECDH>; auth: Buffer; serverKey: string | null };

const CREATED: Answer = { status: 201 };
const MAX_BYTES = 4_096;
const URGENCIES = new Set(["very-low", "low", "normal", "high"]);
const MONTH_SECONDS = 2_419_200;

/**
 * A push service after RFC 8030 on `https://localhost`, by HTTP/2 and HTTP/1.1, that is as strict as those of browsers:
 * it verifies the VAPID token with `jose`, demands a TTL, takes 4,096 bytes at most, and replaces messages of the same
 * topic that wait. It decrypts with `http_ece`, which has nothing in common with our code.
 * @param delayMs how long after it has taken a message it answers
 */
export async function startPushService({ http2 = true, delayMs = 0 } = {}) {
  const { cert, key } = trustedCertificate();
  const tls = { cert, key };
  const server = http2 ? createSecureServer({ ...tls, allowHTTP1: true }) : createHttps(tls);
  const browsers = new Map<string, Browser>();
  const received: ReceivedPush[] = [];
  const waiting: ReceivedPush[] = [];
  const refusals: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  let sessionCount = 0;
  let hanging = 0;
  let answer: Answer = CREATED;
  server.on("session", (session) => {
    sessionCount += 1;
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("request", (request: Http2ServerRequest, response: Http2ServerResponse) => {
    // A node that is killed breaks its requests.
    response.on("error", () => {});
    const answering = take(request).then(async (result) => {
      if (result === "hang") return void hanging++;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (result.status >= 400) refusals.push(`${result.status} ${result.body ?? ""}`);
      response.writeHead(result.status, result.headers);
      response.end(result.body ?? "");
    });
    answering.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `https://localhost:${port}`;

  async function take(request: Http2ServerRequest): Promise<Answer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (answer === "hang" || answer.status !== 201) return answer;
    const { headers } = request;
    const endpoint = `${origin}${request.url}`;
    const browser = browsers.get(endpoint);
    if (request.method !== "POST") return { status: 405 };
    if (!browser) return { status: 404, body: "no such subscription" };
    const token = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "");
    if (!token) return { status: 401, body: "no VAPID token" };
    const contact = await verify(token[1]!, token[2]!, origin).catch((error: Error) => error);
    if (contact instanceof Error) return { status: 403, body: contact.message };
    if (browser.serverKey !== null && browser.serverKey !== token[2])
      return { status: 403, body: "another server subscribed" };
    const ttl = Number(headers.ttl ?? Number.NaN);
    if (!(ttl >= 0 && ttl <= MONTH_SECONDS)) return { status: 400, body: "no TTL" };
    const urgency = String(headers.urgency ?? "normal");
    if (!URGENCIES.has(urgency)) return { status: 400, body: "no such urgency" };
    const topic = headers.topic === undefined ? null : String(headers.topic);
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return { status: 400, body: "not a topic" };
    if (headers["content-encoding"] !== "aes128gcm") return { status: 415 };
    if (body.length > MAX_BYTES) return { status: 413 };
    const plain = ece.decrypt(body, {
      version: "aes128gcm",
      privateKey: browser.pair,
      authSecret: browser.auth.toString("base64url"),
    });
    const push = {
      ...{ endpoint, text: plain.toString("utf8"), size: body.length },
      ...{ ttl, urgency, topic, contact },
    };
    received.push(push);
    const same = waiting.findIndex(
      (each) => topic !== null && each.endpoint === endpoint && each.topic === topic,
    );
    if (same >= 0) waiting.splice(same, 1);
    waiting.push(push);
    return { status: 201, headers: { location: `${origin}/message/${received.length}`, ttl: String(ttl) } };
  }

  return {
    origin,
    /** As PUSH_HOSTS has it. */
    host: `localhost:${port}`,
    /** All messages that were taken, in order. */
    received,
    /** Those that a browser which was offline would get, after replacing by topic. */
    waiting,
    /** What was refused, with the reason. */
    refusals,
    /** How many messages it has left without an answer. */
    hanging: () => hanging,
    /** How many HTTP/2 sessions were opened. */
    sessionCount: () => sessionCount,
    /** Subscribes a browser; with a key only that server may send to it. */
    subscribe(serverKey: string | null = null): TestSubscription {
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomBytes(12).toString("base64url")}`;
      browsers.set(endpoint, { pair, auth, serverKey });
      return {
        endpoint,
        keys: { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") },
      };
    },
    /** Ends a subscription, as a browser does: what is sent to it is gone. */
    unsubscribe(endpoint: string): void {
      browsers.delete(endpoint);
    },
    /** Lets every request have this answer, or after none again a fitting one. */
    answerWith(next: Answer = CREATED) {
      answer = next;
    },
    /** Breaks all connections, as a network does. */
    breakConnections() {
      for (const session of sessions) session.destroy();
    },
    async close() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Verifies a VAPID token (RFC 8292) as Apple's service does; returns its contact. */
async function verify(token: string, publicKey: string, audience: string): Promise<string> {
  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== 65 || point[0] !== 4) throw new Error("not a key");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), {
    audience,
    algorithms: ["ES256"],
    requiredClaims: ["exp", "sub"],
  });
  if (payload.exp! > Date.now() / 1000 + 24 * 3600) throw new Error("good for too long");
  const sub = payload.sub!;
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(sub)) throw new Error("BadJwtToken");
  return sub;
}

import { type ClientHttp2Session, connect, constants } from "node:http2";
import { MINUTE } from "../../lib/dates/time.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { OutgoingRules } from "../outgoing/destination.ts";
import { dialTls } from "../outgoing/dial.ts";
import { type OutgoingAnswer, sendRequest } from "../outgoing/request.ts";

const IDLE_MS = 5 * MINUTE;
const TIMEOUT_MS = 15_000;
/** More than any answer of a push service that means something. */
const MAX_ANSWER_BYTES = 2_048;
/**
 * Messages at the same time in a session; services permit about as many. With answers after 100 ms one session takes a
 * thousand messages a second.
 */
const FULL = 100;
const MAX_SESSIONS = 3;

/** A session and how many messages wait for their answer in it. */
type OpenSession = { session: ClientHttp2Session; waiting: number };

/**
 * Connections to push services by their origin: one HTTP/2 session each, kept while it is used, and more of them only
 * while all are full. A service that speaks only HTTP/1.1 gets a connection a message.
 */
export class PushSessions {
  readonly #rules: OutgoingRules;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #sessions = new Map<string, OpenSession[]>();
  /** The session that is being opened; null stays for a service without HTTP/2. */
  readonly #opening = new Map<string, Promise<OpenSession | null>>();

  constructor(rules: OutgoingRules, timeoutMs = TIMEOUT_MS, clock = systemClock) {
    this.#clock = clock;
    this.#rules = rules;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Posts a message.
   * @throws OutgoingRefused when the address isn't permitted
   * @throws Error when there is no answer in time
   */
  async post(url: URL, headers: Record<string, string>, body: Uint8Array): Promise<OutgoingAnswer> {
    const picked = await this.#pick(url);
    if (picked) {
      return this.#stream(picked.session, url, headers, body).finally(() => {
        picked.waiting -= 1;
      });
    }
    const limits = { timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    return sendRequest(url, { method: "POST", headers, body }, this.#rules, limits);
  }

  /**
   * The session with the fewest messages, including this one. While another one is being opened, messages go on over
   * the full ones.
   */
  async #pick(url: URL): Promise<OpenSession | null> {
    const open =
      this.#sessions.get(url.origin)?.filter(({ session }) => !session.closed && !session.destroyed) ?? [];
    const freest = open.reduce<OpenSession | null>(
      (a, b) => (a === null || b.waiting < a.waiting ? b : a),
      null,
    );
    const isEnough = freest && (freest.waiting < FULL || open.length >= MAX_SESSIONS);
    const opening = isEnough ? null : (this.#opening.get(url.origin) ?? this.#open(url));
    const picked = freest ?? (await opening);
    if (picked) picked.waiting += 1;
    return picked;
  }

  #open(url: URL): Promise<OpenSession | null> {
    const opening = this.#connect(url);
    this.#opening.set(url.origin, opening);
    const end = () => this.#opening.delete(url.origin);
    opening.then((opened) => opened && end(), end);
    return opening;
  }

  async #connect(url: URL): Promise<OpenSession | null> {
    const protocols = ["h2", "http/1.1"];
    const socket = await dialTls(url, this.#rules, { protocols, timeoutMs: this.#timeoutMs }, this.#clock);
    if (socket.alpnProtocol !== "h2") {
      socket.destroy();
      return null;
    }
    const session = connect(url.origin, { createConnection: () => socket });
    const opened = { session, waiting: 0 };
    const forget = () => this.#forget(url.origin, opened);
    // Requests under way get the error; the next message opens another session.
    session.on("error", forget);
    session.on("goaway", forget);
    session.on("close", forget);
    session.setTimeout(IDLE_MS, () => {
      forget();
      session.close();
    });
    // The process may end while a session is kept.
    session.unref();
    this.#sessions.set(url.origin, [...(this.#sessions.get(url.origin) ?? []), opened]);
    return opened;
  }

  #forget(origin: string, closed: OpenSession): void {
    const others = (this.#sessions.get(origin) ?? []).filter((each) => each !== closed);
    if (others.length > 0) this.#sessions.set(origin, others);
    else this.#sessions.delete(origin);
  }

  #stream(
    session: ClientHttp2Session,
    url: URL,
    headers: Record<string, string>,
    body: Uint8Array,
  ): Promise<OutgoingAnswer> {
    return new Promise((resolve, reject) => {
      const stream = session.request({
        ...headers,
        [constants.HTTP2_HEADER_METHOD]: "POST",
        [constants.HTTP2_HEADER_PATH]: `${url.pathname}${url.search}`,
        [constants.HTTP2_HEADER_AUTHORITY]: url.host,
        "content-length": String(body.byteLength),
      });
      const cancel = this.#clock.after(this.#timeoutMs, () => {
        // Half-open connections end here: the next message opens a new one.
        session.destroy();
        reject(new Error(`No answer within ${this.#timeoutMs} ms`));
      });
      const chunks: Buffer[] = [];
      let length = 0;
      let answer: Omit<OutgoingAnswer, "body"> = { status: 0, headers: {} };
      stream.once("response", ({ ":status": status = 0, ...fields }) => {
        answer = { status, headers: fields as OutgoingAnswer["headers"] };
      });
      stream.on("data", (chunk: Buffer) => {
        if (length < MAX_ANSWER_BYTES) chunks.push(chunk);
        length += chunk.byteLength;
        // An endless answer ends when its beginning is known.
        if (length > 16 * MAX_ANSWER_BYTES) stream.close(constants.NGHTTP2_CANCEL);
      });
      stream.once("error", (error) => {
        cancel();
        reject(error);
      });
      stream.once("close", () => {
        cancel();
        if (answer.status === 0) reject(new Error("The connection ended without an answer"));
        else resolve({ ...answer, body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES) });
      });
      stream.end(body);
    });
  }

  /** Ends all sessions; requests under way are given up. */
  async close(): Promise<void> {
    const open = [...this.#sessions.values()].flat();
    const opening = await Promise.all([...this.#opening.values()].map((each) => each.catch(() => null)));
    this.#sessions.clear();
    for (const each of [...open, ...opening]) each?.session.destroy();
  }
}

import { type ClientHttp2Session, connect, constants } from "node:http2";
import { MINUTE } from "../../lib/time.ts";
import type { OutgoingRules } from "../outgoing/destination.ts";
import { dialTls } from "../outgoing/dial.ts";
import { type OutgoingAnswer, sendRequest } from "../outgoing/request.ts";

const IDLE_MS = 5 * MINUTE;
const TIMEOUT_MS = 15_000;
/** More than any answer of a push service that means something. */
const MAX_ANSWER_BYTES = 2_048;

/**
 * Connections to push services by their origin: one HTTP/2 session each, kept while it is used. A service that speaks
 * only HTTP/1.1 gets a connection a message.
 */
export class PushSessions {
  readonly #rules: OutgoingRules;
  readonly #timeoutMs: number;
  /** Null for a service without HTTP/2. */
  readonly #open = new Map<string, Promise<ClientHttp2Session | null>>();

  constructor(rules: OutgoingRules, timeoutMs = TIMEOUT_MS) {
    this.#rules = rules;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Posts a message.
   * @throws OutgoingRefused when the address isn't permitted
   * @throws Error when there is no answer in time
   */
  async post(url: URL, headers: Record<string, string>, body: Uint8Array): Promise<OutgoingAnswer> {
    const session = await this.#session(url);
    if (session) return this.#stream(session, url, headers, body);
    const limits = { timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    return sendRequest(url, { method: "POST", headers, body }, this.#rules, limits);
  }

  async #session(url: URL): Promise<ClientHttp2Session | null> {
    const kept = this.#open.get(url.origin);
    if (kept) {
      const session = await kept;
      if (session === null || !(session.closed || session.destroyed)) return session;
    }
    const opening = this.#connect(url);
    this.#open.set(url.origin, opening);
    opening.catch(() => this.#forget(url.origin, opening));
    return opening;
  }

  async #connect(url: URL): Promise<ClientHttp2Session | null> {
    const protocols = ["h2", "http/1.1"];
    const socket = await dialTls(url, this.#rules, { protocols, timeoutMs: this.#timeoutMs });
    if (socket.alpnProtocol !== "h2") {
      socket.destroy();
      return null;
    }
    const session = connect(url.origin, { createConnection: () => socket });
    const forget = () => this.#forget(url.origin);
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
    return session;
  }

  #forget(origin: string, only?: Promise<unknown>): void {
    if (only === undefined || this.#open.get(origin) === only) this.#open.delete(origin);
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
      const timer = setTimeout(() => {
        // Half-open connections end here: the next message opens a new one.
        session.destroy();
        reject(new Error(`No answer within ${this.#timeoutMs} ms`));
      }, this.#timeoutMs);
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
        clearTimeout(timer);
        reject(error);
      });
      stream.once("close", () => {
        clearTimeout(timer);
        if (answer.status === 0) reject(new Error("The connection ended without an answer"));
        else resolve({ ...answer, body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES) });
      });
      stream.end(body);
    });
  }

  /** Ends all sessions; requests under way are given up. */
  async close(): Promise<void> {
    const sessions = [...this.#open.values()];
    this.#open.clear();
    for (const opening of sessions) (await opening.catch(() => null))?.destroy();
  }
}

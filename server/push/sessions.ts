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
 * Messages at the same time in a session; services permit about as many. With answers after 100 ms one session takes a
 * thousand messages a second.
 */
const FULL = 100;
const MAX_SESSIONS = 3;

/** A session and how many messages wait for their answer in it. */
type Line = { session: ClientHttp2Session; waiting: number };

/**
 * Connections to push services by their origin: one HTTP/2 session each, kept while it is used, and more of them only
 * while all are full. A service that speaks only HTTP/1.1 gets a connection a message.
 */
export class PushSessions {
  readonly #rules: OutgoingRules;
  readonly #timeoutMs: number;
  readonly #lines = new Map<string, Line[]>();
  /** The session that is being opened; null stays for a service without HTTP/2. */
  readonly #opening = new Map<string, Promise<Line | null>>();

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
    const line = await this.#enter(url);
    if (line) {
      return this.#stream(line.session, url, headers, body).finally(() => {
        line.waiting -= 1;
      });
    }
    const limits = { timeoutMs: this.#timeoutMs, maxBytes: MAX_ANSWER_BYTES };
    return sendRequest(url, { method: "POST", headers, body }, this.#rules, limits);
  }

  /**
   * The session with the fewest messages, in which this one is counted. While another one is being opened, messages go on
   * over the full ones.
   */
  async #enter(url: URL): Promise<Line | null> {
    const lines =
      this.#lines.get(url.origin)?.filter(({ session }) => !session.closed && !session.destroyed) ?? [];
    const freest = lines.reduce<Line | null>((a, b) => (a === null || b.waiting < a.waiting ? b : a), null);
    const isEnough = freest && (freest.waiting < FULL || lines.length >= MAX_SESSIONS);
    const opening = isEnough ? null : (this.#opening.get(url.origin) ?? this.#open(url));
    const line = freest ?? (await opening);
    if (line) line.waiting += 1;
    return line;
  }

  #open(url: URL): Promise<Line | null> {
    const opening = this.#connect(url);
    this.#opening.set(url.origin, opening);
    const end = () => this.#opening.delete(url.origin);
    opening.then((line) => line && end(), end);
    return opening;
  }

  async #connect(url: URL): Promise<Line | null> {
    const protocols = ["h2", "http/1.1"];
    const socket = await dialTls(url, this.#rules, { protocols, timeoutMs: this.#timeoutMs });
    if (socket.alpnProtocol !== "h2") {
      socket.destroy();
      return null;
    }
    const session = connect(url.origin, { createConnection: () => socket });
    const line = { session, waiting: 0 };
    const forget = () => this.#forget(url.origin, line);
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
    this.#lines.set(url.origin, [...(this.#lines.get(url.origin) ?? []), line]);
    return line;
  }

  #forget(origin: string, line: Line): void {
    const others = (this.#lines.get(origin) ?? []).filter((each) => each !== line);
    if (others.length > 0) this.#lines.set(origin, others);
    else this.#lines.delete(origin);
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
    const lines = [...this.#lines.values()].flat();
    const opening = await Promise.all([...this.#opening.values()].map((each) => each.catch(() => null)));
    this.#lines.clear();
    for (const line of [...lines, ...opening]) line?.session.destroy();
  }
}

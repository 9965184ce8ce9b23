import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { decodeTimestamp } from "../../server/sync/protocol.ts";

type Version = { querySet: number; ts: string; identity: number };
type Modification = {
  type: string;
  queryId: number;
  value?: unknown;
  errorMessage?: string;
  errorData?: unknown;
};
// biome-ignore lint/suspicious/noExplicitAny: messages of the wire, judged by the tests
export type Message = Record<string, any> & { type: string };

/** The view of a client that applies each transition: a value or an error per query. */
export type View = ReadonlyMap<number, unknown>;

/**
 * A client that speaks the sync protocol directly, for what the real clients don't show: it keeps every message. It
 * applies transitions as the client does and records each violation of the protocol in `violations`.
 */
export class RawClient {
  readonly ws: WebSocket;
  readonly sessionId: string;
  readonly messages: Message[] = [];
  readonly transitions: Message[] = [];
  readonly violations: string[] = [];
  readonly values = new Map<number, unknown>();
  version: Version = { querySet: 0, ts: "AAAAAAAAAAA=", identity: 0 };
  /** Called after each transition with the whole view. */
  onView: (view: View, transition: Message) => void = () => {};
  #identity = 0;
  #querySet = 0;
  #requests = 0;
  /** Of calls by `settle`, beyond those of mutations. */
  #settling = 1_000_000_000;
  #chunks: string[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(url: string, { sessionId = randomUUID() as string } = {}) {
    this.sessionId = sessionId;
    this.ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, { perMessageDeflate: false });
    this.ws.on("message", (data) => this.#receive(JSON.parse(data.toString())));
    this.ws.on("error", () => {});
    this.ws.on("close", () => this.#wake());
  }

  /** Connects, sends Connect and signs in. */
  static async open(
    url: string,
    options: { token?: string | null; sessionId?: string; maxObservedTimestamp?: string } = {},
  ): Promise<RawClient> {
    const client = new RawClient(url, options.sessionId ? { sessionId: options.sessionId } : {});
    await once(client.ws, "open");
    client.sendConnect(options.maxObservedTimestamp);
    if (options.token) client.authenticate(options.token);
    return client;
  }

  get closed(): boolean {
    return this.ws.readyState === WebSocket.CLOSED;
  }

  get ts(): bigint {
    return decodeTimestamp(this.version.ts)!;
  }

  sendConnect(maxObservedTimestamp?: string): void {
    this.send({ type: "Connect", sessionId: this.sessionId, connectionCount: 0, maxObservedTimestamp });
  }

  authenticate(token: string | null): void {
    const value = token === null ? { tokenType: "None" } : { tokenType: "User", value: token };
    this.send({ type: "Authenticate", ...value, baseVersion: this.#identity++ });
  }

  /** Subscribes in one message; each query's id is its index among all that were ever added. */
  add(...queries: { queryId: number; udfPath: string; args: object; journal?: string }[]): void {
    this.modify(queries.map((query) => ({ type: "Add", ...query, args: [query.args] })));
  }

  modify(modifications: object[]): void {
    const baseVersion = this.#querySet++;
    this.send({ type: "ModifyQuerySet", baseVersion, newVersion: this.#querySet, modifications });
  }

  mutate(udfPath: string, args: object, requestId = this.#requests++): number {
    this.send({ type: "Mutation", requestId, udfPath, args: [args] });
    return requestId;
  }

  /** Sends a mutation and resolves with its response. */
  async call(udfPath: string, args: object, requestId?: number): Promise<Message> {
    const id = this.mutate(udfPath, args, requestId);
    const before = this.messages.length;
    return this.until(() => this.messages.slice(before).find((each) => each.requestId === id));
  }

  send(message: object): void {
    this.ws.send(JSON.stringify(message));
  }

  /**
   * Resolves once the server has handled all messages before, and what it had sent by then has come: its answer goes the
   * same way.
   */
  async settle(): Promise<void> {
    const requestId = this.#settling++;
    this.send({ type: "Action", requestId, udfPath: "none:none", args: [{}] });
    await this.until(() => this.messages.some((each) => each.requestId === requestId));
  }

  /** Resolves once `look` returns something; rejects when the connection closes or the time is up. */
  async until<T>(look: () => T | undefined | false | null, withinMs = 30_000): Promise<T> {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, withinMs);
    try {
      for (;;) {
        const found = look();
        if (found) return found;
        if (isLate || this.closed) {
          throw new Error(
            `${this.closed ? "closed" : "nothing came"}: ${JSON.stringify(this.messages.slice(-3))}`,
          );
        }
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
    } finally {
      clearTimeout(limit);
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    const closed = once(this.ws, "close");
    this.ws.terminate();
    await closed;
  }

  #receive(message: Message): void {
    this.messages.push(message);
    if (message.type === "TransitionChunk") {
      if (message.partNumber !== this.#chunks.length) this.violations.push("chunks out of order");
      this.#chunks.push(message.chunk);
      if (this.#chunks.length === message.totalParts) {
        const whole = JSON.parse(this.#chunks.join(""));
        this.#chunks = [];
        this.#apply(whole);
      }
    } else if (message.type === "Transition") {
      if (this.#chunks.length > 0) this.violations.push("a transition between chunks");
      this.#apply(message);
    }
    this.#wake();
  }

  #apply(transition: Message): void {
    const { startVersion, endVersion } = transition as unknown as {
      startVersion: Version;
      endVersion: Version;
    };
    if (JSON.stringify(startVersion) !== JSON.stringify(this.version)) {
      this.violations.push(`starts at ${JSON.stringify(startVersion)}, not ${JSON.stringify(this.version)}`);
    }
    if (decodeTimestamp(endVersion.ts)! < this.ts) this.violations.push(`ts fell to ${endVersion.ts}`);
    if (endVersion.querySet < this.version.querySet) this.violations.push("the query set fell");
    if (endVersion.identity < this.version.identity) this.violations.push("the identity fell");
    this.version = endVersion;
    for (const change of transition.modifications as Modification[]) {
      if (change.type === "QueryUpdated") this.values.set(change.queryId, change.value);
      else if (change.type === "QueryFailed") this.values.set(change.queryId, { error: change.errorData });
      else this.values.delete(change.queryId);
    }
    this.transitions.push(transition);
    this.onView(this.values, transition);
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

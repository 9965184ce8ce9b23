import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Logger } from "pino";

const CHANNEL = "carediary_commits";
const COALESCE_MS = 5;
const RETRY_MS = 1000;

/**
 * Tells other nodes of commits and hears of theirs, over one database session. A hint is only a hint: the change
 * log is the truth, and each node looks at it every second anyway. Hints are sent after the commit, never in it,
 * because NOTIFY makes transactions queue for one lock of the whole cluster.
 */
export class CommitHints {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #heard: (ts: bigint) => void;
  readonly #nodeId = randomUUID();
  #client: pg.Client | null = null;
  #pending: bigint | null = null;
  #timer: NodeJS.Timeout | null = null;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: { connectionString: string; log: Logger; heard: (ts: bigint) => void }) {
    this.#connectionString = parts.connectionString;
    this.#log = parts.log;
    this.#heard = parts.heard;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: "carediary hints",
      keepAlive: true,
    });
    client.on("error", () => this.#lost(client));
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ payload }) => {
      const [nodeId, ts] = (payload ?? "").split(" ");
      if (nodeId !== this.#nodeId && /^\d+$/.test(ts ?? "")) this.#heard(BigInt(ts!));
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.#client = client;
    // Whatever was committed while nobody listened.
    this.#heard(0n);
  }

  /** Tells the others of a commit, at most once in 5 ms: a later timestamp stands for the earlier ones. */
  announce(ts: bigint): void {
    if (this.#pending === null || ts > this.#pending) this.#pending = ts;
    this.#timer ??= setTimeout(() => this.#send(), COALESCE_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#pending !== null) this.#send();
    await this.#client?.end().catch(() => {});
  }

  #send(): void {
    this.#timer = null;
    const ts = this.#pending;
    this.#pending = null;
    if (ts === null || !this.#client) return;
    this.#client.query("select pg_notify($1, $2)", [CHANNEL, `${this.#nodeId} ${ts}`]).catch((error) => {
      this.#log.debug({ err: error }, "a hint was not sent");
    });
  }

  #lost(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    client.removeAllListeners("end");
    if (this.#stopped || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.start().catch(() => this.#lost(client));
    }, RETRY_MS);
  }
}

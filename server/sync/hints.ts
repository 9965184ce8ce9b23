import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Logger } from "pino";
import type { Cancel, Clock } from "../clock.ts";
import { KEEP_ALIVE } from "../db/database.ts";

const CHANNEL = "carediary_commits";
const APPLICATION = "carediary hints";
const COUNT_LISTENERS = "select count(*)::int as listeners from pg_stat_activity where application_name = $1";
const COALESCE_MS = 5;
const RETRY_MS = 1000;

/**
 * Notifies other nodes of commits and listens for theirs (NOTIFY and LISTEN), over one database session.
 * Notifications only save time: the change log is authoritative, and each node reads it every second anyway. They are
 * sent after the commit, never in its transaction, because NOTIFY in a transaction takes one lock of the whole
 * cluster.
 */
export class CommitHints {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #onHint: (ts: bigint) => void;
  readonly #nodeId = randomUUID();
  #client: pg.Client | null = null;
  #pending: bigint | null = null;
  #sending = false;
  #hasListeners = true;
  readonly #clock: Clock;
  #sendLater: Cancel | null = null;
  #cancelRetry: Cancel | null = null;
  #stopped = false;

  constructor(parts: { connectionString: string; log: Logger; onHint: (ts: bigint) => void; clock: Clock }) {
    this.#clock = parts.clock;
    this.#connectionString = parts.connectionString;
    this.#log = parts.log;
    this.#onHint = parts.onHint;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: APPLICATION,
      ...KEEP_ALIVE,
    });
    client.on("error", () => this.#onDisconnect(client));
    client.on("end", () => this.#onDisconnect(client));
    client.on("notification", ({ payload }) => {
      const [nodeId, ts] = (payload ?? "").split(" ");
      if (nodeId === this.#nodeId || !/^\d+$/.test(ts ?? "")) return;
      this.#hasListeners = true;
      this.#onHint(BigInt(ts!));
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // The others notify again, if this is the second node.
    await client.query("select pg_notify($1, $2)", [CHANNEL, `${this.#nodeId} 0`]);
    this.#client = client;
    this.#hasListeners = true;
    // Commits during the time without a listener.
    this.#onHint(0n);
  }

  /** Notifies the others of a commit, at most once in 5 ms: a later timestamp covers the earlier ones. */
  announce(ts: bigint): void {
    if (!this.#hasListeners) return;
    if (this.#pending === null || ts > this.#pending) this.#pending = ts;
    this.#sendLater ??= this.#clock.after(COALESCE_MS, () => this.#send());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#sendLater?.();
    if (this.#pending !== null) await this.#send();
    await this.#client?.end().catch(() => {});
  }

  /** Checks whether other nodes listen at all; a node announces itself when it starts. */
  async countListeners(): Promise<void> {
    if (!this.#client || this.#sending) return;
    try {
      const { rows } = await this.#exclusively((client) => client.query(COUNT_LISTENERS, [APPLICATION]));
      this.#hasListeners = rows[0].listeners > 1;
    } catch (error) {
      this.#log.debug({ err: error }, "other nodes were not counted");
    }
  }

  async #send(): Promise<void> {
    this.#sendLater = null;
    const ts = this.#pending;
    if (ts === null || !this.#client || this.#sending) return;
    this.#pending = null;
    try {
      await this.#exclusively((client) =>
        client.query("select pg_notify($1, $2)", [CHANNEL, `${this.#nodeId} ${ts}`]),
      );
    } catch (error) {
      this.#log.debug({ err: error }, "a hint was not sent");
    }
  }

  /** Runs one statement at a time on the session; notifications that arrive meanwhile are sent after it. */
  async #exclusively<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    this.#sending = true;
    try {
      return await work(this.#client!);
    } finally {
      this.#sending = false;
      if (this.#pending !== null && !this.#stopped)
        this.#sendLater ??= this.#clock.after(COALESCE_MS, () => this.#send());
    }
  }

  #onDisconnect(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    client.removeAllListeners("end");
    if (this.#stopped || this.#cancelRetry) return;
    this.#cancelRetry = this.#clock.after(RETRY_MS, () => {
      this.#cancelRetry = null;
      this.start().catch(() => this.#onDisconnect(client));
    });
  }
}

import type { Pool } from "pg";

/**
 * Commit timestamps as this node knows them. They come from the database's sequence after a commit, so a
 * snapshot that starts once a value is known here contains every commit of that value or a smaller one,
 * whichever node made it.
 */
export class CommitClock {
  #known = 1n;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The newest commit timestamp known; take it before a snapshot starts. */
  get known(): bigint {
    return this.#known;
  }

  /** Learns of a commit, its own or another node's. */
  observe(ts: bigint): void {
    if (ts > this.#known) this.#known = ts;
  }

  /** Reads the newest timestamp that any node has handed out. */
  async catchUp(): Promise<bigint> {
    const { rows } = await this.#pool.query("select last_value::text as ts from sync_ts");
    this.observe(BigInt(rows[0].ts));
    return this.#known;
  }
}

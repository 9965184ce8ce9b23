import type { Pool } from "pg";

const MOVE_LOCK = 7_301_070;
const RESERVE = 1000;

/**
 * The newest commit timestamp that this node knows. Timestamps come from the database's sequence after a commit, so a
 * snapshot that starts once a value is known here contains every commit of that value or a smaller one, of any node.
 */
export class CommitClock {
  #known = 1n;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The newest known commit timestamp; read it before a snapshot starts. */
  get known(): bigint {
    return this.#known;
  }

  /** Observes a commit of this or another node. */
  observe(ts: bigint): void {
    if (ts > this.#known) this.#known = ts;
  }

  /**
   * The timestamp of a commit, given the newest one known before it. A smaller `handedOut` means that the sequence went
   * back, which happens when a lagging replica takes over; then the sequence is moved on.
   */
  async timestampOfCommit(handedOut: bigint, knownBefore: bigint): Promise<bigint> {
    if (handedOut > knownBefore) return handedOut;
    await this.advanceSequence();
    const { rows } = await this.#pool.query("select nextval('sync_ts')::text as ts");
    return BigInt(rows[0].ts);
  }

  /** Moves the sequence past every timestamp that this node has sent to clients, in case it lies behind. */
  async advanceSequence(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      // One node at a time, or the smaller move could undo the larger one. The reserve covers values that are handed
      // out between the read and the move.
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock($1)", [MOVE_LOCK]);
      await client.query(
        "select setval('sync_ts', $1::bigint + $2) from sync_ts where last_value < $1::bigint",
        [this.#known, RESERVE],
      );
      await client.query("commit");
      client.release();
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** Reads the newest timestamp that any node has taken from the sequence. */
  async readNewest(): Promise<bigint> {
    const { rows } = await this.#pool.query("select last_value::text as ts from sync_ts");
    this.observe(BigInt(rows[0].ts));
    return this.#known;
  }
}

import type { Pool } from "pg";

const MOVE_LOCK = 7_301_070;
const RESERVE = 1000;

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

  /**
   * The timestamp of a commit, given the newest one that was known before it. A smaller one says that the sequence went
   * back, which happens when a copy of the database takes over that lags behind; then it is moved on.
   */
  async ofCommit(handedOut: bigint, knownBefore: bigint): Promise<bigint> {
    if (handedOut > knownBefore) return handedOut;
    await this.moveOn();
    const { rows } = await this.#pool.query("select nextval('sync_ts')::text as ts");
    return BigInt(rows[0].ts);
  }

  /** Moves the sequence past all that this node has told its clients, should it lie behind. */
  async moveOn(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      // One node after the other, or the smaller move could undo the larger one. The reserve is for values that are
      // handed out between the question and the move.
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

  /** Reads the newest timestamp that any node has handed out. */
  async catchUp(): Promise<bigint> {
    const { rows } = await this.#pool.query("select last_value::text as ts from sync_ts");
    this.observe(BigInt(rows[0].ts));
    return this.#known;
  }
}

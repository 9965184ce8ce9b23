import { type RawBuilder, sql } from "kysely";
import type { PoolClient, QueryResult } from "pg";
import type { Clock } from "../clock.ts";
import { runPipelined } from "../db/pipelined.ts";

/** The identity of a snapshot, as PostgreSQL writes it (`pg_snapshot`). */
export type SnapshotId = string;

const SNAPSHOT_ID = /^\d+:\d+:[\d,]*$/;
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * A snapshot and the PostgreSQL server that it is of: after a failover, ids of the previous server are meaningless.
 */
export type Snapshot = { id: SnapshotId; server: string };

/**
 * Keeps for the session up to when nothing can be added any more (epoch ms): asked before the snapshot is taken, so that
 * the snapshot has everything up to there. Functions read it with {@link settledUntil}.
 */
const NOTE_SETTLED = `select set_config('carediary.settled_until',
  floor(extract(epoch from settled_until()) * 1000)::bigint::text, false)`;

/** The time (epoch ms) up to which a snapshot is complete: nothing will be recorded for an earlier time. */
export const settledUntil: RawBuilder<number> = sql<number>`coalesce(
  nullif(current_setting('carediary.settled_until', true), '')::bigint,
  floor(extract(epoch from settled_until()) * 1000)::bigint)`;

/** How long a settled time is reused, ms: it lies a second back anyway. */
const ASKED_EVERY_MS = 1_000;

/**
 * When everything was last known to be settled. Asking takes PostgreSQL as long as reading a list does, and an earlier answer
 * holds for every later snapshot.
 */
export class SettledTime {
  readonly #time: Pick<Clock, "elapsed">;
  #known: { until: string; askedAt: number } | null = null;

  constructor(time: Pick<Clock, "elapsed">) {
    this.#time = time;
  }

  /** The last answer (epoch ms), while it is new enough. */
  get recent(): string | null {
    const known = this.#known;
    return known && this.#time.elapsed() - known.askedAt < ASKED_EVERY_MS ? known.until : null;
  }

  keep(until: string): void {
    this.#known = { until, askedAt: this.#time.elapsed() };
  }
}

/**
 * Begins a read-only transaction on one snapshot and returns the scopes that have changed since the snapshot `since`;
 * null when that can't be known, because changes were deleted from the log meanwhile or `since` is of another server.
 * Exact for any order and time of the commits: a change counts when this snapshot sees its transaction and the previous
 * one didn't. One round trip; no clocks are compared.
 */
export async function beginSnapshot(
  client: PoolClient,
  since: Snapshot | null,
  settled?: SettledTime,
): Promise<Snapshot & { changed: string[] | null }> {
  if (since && !SNAPSHOT_ID.test(since.id)) throw new Error(`Not a snapshot id: ${since.id}`);
  const changes = since
    ? `array(select distinct scope from sync_log
         where xid >= pg_snapshot_xmin('${since.id}'::pg_snapshot)
           and not pg_visible_in_snapshot(xid, '${since.id}'::pg_snapshot))`
    : "'{}'::text[]";
  const reachesBack = since
    ? `(select dropped_below <= pg_snapshot_xmin('${since.id}'::pg_snapshot) from sync_horizon)`
    : "false";
  const recent = settled?.recent ?? null;
  const [asked, results] = await runPipelined(
    recent === null ? client.query<{ set_config: string }>(NOTE_SETTLED) : null,
    client.query(
      `begin isolation level repeatable read read only;
       set local statement_timeout = ${STATEMENT_TIMEOUT_MS};
       ${recent === null ? "" : `set local carediary.settled_until = '${BigInt(recent)}';`}
       select pg_current_snapshot()::text as id, extract(epoch from pg_postmaster_start_time())::text as server,
              ${changes} as changed, ${reachesBack} as reaches_back`,
    ) as unknown as Promise<QueryResult[]>,
  );
  if (asked) settled?.keep(asked.rows[0]!.set_config);
  const { id, server, changed, reaches_back } = results.at(-1)!.rows[0];
  return { id, server, changed: reaches_back && server === since?.server ? changed : null };
}

/**
 * Deletes changes that running nodes have handled; a node that was stopped for longer notices and marks everything as
 * stale.
 */
export async function deleteChangesBefore(client: Pick<PoolClient, "query">, id: SnapshotId): Promise<void> {
  await client.query(
    `with noted as (
       update sync_horizon set dropped_below = greatest(dropped_below, pg_snapshot_xmin($1::pg_snapshot)))
     delete from sync_log where xid < pg_snapshot_xmin($1::pg_snapshot)`,
    [id],
  );
}

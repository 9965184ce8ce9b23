import type { PoolClient, QueryResult } from "pg";

/** What a node has seen of the database: the identity of a snapshot, as PostgreSQL writes it. */
export type SnapshotId = string;

const SNAPSHOT_ID = /^\d+:\d+:[\d,]*$/;
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Begins a read-only transaction on one snapshot and tells which scopes have changed since the snapshot
 * `since`. Exact, whatever the order of commits: a change counts when this snapshot sees its transaction and
 * the former one didn't. One round trip.
 */
export async function beginSnapshot(
  client: PoolClient,
  since: SnapshotId | null,
): Promise<{ id: SnapshotId; changed: string[] }> {
  if (since !== null && !SNAPSHOT_ID.test(since)) throw new Error(`Not a snapshot id: ${since}`);
  const changes = since
    ? `array(select distinct scope from sync_log
         where xid >= pg_snapshot_xmin('${since}'::pg_snapshot)
           and not pg_visible_in_snapshot(xid, '${since}'::pg_snapshot))`
    : "'{}'::text[]";
  const results = (await client.query(
    `begin isolation level repeatable read read only;
     set local statement_timeout = ${STATEMENT_TIMEOUT_MS};
     select pg_current_snapshot()::text as id, ${changes} as changed`,
  )) as unknown as QueryResult[];
  const row = results.at(-1)!.rows[0] as { id: string; changed: string[] };
  return row;
}

/** Forgets changes that every running node has passed; a node that slept longer starts afresh. */
export async function forgetChangesBefore(client: Pick<PoolClient, "query">, id: SnapshotId): Promise<void> {
  await client.query("delete from sync_log where xid < pg_snapshot_xmin($1::pg_snapshot)", [id]);
}

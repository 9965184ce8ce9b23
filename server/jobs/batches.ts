import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/database.ts";

/** Small enough that no request waits for the locks of a batch. */
export const BATCH = 2_000;

/**
 * Deletes rows in batches, each in a transaction of its own, until none is left; returns how many. `table`, `key` and
 * `where` are SQL of our own; `where` has to be found by an index, in the order `by`.
 */
export async function deleteInBatches(
  db: Kysely<Tables>,
  { table, key, where, by }: { table: string; key: string; where: RawBuilder<unknown>; by: string },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.raw(table)} where ${sql.raw(key)} in (
        select ${sql.raw(key)} from ${sql.raw(table)} where ${where}
         order by ${sql.raw(by)} limit ${sql.lit(BATCH)} for update skip locked)`.execute(db);
    const count = Number(numAffectedRows ?? 0);
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

import { type Kysely, sql } from "kysely";
import type { Tables } from "./database.ts";

/**
 * Serialises transactions by an id: of two concurrent ones, one is retried and sees the other's writes, so later counts
 * are exact. Call it after all slow work of the transaction.
 */
export async function serializeTransactions(
  db: Kysely<Tables>,
  table: "invitation_turns" | "upload_turns" | "medication_turns" | "dose_turns" | "handover_turns",
  id: string,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ of_id: id })
    .onConflict((conflict) =>
      conflict.column("of_id").doUpdateSet({ taken: sql<number>`${sql.ref(`${table}.taken`)} + 1` }),
    )
    .execute();
}

import { type Kysely, sql } from "kysely";
import type { Tables } from "./database.ts";

/**
 * Of two transactions that take the turn of one id, one starts again and sees what the other has written: what is
 * counted after it is exact. It has to come after all that takes long.
 */
export async function serializeBy(
  db: Kysely<Tables>,
  table: "invitation_turns" | "upload_turns",
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

import { type Kysely, sql } from "kysely";
import { seesComment, seesItem } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { selectComments } from "../../notebooks/server/public.ts";
import type { NotesAccess } from "../../notes/server/public.ts";

/** How many comments the reader sees that were written since a moment, on all they see. */
export async function countComments(db: Kysely<Tables>, access: NotesAccess, from: Date): Promise<number> {
  const { count } = await selectComments(db)
    .where("c.diary_id", "=", access.diaryId)
    .where(sql<boolean>`c.created_at >= ${from}`)
    .where(seesComment("c", access))
    .where(seesItem("n", access))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

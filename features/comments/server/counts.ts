import { type Kysely, sql } from "kysely";
import { seesComment, seesItem } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { NotesAccess } from "../../notes/server/public.ts";

/** How many comments the reader sees that were written since a moment, on all they see. */
export async function countComments(db: Kysely<Tables>, access: NotesAccess, from: Date): Promise<number> {
  const { count } = await db
    .selectFrom("comments as c")
    .leftJoin("tasks as t", (join) =>
      join.onRef("t.id", "=", "c.task_id").on("t.diary_id", "=", access.diaryId),
    )
    .leftJoin("diary_programs as g", (join) =>
      join.onRef("g.id", "=", "c.diary_program_id").on("g.diary_id", "=", access.diaryId),
    )
    .leftJoin("notes as n", (join) =>
      join
        .on(sql<boolean>`n.id = coalesce(c.note_id, t.note_id, g.note_id)`)
        .on("n.diary_id", "=", access.diaryId),
    )
    .where("c.diary_id", "=", access.diaryId)
    .where(sql<boolean>`c.created_at >= ${from}`)
    .where(seesComment("c", access))
    .where(seesItem("n", access))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

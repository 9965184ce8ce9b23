import type { ExpressionBuilder } from "kysely";
import { type RowReader, seesComment, seesItem, seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { selectComments } from "./comment_rows.ts";

/** A notebook's query, which has the alias `d`. */
type OfNotebook = ExpressionBuilder<Tables & { d: Tables["diaries"] }, "d">;

/** How many members a notebook has, and when the newest joined. */
export const countMembers = (eb: OfNotebook) =>
  eb
    .selectFrom("members as m")
    .whereRef("m.diary_id", "=", "d.id")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("m.joined_at").as("newest")]);

/** How many notes of a notebook the reader sees, and when the newest changed. */
export const countNotes = (eb: OfNotebook, reader: RowReader) =>
  eb
    .selectFrom("notes as n")
    .whereRef("n.diary_id", "=", "d.id")
    .where(seesNote("n", reader))
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("n.updated_at").as("newest")]);

/** The columns of both, joined as `team` and `written`. */
export const COUNTS = [
  "team.count as member_count",
  "team.newest as newest_member",
  "written.count as note_count",
  "written.newest as newest_note",
] as const;

/**
 * When a notebook's (alias `d`) content last changed, as far as the reader sees it, one column per kind. Each table has
 * its own alias, so that dependency tracking distinguishes the rows of notebooks.
 */
export function getNewestChanges(eb: OfNotebook, reader: RowReader) {
  return [
    selectComments(eb, "r")
      .whereRef("rc.diary_id", "=", "d.id")
      .where(seesComment("rc", reader))
      .where(seesItem("rn", reader, "rt"))
      .select("rc.updated_at")
      .orderBy("rc.updated_at", "desc")
      .limit(1)
      .as("newest_comment"),
    eb
      .selectFrom("attachments as a")
      .innerJoin("notes as an", (join) =>
        join.onRef("an.diary_id", "=", "a.diary_id").onRef("an.id", "=", "a.note_id"),
      )
      .whereRef("a.diary_id", "=", "d.id")
      .where(seesNote("an", reader))
      .select("a.created_at")
      .orderBy("a.created_at", "desc")
      .limit(1)
      .as("newest_attachment"),
    eb
      .selectFrom("tasks as t")
      .leftJoin("notes as tn", (join) =>
        join.onRef("tn.diary_id", "=", "t.diary_id").onRef("tn.id", "=", "t.note_id"),
      )
      .whereRef("t.diary_id", "=", "d.id")
      .where(seesItem("tn", reader, "t"))
      .select("t.updated_at")
      .orderBy("t.updated_at", "desc")
      .limit(1)
      .as("newest_task"),
    eb
      .selectFrom("diary_programs as g")
      .leftJoin("notes as gn", (join) =>
        join.onRef("gn.diary_id", "=", "g.diary_id").onRef("gn.id", "=", "g.note_id"),
      )
      .whereRef("g.diary_id", "=", "d.id")
      .where(seesItem("gn", reader))
      .select(({ fn }) => fn.max("g.activated_at").as("newest"))
      .as("newest_program"),
  ] as const;
}

type Newest = Record<
  "newest_member" | "newest_note" | "newest_comment" | "newest_attachment" | "newest_task" | "newest_program",
  number | null
>;

/** The latest change of a notebook or anything in it that the reader sees, epoch ms. */
export const getNewestChange = (row: Newest & { updated_at: number }): number =>
  Math.max(
    row.updated_at,
    row.newest_member ?? 0,
    row.newest_note ?? 0,
    row.newest_comment ?? 0,
    row.newest_attachment ?? 0,
    row.newest_task ?? 0,
    row.newest_program ?? 0,
  );

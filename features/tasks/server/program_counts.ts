import { type Kysely, sql } from "kysely";
import { seesItem } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { NotesAccess } from "../../notes/server/public.ts";
import { readProgramHeadings } from "./program_headings.ts";
import { createProgramClock, isMissed, OPEN } from "./states.ts";

/** The most programs that are counted. */
const MAX_PROGRAMS = 20;

/**
 * How many tasks of each program were completed and missed, among those due from `from` until `at`; cancelled ones are
 * left out. By the program's name.
 */
export async function countProgramTasks(
  db: Kysely<Tables>,
  access: NotesAccess,
  { from, at }: { from: Date; at: Date },
) {
  const due = () =>
    db
      .selectFrom("tasks as t")
      .innerJoin("diary_programs as g", (join) =>
        join.onRef("g.id", "=", "t.linked_diary_program_id").on("g.diary_id", "=", access.diaryId),
      )
      .leftJoin("notes as n", (join) =>
        join.onRef("n.id", "=", "t.note_id").on("n.diary_id", "=", access.diaryId),
      )
      .where("t.diary_id", "=", access.diaryId)
      .where(sql<boolean>`t.overdue_after >= ${from} and t.overdue_after < ${at}`)
      .where(seesItem("n", access))
      .select(["g.program_id", "g.language"]);
  // Each part as in its index.
  const done = due()
    .where(sql<boolean>`t.status in ('completed', 'cancelled')`)
    .where("t.status", "=", "completed")
    .select(sql<boolean>`true`.as("is_done"));
  const missed = due()
    .where(OPEN)
    .where(isMissed(createProgramClock(at)))
    .select(sql<boolean>`false`.as("is_done"));
  const counted = await db
    .selectFrom(done.unionAll(missed).as("c"))
    .select((eb) => [
      "c.program_id",
      "c.language",
      eb.fn.countAll<number>().filterWhere("c.is_done", "=", true).as("done"),
      eb.fn.countAll<number>().filterWhere("c.is_done", "=", false).as("missed"),
    ])
    .groupBy(["c.program_id", "c.language"])
    .orderBy("c.program_id")
    .orderBy("c.language")
    .limit(MAX_PROGRAMS)
    .execute();
  if (counted.length === 0) return [];
  const findHeading = await readProgramHeadings(db, counted);
  return counted.map((row) => ({
    programName: findHeading(row)?.name ?? "",
    done: row.done,
    missed: row.missed,
  }));
}

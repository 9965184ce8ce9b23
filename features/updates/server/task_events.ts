import { sql } from "kysely";
import { seesItem } from "../../../server/access/visibility.ts";
import { NOTE_HEAD, type NoteHead } from "../../notes/server/public.ts";
import { type Event, type OfNotebook, type Reader, readNewest, toEvent, type Wanted } from "./events.ts";

/** Events of tasks; see events.ts. */

/** Tasks that were done. */
export async function readNewestCompletions(reader: Reader, wanted: Wanted) {
  const columns = { at: "t.completed_at", id: "t.id", actor: "t.completed_by" };
  const rows = await readNewest("task", reader, wanted, columns, (eb) =>
    tasksSeen(eb, reader)
      .select(["t.completed_at", "t.completed_by"])
      // Written exactly as in the index.
      .where(sql<boolean>`t.status = 'completed'`),
  );
  return rows.map((row) => taskEvent(row, row.completed_at!, row.completed_by));
}

/** Tasks that another user assigned to the reader, without finished ones. */
export async function readNewestAssignments(reader: Reader, wanted: Wanted) {
  const columns = { at: "t.assigned_at", id: "t.id", actor: "t.assigned_by" };
  const rows = await readNewest("assignment", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("tasks as t")
      .select(["t.id", "t.diary_id", "t.assigned_at", "t.assigned_by", "t.title"])
      .whereRef("t.diary_id", "=", "d.id")
      .where("t.assigned_to", "=", reader.userId)
      .where("t.assigned_at", "is not", null)
      .where("t.status", "in", ["pending", "in_progress"]),
  );
  return rows.map((row) => ({
    ...toEvent("assignment", row, row.id, row.assigned_at!, row.assigned_by, null),
    thing: { type: "task", id: row.id } as const,
    title: row.title,
  }));
}

/**
 * New tasks. Only the first one of a repetition: the others are made ahead, by a job. Tasks of a program are shown with
 * the program.
 */
export async function readNewestTasks(reader: Reader, wanted: Wanted) {
  const columns = { at: "t.created_at", id: "t.id", actor: "t.created_by" };
  const rows = await readNewest("task", reader, wanted, columns, (eb) =>
    tasksSeen(eb, reader)
      .select(["t.created_at", "t.created_by"])
      // Written exactly as in the index.
      .where(sql<boolean>`t.linked_diary_program_id is null`)
      .where((one) =>
        one.or([
          one("t.series_id", "is", null),
          one(
            "t.occurrence_day",
            "=",
            one
              .selectFrom("tasks as o")
              .select(({ fn }) => fn.min("o.occurrence_day").as("first"))
              .whereRef("o.series_id", "=", "t.series_id")
              .whereRef("o.diary_id", "=", "t.diary_id"),
          ),
        ]),
      ),
  );
  return rows.map((row) => taskEvent(row, row.created_at, row.created_by));
}

/** Tasks that were changed, in a span; completed and new ones have updates of their own. */
export async function readNewestTaskChanges(reader: Reader, wanted: Wanted) {
  const columns = { at: "t.updated_at", id: "t.id", actor: "t.updated_by" };
  const rows = await readNewest("task", reader, wanted, columns, (eb) =>
    tasksSeen(eb, reader)
      .select(["t.updated_at", "t.updated_by", "t.status"])
      .where("t.updated_by", "is not", null)
      .where("t.status", "!=", "completed")
      .where(sql<boolean>`t.updated_at > t.created_at`),
  );
  return rows.map((row) => ({
    ...taskEvent(row, row.updated_at, row.updated_by),
    isFirst: false,
    isCancelled: row.status === "cancelled",
  }));
}

/** The tasks of a notebook (alias `d`) that the reader sees, with their notes. */
const tasksSeen = (eb: OfNotebook, { reader }: Reader) =>
  eb
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .select(NOTE_HEAD)
    .select(["t.id", "t.diary_id", "t.title"])
    .select(seesItem("n", reader).as("sees_note"))
    .whereRef("t.diary_id", "=", "d.id")
    .where(seesItem("n", reader, "t"));

type TaskRow = NoteHead & {
  id: string;
  diary_id: string;
  title: string;
  sees_note: boolean;
  page_key: string | null;
};

/** A user who sees a task only as its assignee gets no link to its note. */
const taskEvent = (row: TaskRow, at: number, actorId: string | null): Event<"task"> => ({
  ...toEvent("task", row, row.id, at, actorId, row.sees_note ? row : null),
  thing: { type: "task", id: row.id },
  title: row.title,
});

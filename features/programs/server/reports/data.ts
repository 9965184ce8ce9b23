import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { getNameToShow, getShownName, readNames } from "../../../../server/db/names.ts";
import type { TaskStatus } from "../../../tasks/rules/states.ts";
import { createProgramClock } from "../../../tasks/server/public.ts";

type Db = Kysely<Tables>;

/** A program that the caller sees and may export. */
export type ExportedProgram = { diaryId: string; diaryProgramId: string };

/** A program's name and the time zone of its notebook. */
export async function findNaming(db: Db, { diaryId, diaryProgramId }: ExportedProgram) {
  return db
    .selectFrom("diary_programs as g")
    .innerJoin("programs as p", "p.id", "g.program_id")
    .innerJoin("diaries as d", "d.id", "g.diary_id")
    .select(["d.time_zone", sql<string>`coalesce(p.headings -> g.language ->> 'name', p.name)`.as("name")])
    .where("g.diary_id", "=", diaryId)
    .where("g.id", "=", diaryProgramId)
    .executeTakeFirstOrThrow();
}

/** The notebook's and the person's data for a report. */
export async function findSubject(
  db: Db,
  { diaryId, diaryProgramId, userId }: ExportedProgram & { userId: string },
) {
  const row = await db
    .selectFrom("diary_programs as g")
    .innerJoin("diaries as d", "d.id", "g.diary_id")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .innerJoin("programs as r", "r.id", "g.program_id")
    .innerJoin("users as u", (join) => join.on("u.id", "=", userId))
    .leftJoin("notes as n", "n.id", "g.note_id")
    .select([
      "d.name as notebook",
      "d.time_zone",
      "p.full_name",
      sql<string | null>`p.date_of_birth::text`.as("date_of_birth"),
      sql<string>`coalesce(r.headings -> g.language ->> 'description', r.description)`.as("description"),
      "r.version",
      "u.name",
      "u.deleted_at",
      "n.is_encrypted",
      createProgramClock("now").as("clock"),
    ])
    .where("g.diary_id", "=", diaryId)
    .where("g.id", "=", diaryProgramId)
    .executeTakeFirstOrThrow();
  return {
    notebookName: row.notebook,
    timeZone: row.time_zone,
    fullName: row.full_name,
    /** `YYYY-MM-DD` or null. */
    dateOfBirth: row.date_of_birth,
    programDescription: row.description,
    programVersion: Number(row.version),
    makerName: getNameToShow(row),
    /** The program's current time, epoch ms: it stops while the program is paused. */
    clock: row.clock,
    /** Whether the program belongs to an encrypted note. */
    isEncrypted: row.is_encrypted ?? false,
  };
}

/**
 * All tasks of a program in the order of their days; times are epoch ms. Every user who may export sees all of them.
 */
export async function listTasks(db: Db, { diaryId, diaryProgramId }: ExportedProgram) {
  const rows = await db
    .selectFrom("tasks")
    .select([
      "id",
      "title",
      "status",
      "phase_id",
      "activity_template_id",
      "assigned_to",
      "scheduled_date",
      "due_date",
      "completed_at",
      "occurrence_at",
      "overdue_after",
      sql<string | null>`coalesce(scheduled_day, due_day)::text`.as("day"),
    ])
    .where("diary_id", "=", diaryId)
    .where("linked_diary_program_id", "=", diaryProgramId)
    .orderBy(sql`coalesce(scheduled_date, due_date, occurrence_at)`)
    .orderBy("id")
    .execute();
  const names = await readNames(
    db,
    rows.flatMap((row) => row.assigned_to ?? []),
  );
  return rows.map((row) => ({
    taskId: row.id,
    title: row.title,
    status: row.status as TaskStatus,
    phaseId: row.phase_id,
    activityId: row.activity_template_id,
    assigneeName: getShownName(names, row.assigned_to),
    assignedTo: row.assigned_to,
    scheduledDate: row.scheduled_date,
    dueDate: row.due_date,
    completedAt: row.completed_at,
    overdueAfter: row.overdue_after,
    /** Its own day in the notebook's zone; null when it has none. */
    day: row.day,
    /** The sort key: its own time, else the one its program planned. */
    date: (row.scheduled_date ?? row.due_date ?? row.occurrence_at)!,
  }));
}

import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf, namesOf, shownName } from "../../../server/db/names.ts";
import type { TaskStatus } from "../../tasks/rules/states.ts";
import { programClock } from "../../tasks/server/public.ts";
import {
  EXPORT_FAILURES,
  EXPORT_MESSAGES,
  EXPORTS_A_DAY,
  type ExportFailure,
  type ExportFormat,
  type ExportStatus,
  type ExportType,
  KEPT_DAYS,
  LISTED_EXPORTS,
  OPEN_EXPORTS,
} from "../rules.ts";
import type { ExportAccess, ExportingAccess, ExportsAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** A timestamp column accepts a Date; reading it gives a number. */
const at = (time: Date) => sql<number>`${time}`;
const DAY_MS = 86_400_000;

/** An expired export may still be in the table until it is swept. */
const shownStatus = sql<ExportStatus>`case when e.status = 'ready' and e.expires_at <= now() then 'expired' else e.status end`;

/** The exports of a program, newest first; times are epoch ms. */
export async function listExports(db: Db, access: ExportsAccess) {
  const rows = await db
    .selectFrom("program_exports as e")
    .selectAll()
    .select(shownStatus.as("shown_status"))
    .where("e.diary_id", "=", access.diaryId)
    .where("e.diary_program_id", "=", access.diaryProgramId)
    .orderBy("e.created_at", "desc")
    .orderBy("e.id", "desc")
    .limit(LISTED_EXPORTS)
    .execute();
  const names = await namesOf(
    db,
    rows.map((row) => row.generated_by),
  );
  return rows.map((row) => ({
    _id: row.id,
    exportType: row.export_type as ExportType,
    format: row.format as ExportFormat,
    /** Null for the program's own first and last day. */
    rangeStart: row.range_start,
    rangeEnd: row.range_end,
    status: row.shown_status,
    /** 0 to 100. */
    progress: row.progress,
    /** The failure code, else null. */
    error: row.failure === null ? null : EXPORT_FAILURES[row.failure as ExportFailure],
    downloadCount: row.download_count,
    expiresAt: row.expires_at,
    generatedAt: row.generated_at,
    generatedBy: row.generated_by,
    generatorName: nameOf(names, row.generated_by),
    filename: row.filename,
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    canDelete: access.deletesAll || row.generated_by === access.ownOf,
    _creationTime: row.created_at,
  }));
}

/** A program's name and the time zone of its notebook. */
export async function findNaming(db: Db, { diaryId, diaryProgramId }: ExportingAccess) {
  return db
    .selectFrom("diary_programs as g")
    .innerJoin("programs as p", "p.id", "g.program_id")
    .innerJoin("diaries as d", "d.id", "g.diary_id")
    .select(["p.name", "d.time_zone"])
    .where("g.diary_id", "=", diaryId)
    .where("g.id", "=", diaryProgramId)
    .executeTakeFirstOrThrow();
}

export type NewExport = {
  exportType: ExportType;
  format: ExportFormat;
  from?: number | undefined;
  to?: number | undefined;
  filename: string;
};

/** Queues an export; returns its id. Refused when the program or the person has too many. */
export async function insertExport(
  db: Db,
  access: ExportingAccess,
  wanted: NewExport,
  now: Date,
): Promise<string> {
  const { diaryId, diaryProgramId, userId } = access;
  const open = await db
    .selectFrom("program_exports")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("diary_program_id", "=", diaryProgramId)
    .where("status", "in", ["making", "ready"])
    .where("expires_at", ">", at(now))
    .limit(OPEN_EXPORTS)
    .execute();
  if (open.length >= OPEN_EXPORTS) throw new CareError("limit", EXPORT_MESSAGES.open);
  // Counted in a table where deleted exports still count.
  const today = await db
    .selectFrom("audit_events")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("created_at", ">", at(new Date(now.getTime() - DAY_MS)))
    .where("event_type", "=", "export.created")
    .where("actor_id", "=", userId)
    .limit(EXPORTS_A_DAY)
    .execute();
  if (today.length >= EXPORTS_A_DAY) throw new CareError("limit", EXPORT_MESSAGES.day);
  const id = uuidv7();
  await db
    .insertInto("program_exports")
    .values({
      id,
      diary_id: diaryId,
      diary_program_id: diaryProgramId,
      export_type: wanted.exportType,
      format: wanted.format,
      range_start: wanted.from === undefined ? null : new Date(wanted.from),
      range_end: wanted.to === undefined ? null : new Date(wanted.to),
      filename: wanted.filename,
      generated_by: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_DAYS * DAY_MS),
    })
    .execute();
  return id;
}

/** The data for a download; null unless the export is ready and not expired. */
export async function findFile(db: Db, access: Pick<ExportAccess, "diaryId" | "exportId">) {
  const row = await db
    .selectFrom("program_exports as e")
    .select([
      "object_name",
      "filename",
      "format",
      "export_type",
      "size_bytes",
      "file_key",
      shownStatus.as("status"),
    ])
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  if (!row?.object_name || row.status !== "ready") return null;
  return {
    diaryId: access.diaryId,
    objectName: row.object_name,
    filename: row.filename,
    format: row.format as ExportFormat,
    exportType: row.export_type as ExportType,
    sizeBytes: Number(row.size_bytes),
    /** Sealed with the notebook's data key; null for a file that isn't encrypted. */
    fileKey: row.file_key,
  };
}

/** Why there is no file to download: it isn't ready yet, or it is gone. */
export async function isMaking(db: Db, access: ExportAccess): Promise<boolean> {
  const row = await db
    .selectFrom("program_exports")
    .select("status")
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  return row?.status === "making";
}

export async function countDownload(db: Db, access: ExportAccess): Promise<void> {
  await db
    .updateTable("program_exports")
    .set({ download_count: sql`download_count + 1` })
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Deletes the row; a trigger queues its file for removal in the same transaction (migration 0020). */
export async function deleteExport(db: Db, access: ExportAccess): Promise<void> {
  await db
    .deleteFrom("program_exports")
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** The notebook's and the person's data for a report. */
export async function findSubject(db: Db, { diaryId, diaryProgramId, userId }: ExportingAccess) {
  const row = await db
    .selectFrom("diary_programs as g")
    .innerJoin("diaries as d", "d.id", "g.diary_id")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .innerJoin("programs as r", "r.id", "g.program_id")
    .innerJoin("users as u", (join) => join.on("u.id", "=", userId))
    .select([
      "d.name as notebook",
      "d.time_zone",
      "p.full_name",
      sql<string | null>`p.date_of_birth::text`.as("date_of_birth"),
      "r.description",
      "r.version",
      "u.name",
      "u.deleted_at",
      programClock("now").as("clock"),
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
    makerName: shownName(row),
    /** The program's current time, epoch ms: it stands still while the program is paused. */
    clock: row.clock,
  };
}

/** All tasks of a program in the order of their days; times are epoch ms. Whoever may export sees all of them. */
export async function listTasks(db: Db, { diaryId, diaryProgramId }: ExportingAccess) {
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
  const names = await namesOf(
    db,
    rows.flatMap((row) => row.assigned_to ?? []),
  );
  return rows.map((row) => ({
    taskId: row.id,
    title: row.title,
    status: row.status as TaskStatus,
    phaseId: row.phase_id,
    activityId: row.activity_template_id,
    assigneeName: nameOf(names, row.assigned_to),
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

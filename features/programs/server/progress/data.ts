import { type Kysely, type Selectable, sql } from "kysely";
import type { PaginationOptions } from "../../../../lib/schemas.ts";
import { getAudience, seesItem } from "../../../../lib/visibility.ts";
import type { NotebookAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import { type PageJournal, paginate } from "../../../../server/db/pages.ts";
import { runPipelined } from "../../../../server/db/pipelined.ts";
import type { Vault } from "../../../../server/vault/vault.ts";
import { createOpener, openHead } from "../../../notes/server/public.ts";
import {
  createProgramClock,
  getProgramHeading,
  HEADING_COLUMNS,
  isExpired,
  isMissed,
  presentTask,
  readProgramHeadings,
  TASK_COLUMNS,
} from "../../../tasks/server/public.ts";
import {
  computeAdherence,
  computePercentage,
  getCurrentPhase,
  getPhaseStatus,
  LISTED_PROGRAMS,
  type PhaseStatus,
  type ProgramStatus,
} from "../../rules/progress.ts";
import type {
  DiaryProgramAccess,
  DiaryProgramsAccess,
  NoteProgramsAccess,
  ProgramTasksAccess,
} from "./access.ts";
import { FREQUENCY_COLUMNS, toFrequency } from "./activity_row.ts";

type Db = Kysely<Tables>;
type ProgramRow = Selectable<Tables["diary_programs"]>;

/** The most activations whose notes are checked before the list is cut. */
const MAX_ACTIVATIONS = 1000;

/** The activated programs of a notebook that the reader sees, newest first. A fixed number of statements. */
export async function listDiaryPrograms(db: Db, vault: Vault, access: DiaryProgramsAccess) {
  const rows = await selectPrograms(db, access.diaryId).limit(MAX_ACTIVATIONS).execute();
  const notes = await readNotes(db, rows);
  const seen = rows.filter(({ note_id }) => {
    const note = note_id === null ? null : notes.get(note_id);
    return note !== undefined && seesItem(getAudience(note), access);
  });
  return present(db, vault, access.diaryId, seen.slice(0, LISTED_PROGRAMS), notes, mayManage(access));
}

export type ActivatedProgram = Awaited<ReturnType<typeof listDiaryPrograms>>[number];

/** One activated program with its phases and activities, or null when it was deleted since the access check. */
export async function getDiaryProgram(db: Db, vault: Vault, access: DiaryProgramAccess) {
  const { diaryId, diaryProgramId } = access;
  const rows = await selectPrograms(db, diaryId).where("g.id", "=", diaryProgramId).execute();
  const [[program], phases, activities] = await runPipelined(
    readNotes(db, rows).then((notes) => present(db, vault, diaryId, rows, notes, () => access.canManage)),
    readPhases(db, diaryId, rows),
    readActivities(db, access),
  );
  const pauses = (rows[0]?.pauses ?? []) as { from: string; to: string }[];
  return program
    ? { ...program, pauses, phases: phases.map(({ diaryProgramId: _, ...phase }) => phase), activities }
    : null;
}

/** The programs of a note: activated ones, newest first, and those linked for later, in a language if they have it. */
export async function getProgramsForNote(
  db: Db,
  vault: Vault,
  access: NoteProgramsAccess,
  language: string | undefined,
) {
  const rows = await selectPrograms(db, access.diaryId)
    .where("g.note_id", "=", access.noteId)
    .limit(LISTED_PROGRAMS)
    .execute();
  const notes = await readNotes(db, rows);
  const [activated, linked] = await runPipelined(
    present(db, vault, access.diaryId, rows, notes, mayManage(access)),
    linkedTo(db, access, language),
  );
  const held = new Set(
    rows
      .filter(({ status }) => status === "active" || status === "paused")
      .map(({ program_id }) => program_id),
  );
  return { activated, linked: linked.filter(({ programId }) => !held.has(programId)) };
}

/** A program's tasks that the reader sees, by day; of one phase when it is given. */
export async function listProgramTasks(
  db: Db,
  { diaryId, diaryProgramId }: ProgramTasksAccess,
  phaseId: string | undefined,
  options: PaginationOptions,
  journal: PageJournal,
) {
  const page = await paginate({
    options,
    journal,
    // A task without a day is sorted by the one its program planned.
    by: sql<number>`coalesce(r.scheduled_date, r.due_date, r.occurrence_at)`,
    oldestFirst: true,
    select: () => {
      let select = db
        .selectFrom("tasks as r")
        .select(TASK_COLUMNS.map((column) => `r.${column}` as const))
        .where("r.diary_id", "=", diaryId)
        .where("r.linked_diary_program_id", "=", diaryProgramId);
      if (phaseId !== undefined) select = select.where("r.phase_id", "=", phaseId);
      return select;
    },
    present: (row) => row,
  });
  const names = await readNames(
    db,
    page.page.flatMap((row) => row.assigned_to ?? []),
  );
  return { ...page, page: page.page.map((row) => presentTask(row, names)) };
}

/** Cancels unfinished tasks that were due before the program's current time; returns how many. */
export async function cancelOverdue(
  db: Db,
  { diaryId, diaryProgramId }: NotebookAccess & { diaryProgramId: string },
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("tasks as t")
    .from("diary_programs as g")
    .set({ status: "cancelled", completed_at: null, completed_by: null, updated_at: now })
    .where("g.id", "=", diaryProgramId)
    .where("t.diary_id", "=", diaryId)
    .where("t.linked_diary_program_id", "=", diaryProgramId)
    .where(isOverdue)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const presentTime = createProgramClock("now");
const isOverdue = isMissed(presentTime);
const hasExpired = isExpired(presentTime);

function selectPrograms(db: Db, diaryId: string) {
  return db
    .selectFrom("diary_programs as g")
    .selectAll()
    .where("g.diary_id", "=", diaryId)
    .orderBy("g.activated_at", "desc")
    .orderBy("g.id", "desc");
}

const mayManage =
  ({ manages }: Pick<DiaryProgramsAccess, "manages">) =>
  (row: ProgramRow): boolean =>
    manages === "all" || manages?.activatedBy === row.activated_by;

/** By ids, so that a list depends only on the notes of its programs. */
async function readNotes(db: Db, rows: ProgramRow[]) {
  const ids = [...new Set(rows.flatMap(({ note_id }) => note_id ?? []))];
  if (ids.length === 0) return new Map<string, NoteRow>();
  const notes = await selectNotes(db, ids).execute();
  return new Map(notes.map((note) => [note.id, note]));
}

const selectNotes = (db: Db, ids: string[]) =>
  db
    .selectFrom("notes")
    .select(["id", "short_id", "title", "sealed_head", "version", "visibility", "created_by"])
    .where("id", "in", ids);

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>["execute"]>>[number];

/** The cards of programs; times are epoch ms. */
async function present(
  db: Db,
  vault: Vault,
  diaryId: string,
  rows: ProgramRow[],
  notes: Map<string, NoteRow>,
  canManage: (row: ProgramRow) => boolean,
) {
  if (rows.length === 0) return [];
  const [findHeading, names, phases, activities, open] = await runPipelined(
    readProgramHeadings(db, rows),
    readNames(
      db,
      rows.map((row) => row.activated_by),
    ),
    readPhases(db, diaryId, rows),
    countActivities(db, diaryId, rows),
    createOpener(vault, db, diaryId, [...notes.values()]),
  );
  return rows.map((row) => {
    const own = phases.filter((phase) => phase.diaryProgramId === row.id);
    const sum = (key: "totalTasks" | "completedTasks" | "overdueTasks" | "expiredTasks") =>
      own.reduce((all, phase) => all + phase[key], 0);
    const completedPhases = own.filter((phase) => phase.status === "completed").length;
    const note = row.note_id === null ? undefined : notes.get(row.note_id);
    const program = findHeading(row);
    const counts = activities.get(row.id);
    return {
      _id: row.id,
      diaryId,
      programId: row.program_id,
      noteId: row.note_id,
      noteShortId: note?.short_id ?? null,
      noteTitle: (note && openHead(note, open)?.title) ?? null,
      programName: program?.name ?? "",
      category: program?.category ?? "",
      /** The language of its activation; null where the program's own isn't known. */
      language: row.language,
      baselineEventName: row.baseline_event_name,
      baselineDate: row.baseline_date,
      /** The same as a day in the notebook's zone, `YYYY-MM-DD`. */
      baselineDay: row.baseline_day,
      status: row.status as ProgramStatus,
      /** Since when it is paused; null unless it is. */
      pausedSince: row.paused_since,
      pausedUntil: row.paused_until,
      activatedAt: row.activated_at,
      activatedBy: row.activated_by,
      activatorName: getShownName(names, row.activated_by),
      phaseCount: own.length,
      completedPhases,
      currentPhase: getCurrentPhase(completedPhases, own.length),
      totalTasks: sum("totalTasks"),
      completedTasks: sum("completedTasks"),
      /** Unfinished and due before the program's current time, including expired ones. */
      overdueTasks: sum("overdueTasks"),
      /** The overdue tasks whose phase is over. */
      expiredTasks: sum("expiredTasks"),
      totalActivities: counts?.total ?? 0,
      activeActivities: counts?.active ?? 0,
      percentage: computePercentage(sum("completedTasks"), sum("totalTasks")),
      canManage: canManage(row),
    };
  });
}

/** The phases of these programs in order, with their current status. */
async function readPhases(db: Db, diaryId: string, programs: ProgramRow[]) {
  const ids = programs.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [rows, late] = await runPipelined(
    db
      .selectFrom("phase_progress as f")
      .innerJoin("diary_programs as g", (join) =>
        join.onRef("g.diary_id", "=", "f.diary_id").onRef("g.id", "=", "f.diary_program_id"),
      )
      .selectAll("f")
      .select(presentTime.as("at"))
      .where("f.diary_id", "=", diaryId)
      .where("f.diary_program_id", "in", ids)
      .orderBy("f.diary_program_id")
      .orderBy("f.position")
      .execute(),
    db
      .selectFrom("tasks as t")
      .innerJoin("diary_programs as g", (join) =>
        join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
      )
      .select([
        "t.linked_diary_program_id as program",
        "t.phase_id as phase",
        sql<number>`count(*) filter (where ${isOverdue})`.as("overdue"),
        sql<number>`count(*) filter (where ${hasExpired})`.as("expired"),
        sql<number>`count(*) filter (where t.status = 'cancelled')`.as("cancelled"),
      ])
      .where("t.diary_id", "=", diaryId)
      .where("t.linked_diary_program_id", "in", ids)
      .where(sql<boolean>`(${isOverdue} or ${hasExpired} or t.status = 'cancelled')`)
      .groupBy(["t.linked_diary_program_id", "t.phase_id"])
      .execute(),
  );
  const lateCounts = new Map(late.map(({ program, phase, ...counts }) => [`${program} ${phase}`, counts]));
  return rows.map((row) => {
    const counts = lateCounts.get(`${row.diary_program_id} ${row.phase_id}`);
    const overdueTasks = counts?.overdue ?? 0;
    const phase = {
      phaseId: row.phase_id,
      title: row.phase_title,
      position: row.position,
      status: row.status as PhaseStatus,
      startDate: row.start_date,
      endDate: row.end_date,
      startDay: row.start_day,
      endDay: row.end_day,
      activitiesCompleted: row.activities_completed,
      activitiesTotal: row.activities_total,
      totalTasks: row.total_tasks,
      completedTasks: row.completed_tasks,
      overdueTasks,
      expiredTasks: counts?.expired ?? 0,
      cancelledTasks: counts?.cancelled ?? 0,
    };
    return {
      ...phase,
      diaryProgramId: row.diary_program_id,
      status: getPhaseStatus(phase, row.at),
      adherencePercentage: computeAdherence(row.completed_tasks, overdueTasks),
    };
  });
}

async function readActivities(db: Db, { diaryId, diaryProgramId }: DiaryProgramAccess) {
  const rows = await db
    .selectFrom("activity_activations")
    .select([
      "activity_template_id",
      "activity_title",
      "phase_id",
      "assigned_to",
      "is_active",
      ...FREQUENCY_COLUMNS,
    ])
    .where("diary_id", "=", diaryId)
    .where("diary_program_id", "=", diaryProgramId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const names = await readNames(
    db,
    rows.flatMap((row) => row.assigned_to ?? []),
  );
  return rows.map((row) => ({
    activityTemplateId: row.activity_template_id,
    title: row.activity_title,
    phaseId: row.phase_id,
    frequencyDisplay: toFrequency(row),
    assignedTo: row.assigned_to,
    assigneeName: getShownName(names, row.assigned_to),
    isActive: row.is_active,
    isRecurring: row.is_recurring,
  }));
}

async function countActivities(db: Db, diaryId: string, programs: ProgramRow[]) {
  const rows = await db
    .selectFrom("activity_activations")
    .select([
      "diary_program_id as program",
      (eb) => eb.fn.countAll<number>().as("total"),
      sql<number>`count(*) filter (where is_active)`.as("active"),
    ])
    .where("diary_id", "=", diaryId)
    .where(
      "diary_program_id",
      "in",
      programs.map(({ id }) => id),
    )
    .groupBy("diary_program_id")
    .execute();
  return new Map(rows.map(({ program, ...counts }) => [program, counts]));
}

async function linkedTo(db: Db, { noteId }: NoteProgramsAccess, language: string | undefined) {
  const links = await db
    .selectFrom("note_programs")
    .select(["program_id", "linked_at"])
    .where("note_id", "=", noteId)
    .orderBy("linked_at")
    .limit(LISTED_PROGRAMS)
    .execute();
  if (links.length === 0) return [];
  const programs = await db
    .selectFrom("programs")
    .select(["id", ...HEADING_COLUMNS, "phase_count", "last_day"])
    .where(
      "id",
      "in",
      links.map(({ program_id }) => program_id),
    )
    // A program that an administrator has deactivated can't be started.
    .where("is_active", "=", true)
    .execute();
  const byId = new Map(programs.map((program) => [program.id, program]));
  return links.flatMap(({ program_id }) => {
    const program = byId.get(program_id);
    if (!program) return [];
    const { phase_count, last_day } = program;
    const { name, category, description } = getProgramHeading(program, language);
    return [
      { programId: program_id, name, category, description, phaseCount: phase_count, days: last_day + 1 },
    ];
  });
}

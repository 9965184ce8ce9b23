import { type Kysely, type RawBuilder, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { type NotebookAccess, readTimeZone } from "../../../server/access/gate.ts";
import { isMadeBefore } from "../../../server/access/made_before.ts";
import { createReader, seesItem, seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { readNotebookNames } from "../../notebooks/server/public.ts";
import type { TaskFilter } from "../rules/filters.ts";
import type { TaskDates, TaskStatus } from "../rules/states.ts";
import {
  compareDates,
  findDatesProblem,
  type GivenDates,
  getChangedDates,
  NOTE_TASKS,
  TASK_MESSAGES,
  withMovedDue,
} from "../rules.ts";
import {
  getTaskRights,
  maySetStatus,
  type NoteTasksAccess,
  type TaskAccess,
  type TasksAccess,
} from "./access.ts";
import { isForReader } from "./due.ts";
import { readPrograms } from "./program_data.ts";
import { readFailures } from "./series_data.ts";
import { LIST_DAY } from "./states.ts";
import { presentTask, TASK_COLUMNS } from "./task_row.ts";

type Db = Kysely<Tables>;

const COLUMNS = [
  "diary_id",
  "overdue_after",
  "completed_at",
  "completed_by",
  "added_to_today_at",
  "recurrence_rule",
  "series_id",
  "linked_diary_program_id",
  "created_by",
  "created_at",
  "updated_at",
  ...TASK_COLUMNS,
] as const;

/** The notebooks of a list (workspace 7). */
export const getNotebooksListed = ({ notebooks }: TasksAccess, filter: TaskFilter): string[] =>
  notebooks
    .filter(({ role }) => !(filter === "helping-with" && role === "owner"))
    .map(({ diaryId }) => diaryId);

/** Which of the tasks that a reader sees a list has. */
export type TaskChoice = {
  filter: TaskFilter;
  /** Only tasks whose status the reader may set. */
  onlySettable?: boolean;
  /** Only tasks that are the reader's to do. */
  onlyForReader?: boolean;
};

/** Whether a task (alias `t`) is among the chosen ones. */
export function isChosen(
  access: TasksAccess,
  { filter, onlySettable, onlyForReader }: TaskChoice,
): RawBuilder<boolean> {
  const conditions = [matchesFilter(access, filter)];
  if (onlySettable) conditions.push(maySetStatus(access));
  if (onlyForReader) conditions.push(isForReader(access));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a task (alias `t`) matches a filter. */
function matchesFilter(access: TasksAccess, filter: TaskFilter): RawBuilder<boolean> {
  switch (filter) {
    case "my-tasks":
      return sql<boolean>`t.assigned_to = ${access.userId}`;
    case "unassigned":
      return sql<boolean>`t.assigned_to is null`;
    case "helping-with":
      return sql<boolean>`(t.assigned_to = ${access.userId} or t.assigned_to is null)`;
    case "all":
      return sql<boolean>`true`;
  }
}

/** Whether a reader sees a task (alias `t`) with its note, if any (alias `n`): see decisions, "Roles". */
export const seesTask = ({ userId, notebooks }: TasksAccess): RawBuilder<boolean> =>
  seesItem("n", createReader(userId, notebooks), "t");

/** Whole rows of the tasks that the reader sees in these notebooks; callers add conditions. */
export function readWholeTasks(db: Db, access: TasksAccess, diaryIds: string[]) {
  const seesItsNote = seesNote("n", createReader(access.userId, access.notebooks));
  return db
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .select(COLUMNS.map((column) => `t.${column}` as const))
    .select([
      // A user who sees the task only as its assignee gets no link to its note.
      sql<string | null>`case when ${seesItsNote} then n.id end`.as("shown_note_id"),
      sql<string | null>`case when ${seesItsNote} then n.short_id end`.as("note_short_id"),
      sql<Visibility>`case when t.note_id is null then 'extended' when ${seesItsNote} then n.visibility
        else 'private' end`.as("note_visibility"),
      sql<string | null>`case when ${seesItsNote} then n.created_by end`.as("note_author"),
    ])
    .where("t.diary_id", "in", diaryIds)
    .where(seesTask(access));
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof readWholeTasks>["execute"]>>[number];

/** The tasks with these ids that the reader sees in these notebooks, by date. */
export async function readTasksById(db: Db, access: TasksAccess, diaryIds: string[], ids: string[]) {
  const rows =
    ids.length > 0 ? await readWholeTasks(db, access, diaryIds).where("t.id", "in", ids).execute() : [];
  return presentTasks(db, access, rows.sort(compareDates));
}

/** The tasks that belong to a note, by date. */
export async function listNoteTasks(db: Db, access: NoteTasksAccess) {
  const rows = await readWholeTasks(db, access, [access.notebooks[0]!.diaryId])
    .where("t.note_id", "=", access.noteId)
    .orderBy("t.overdue_after")
    .limit(NOTE_TASKS)
    .execute();
  return presentTasks(db, access, rows.sort(compareDates));
}

/** One task as the lists show it. */
export async function getTask(db: Db, access: TasksAccess & { readonly taskId: string }) {
  const tasks = await readTasksById(db, access, [access.notebooks[0]!.diaryId], [access.taskId]);
  return tasks[0] ?? null;
}

/**
 * Rows in the form of screens. Names are read by id, so that a list is recomputed only when one of these names changes.
 */
export async function presentTasks(db: Db, access: TasksAccess, rows: TaskRow[]) {
  const [notebooks, people, programs, failures] = await runPipelined(
    readNotebookNames(
      db,
      rows.map((row) => row.diary_id),
    ),
    readNames(
      db,
      rows.flatMap(({ assigned_to, completed_by }) =>
        [assigned_to, completed_by].filter((id) => id !== null),
      ),
    ),
    readPrograms(
      db,
      rows.flatMap((row) => row.linked_diary_program_id ?? []),
    ),
    readFailures(
      db,
      rows.flatMap((row) => row.series_id ?? []),
    ),
  );
  const roles = new Map(access.notebooks.map(({ diaryId, role }) => [diaryId, role]));
  return rows.map((row) => {
    const notebook = notebooks.get(row.diary_id)!;
    const program = programs.get(row.linked_diary_program_id ?? "") ?? null;
    return {
      ...presentTask(row, people),
      diaryId: row.diary_id,
      diaryShortId: notebook.short_id,
      diaryName: notebook.name,
      diarySubject: notebook.full_name,
      timeZone: notebook.time_zone,
      noteId: row.shown_note_id,
      noteShortId: row.note_short_id,
      /** The conditions of who sees the task, and so its comments; see the room of comments. */
      audience: {
        visibility: row.note_visibility,
        noteAuthor: row.note_author,
        assignedTo: row.assigned_to,
      },
      completedAt: row.completed_at,
      completedByName: getShownName(people, row.completed_by),
      addedToToday: row.added_to_today_at !== null,
      addedToTodayAt: row.added_to_today_at,
      isRecurring: row.is_recurring,
      recurrence: row.recurrence as Recurrence | null,
      recurrenceRule: row.recurrence_rule,
      seriesId: row.series_id,
      /** Why its series can't be continued; null while it can. */
      seriesProblem: failures.get(row.series_id ?? "") ?? null,
      linkedDiaryProgramId: row.linked_diary_program_id,
      /** Since when its program is paused, epoch ms; null without a program or while it isn't paused. */
      pausedSince: program?.pausedSince ?? null,
      programInfo: program && { programName: program.programName, isPaused: program.isPaused },
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      _creationTime: row.created_at,
      ...getTaskRights(roles.get(row.diary_id)!, {
        own: row.created_by === access.userId,
        assigned: row.assigned_to === access.userId,
      }),
    };
  });
}

/** A task as a list shows it to one person. */
export type Task = Awaited<ReturnType<typeof listNoteTasks>>[number];

export type NewTask = {
  /** As the device chose it. */
  id?: string | undefined;
  noteId: string | null;
  title: string;
  description: string;
  assignedTo: string | null;
  dates: TaskDates;
};

/** Adds one task without recurrence; returns its id. */
export async function insertTask(db: Db, access: NotebookAccess, task: NewTask, now: Date): Promise<string> {
  const { id = uuidv7() } = task;
  await db
    .insertInto("tasks")
    .values({
      id,
      diary_id: access.diaryId,
      note_id: task.noteId,
      title: task.title,
      description: task.description,
      ...getAssignment(task.assignedTo, access.userId, now),
      ...dateColumns(task.dates),
      created_by: access.userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/**
 * The id of the task that the caller has already made with this chosen id, which may be its series': then the series'
 * first task, or the series itself without one. Null when they haven't.
 */
export async function findMadeBefore(db: Db, access: NotebookAccess, id: string): Promise<string | null> {
  if (await isMadeBefore(db, access, "tasks", id)) return id;
  if (!(await isMadeBefore(db, access, "task_series", id))) return null;
  const first = await db
    .selectFrom("tasks")
    .select("id")
    .where("diary_id", "=", access.diaryId)
    .where("series_id", "=", id)
    .orderBy("occurrence_at")
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? id;
}

/** The columns of the assignee, the time and the author of a new assignment. */
export const getAssignment = (assignedTo: string | null, assignedBy: string, now: Date) =>
  assignedTo === null
    ? { assigned_to: null, assigned_at: null, assigned_by: null }
    : { assigned_to: assignedTo, assigned_at: now, assigned_by: assignedBy };

export const toInstant = (ms: number | null) => (ms === null ? null : new Date(ms));

/** The authoritative dates of a task; triggers derive the others (migration 0030). */
const dateColumns = (dates: TaskDates) =>
  dates.dateOnly
    ? {
        date_only: true,
        scheduled_day: dates.scheduledDay,
        due_day: dates.dueDay,
        end_day: dates.endDay,
      }
    : {
        date_only: false,
        scheduled_date: toInstant(dates.scheduledDate),
        due_date: toInstant(dates.dueDate),
        end_date: toInstant(dates.endDate),
      };

export type TaskChange = Partial<Omit<NewTask, "id" | "noteId" | "dates">> & {
  status?: TaskStatus;
  dates?: GivenDates;
};

/** Refuses dates that contradict each other, at the argument that is later than it may be. */
export function checkDates(dates: TaskDates): void {
  const problem = findDatesProblem(dates);
  if (problem === null) return;
  const field = problem.key === TASK_MESSAGES.endFirst.key ? "end" : "due";
  throw new CareError("invalid", problem, { path: `${field}${dates.dateOnly ? "Day" : "Date"}` });
}

/** The dates of a task after a change, by its notebook's clock. */
async function datesAfter(db: Db, access: TaskAccess, before: TaskDates, given: GivenDates) {
  const timeZone = await readTimeZone(db, access);
  return getChangedDates(before, withMovedDue(before, given, timeZone), timeZone);
}

/**
 * Updates a task; omitted fields stay. Completing records the time of the change and the user, reopening clears that.
 * `ifCompletedAt` (epoch ms): the completion that a reopening reverts.
 * @throws CareError when the dates contradict each other, or when the task was completed again since
 */
export async function updateTask(
  db: Db,
  access: TaskAccess,
  change: TaskChange,
  { now, madeAt, ifCompletedAt }: { now: Date; madeAt: Date; ifCompletedAt?: number | undefined },
): Promise<void> {
  const before = await lockTask(db, access);
  const { status = before.status } = change;
  const isOtherCompletion = before.completed_at !== null && before.completed_at !== ifCompletedAt;
  if (ifCompletedAt !== undefined && status !== "completed" && isOtherCompletion)
    throw new CareError("conflict", TASK_MESSAGES.completedSince);
  const dates = change.dates && (await datesAfter(db, access, getDates(before), change.dates));
  if (dates) checkDates(dates);
  const completion =
    status !== "completed"
      ? { completed_at: null, completed_by: null }
      : before.completed_at === null
        ? { completed_at: madeAt, completed_by: access.userId }
        : {};
  await db
    .updateTable("tasks")
    .set({
      ...(change.title !== undefined && { title: change.title }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.assignedTo !== undefined &&
        change.assignedTo !== before.assigned_to &&
        getAssignment(change.assignedTo, access.userId, now)),
      ...(dates && dateColumns(dates)),
      status,
      ...completion,
      updated_at: now,
      updated_by: access.userId,
    })
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

const getDates = (task: Awaited<ReturnType<typeof lockTask>>): TaskDates => ({
  dateOnly: task.date_only,
  scheduledDate: task.scheduled_date,
  dueDate: task.due_date,
  endDate: task.end_date,
  scheduledDay: task.scheduled_day,
  dueDay: task.due_day,
  endDay: task.end_day,
});

/** The task, locked until the transaction ends. */
export async function lockTask(db: Db, access: TaskAccess) {
  const task = await db
    .selectFrom("tasks")
    .selectAll()
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .forUpdate()
    .executeTakeFirst();
  if (!task) throw new CareError("not-found", TASK_MESSAGES.notFound);
  return task;
}

export async function deleteTask(db: Db, access: TaskAccess): Promise<void> {
  await db
    .deleteFrom("tasks")
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/**
 * Ends a task's series with it: deletes the unfinished tasks after it and stops creating new ones. Returns how many
 * were deleted.
 * @throws CareError when the task belongs to no series
 */
export async function endSeries(db: Db, task: Awaited<ReturnType<typeof lockTask>>): Promise<number> {
  const { series_id, occurrence_day, occurrence_minute, diary_id } = task;
  if (series_id === null || occurrence_day === null)
    throw new CareError("invalid", TASK_MESSAGES.notRecurring);
  // Locks the series first, so that tasks which a job is creating right now are visible afterwards.
  await db
    .updateTable("task_series")
    .set({ end_day: occurrence_day, end_minute: occurrence_minute })
    .where("id", "=", series_id)
    .where("diary_id", "=", diary_id)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom("tasks")
    .where("diary_id", "=", diary_id)
    .where("series_id", "=", series_id)
    .where(
      sql<boolean>`(occurrence_day, coalesce(occurrence_minute, -1))
        > (${occurrence_day}::date, ${occurrence_minute ?? -1}::integer)`,
    )
    .where("status", "in", ["pending", "in_progress"])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * The tasks with these statuses of the same program activity, or of the same series, locked.
 * @throws CareError when the task belongs to neither
 */
export async function readSiblings(db: Db, access: TaskAccess, statuses: readonly TaskStatus[]) {
  const task = await lockTask(db, access);
  let select = db
    .selectFrom("tasks as t")
    .select(["t.id", "t.status", "t.overdue_after as date"])
    .select(LIST_DAY.as("day"))
    .where("t.diary_id", "=", access.diaryId)
    .where("t.status", "in", statuses);
  if (!task.is_recurring) throw new CareError("invalid", TASK_MESSAGES.notRecurring);
  if (task.linked_diary_program_id && task.activity_template_id) {
    select = select
      .where("t.linked_diary_program_id", "=", task.linked_diary_program_id)
      .where("t.activity_template_id", "=", task.activity_template_id);
  } else if (task.series_id) {
    select = select.where("t.series_id", "=", task.series_id);
  } else {
    throw new CareError("invalid", TASK_MESSAGES.notRecurring);
  }
  return select.orderBy("t.id").forUpdate().execute();
}

/** Cancels these tasks of a notebook. */
export async function cancelTasks(db: Db, access: TaskAccess, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("tasks")
    .set({
      status: "cancelled",
      completed_at: null,
      completed_by: null,
      updated_at: now,
      updated_by: access.userId,
    })
    .where("diary_id", "=", access.diaryId)
    .where("id", "in", ids)
    .execute();
}

/** Restores the previous statuses of skipped tasks of a notebook, except those changed since; returns their ids. */
export async function restoreTasks(
  db: Db,
  access: TaskAccess,
  former: readonly { taskId: string; status: TaskStatus }[],
  now: Date,
): Promise<string[]> {
  const restored: string[] = [];
  for (const status of ["pending", "in_progress"] as const) {
    const ids = former.filter((task) => task.status === status).map(({ taskId }) => taskId);
    if (ids.length === 0) continue;
    const rows = await db
      .updateTable("tasks")
      .set({ status, updated_at: now, updated_by: access.userId })
      .where("diary_id", "=", access.diaryId)
      .where("id", "in", ids)
      .where("status", "=", "cancelled")
      .returning("id")
      .execute();
    restored.push(...rows.map(({ id }) => id));
  }
  return restored;
}

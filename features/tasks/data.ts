import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../lib/errors.ts";
import type { Recurrence } from "../../lib/recurrence/recurrence.ts";
import type { TaskFilter } from "../../lib/task-filters.ts";
import type { TaskStatus } from "../../lib/task-states.ts";
import type { NotebookAccess } from "../../server/access/gate.ts";
import { seesTeam } from "../../server/access/rules.ts";
import {
  type NoteTasksAccess,
  type TaskAccess,
  type TasksAccess,
  taskRights,
} from "../../server/access/tasks.ts";
import type { Tables } from "../../server/db/database.ts";
import { namesOf } from "../../server/db/names.ts";
import type { Visibility } from "../notes/rules.ts";
import { programsOf } from "./program_data.ts";
import { byDate, datesProblem, NOTE_TASKS, nearestTasks, TASK_MESSAGES } from "./rules.ts";

type Db = Kysely<Tables>;

const DATE = sql<number | null>`coalesce(t.due_date, t.scheduled_date)`;
const CALENDAR_DATE = sql<number | null>`coalesce(t.scheduled_date, t.due_date)`;
const OPEN = sql<boolean>`t.status in ('pending', 'in_progress')`;
const FINISHED = sql<boolean>`t.status in ('completed', 'cancelled')`;

const COLUMNS = [
  "t.id",
  "t.diary_id",
  "t.title",
  "t.description",
  "t.status",
  "t.assigned_to",
  "t.scheduled_date",
  "t.due_date",
  "t.end_date",
  "t.completed_at",
  "t.completed_by",
  "t.added_to_today_at",
  "t.is_recurring",
  "t.recurrence",
  "t.recurrence_rule",
  "t.frequency",
  "t.series_id",
  "t.linked_diary_program_id",
  "t.phase_id",
  "t.activity_template_id",
  "t.created_by",
  "t.created_at",
  "t.updated_at",
] as const;

type ListArguments = {
  filter: TaskFilter;
  limit: number;
  /** A moment to show the nearest tasks of; all from the earliest when there is none. */
  around: number | null;
  /** Only what a calendar shows from the one moment to the other, with what has no date or was taken for today. */
  span: { from: number; to: number } | null;
};

/**
 * The tasks that the reader sees in these notebooks: what is open nearest to `around`, then what was finished last, by
 * date. `isCut` says that there are more. Which tasks they are is found from a few columns of at most `limit` and one for
 * each part of the list; the rest is read for those that are shown. A constant number of statements, whatever the number
 * of notebooks.
 */
export async function listTasks(db: Db, access: TasksAccess, { filter, limit, around, span }: ListArguments) {
  const notebooks = access.notebooks.filter(({ role }) => !(filter === "helping-with" && role === "owner"));
  if (notebooks.length === 0) return { tasks: [], isCut: false };
  const diaryIds = notebooks.map(({ diaryId }) => diaryId);
  const parts = span ? partsOfSpan(span) : partsAround(around);
  const [first, ...others] = parts.map((part) => candidates(db, access, diaryIds, filter, limit, part));
  const found = await others.reduce((all, one) => all.unionAll(one) as typeof all, first!).execute();
  const tasks = [...new Map(found.map((task) => [task.id, task])).values()];
  const kept = nearestTasks(tasks, limit, around).map(({ id }) => id);
  return { tasks: await tasksById(db, access, diaryIds, kept), isCut: kept.length < tasks.length };
}

/** A part of a list of tasks: which ones, and by which of them it begins when there are more than fit. */
type Part = { where: RawBuilder<boolean>; order?: { by: RawBuilder<unknown>; end?: "asc" | "desc" } };

const NO_DATE = sql<boolean>`t.due_date is null and t.scheduled_date is null`;
const OPEN_FOR_TODAY: Part = { where: sql<boolean>`${OPEN} and t.added_to_today_at is not null` };
const OPEN_UNDATED: Part = {
  where: sql<boolean>`${OPEN} and ${NO_DATE}`,
  order: { by: sql`t.id`, end: "desc" },
};

function partsAround(around: number | null): Part[] {
  const finished: Part = { where: FINISHED, order: { by: sql`${DATE} desc nulls last` } };
  if (around === null) {
    const dated: Part = { where: sql<boolean>`${OPEN} and ${DATE} is not null`, order: { by: DATE } };
    return [OPEN_FOR_TODAY, dated, OPEN_UNDATED, finished];
  }
  const at = new Date(around);
  return [
    OPEN_FOR_TODAY,
    { where: sql<boolean>`${OPEN} and ${DATE} >= ${at}`, order: { by: DATE } },
    { where: sql<boolean>`${OPEN} and ${DATE} < ${at}`, order: { by: DATE, end: "desc" } },
    OPEN_UNDATED,
    finished,
  ];
}

function partsOfSpan({ from, to }: { from: number; to: number }): Part[] {
  const shown = sql<boolean>`${CALENDAR_DATE} >= ${new Date(from)} and ${CALENDAR_DATE} < ${new Date(to)}`;
  return [{ where: shown, order: { by: CALENDAR_DATE } }, OPEN_FOR_TODAY, OPEN_UNDATED];
}

/**
 * What decides which tasks are shown, of one more than the list has room for: by that one it is known to be cut. The limit
 * is written into the statement: a plan for any limit would look through all notes of the notebook for each task.
 */
function candidates(
  db: Db,
  access: TasksAccess,
  diaryIds: string[],
  filter: TaskFilter,
  limit: number,
  { where, order }: Part,
) {
  const oneMore = sql<number>`${sql.lit(limit + 1)}`;
  let all = db
    .selectFrom("diaries as d")
    .innerJoinLateral(
      (eb) => {
        let some = visibleTasks(eb, access)
          .select(["t.id", "t.status", "t.due_date", "t.scheduled_date", "t.added_to_today_at"])
          .where(where)
          .limit(oneMore);
        if (filter === "my-tasks") some = some.where("t.assigned_to", "=", access.userId);
        if (filter === "unassigned") some = some.where("t.assigned_to", "is", null);
        if (filter === "helping-with") {
          some = some.where((or) =>
            or.or([or("t.assigned_to", "=", access.userId), or("t.assigned_to", "is", null)]),
          );
        }
        // Aliased `t` as well, so that the same order holds for each notebook and for all of them.
        return (order ? some.orderBy(order.by, order.end) : some).as("t");
      },
      (join) => join.onTrue(),
    )
    .selectAll("t")
    .where("d.id", "in", diaryIds)
    .limit(oneMore);
  if (order) all = all.orderBy(order.by, order.end);
  return db.selectFrom(all.as("part")).selectAll("part");
}

/** A notebook's visible tasks, for a lateral join with it. */
function visibleTasks(eb: ExpressionBuilder<Tables & { d: Tables["diaries"] }, "d">, access: TasksAccess) {
  return eb
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .whereRef("t.diary_id", "=", "d.id")
    .where(seesTask(access));
}

/** Whether a reader sees a task (aliased `t`) with its note, if any (aliased `n`): see decisions, "Roles". */
function seesTask(access: TasksAccess): RawBuilder<boolean> {
  return sql<boolean>`(t.note_id is null or t.assigned_to = ${access.userId} or ${seesNote(access)})`;
}

/** Whether a reader sees a task's note (aliased `n`). */
function seesNote(access: TasksAccess): RawBuilder<boolean> {
  const team = access.notebooks.filter(({ role }) => seesTeam(role)).map(({ diaryId }) => diaryId);
  return sql<boolean>`(n.visibility = 'extended'
    or (n.visibility = 'team' and n.diary_id = any(${team}::uuid[]))
    or (n.visibility = 'private' and n.created_by = ${access.userId}))`;
}

/** Whole rows of what the reader sees in these notebooks, narrowed by the caller. */
export function wholeTasks(db: Db, access: TasksAccess, diaryIds: string[]) {
  return db
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .select(COLUMNS)
    .select([
      // Who sees the task only because it is theirs to do isn't led to its note.
      sql<string | null>`case when ${seesNote(access)} then n.id end`.as("shown_note_id"),
      sql<string | null>`case when ${seesNote(access)} then n.short_id end`.as("note_short_id"),
      sql<Visibility>`case when t.note_id is null then 'extended' when ${seesNote(access)} then n.visibility
        else 'private' end`.as("note_visibility"),
      sql<string | null>`case when ${seesNote(access)} then n.created_by end`.as("note_author"),
    ])
    .where("t.diary_id", "in", diaryIds)
    .where(seesTask(access));
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof wholeTasks>["execute"]>>[number];

async function tasksById(db: Db, access: TasksAccess, diaryIds: string[], ids: string[]) {
  const rows =
    ids.length > 0 ? await wholeTasks(db, access, diaryIds).where("t.id", "in", ids).execute() : [];
  return presentTasks(db, access, rows.sort(byDate));
}

/** The tasks that hang on a note, by date. */
export async function listNoteTasks(db: Db, access: NoteTasksAccess) {
  const rows = await wholeTasks(db, access, [access.notebooks[0]!.diaryId])
    .where("t.note_id", "=", access.noteId)
    .orderBy(DATE)
    .limit(NOTE_TASKS)
    .execute();
  return presentTasks(db, access, rows.sort(byDate));
}

/** One task as the lists show it. */
export async function getTask(db: Db, access: TasksAccess & { readonly taskId: string }) {
  const tasks = await tasksById(db, access, [access.notebooks[0]!.diaryId], [access.taskId]);
  return tasks[0] ?? null;
}

/**
 * Rows as screens show them. Names are read by their ids, so that a list is computed again when one of these changes its
 * name and for nothing else.
 */
export async function presentTasks(db: Db, access: TasksAccess, rows: TaskRow[]) {
  const notebooks = await notebooksOf(
    db,
    rows.map((row) => row.diary_id),
  );
  const people = await namesOf(
    db,
    rows.flatMap(({ assigned_to, completed_by }) => [assigned_to, completed_by].filter((id) => id !== null)),
  );
  const programs = await programsOf(
    db,
    rows.flatMap((row) => row.linked_diary_program_id ?? []),
  );
  const roles = new Map(access.notebooks.map(({ diaryId, role }) => [diaryId, role]));
  return rows.map((row) => {
    const notebook = notebooks.get(row.diary_id)!;
    const programInfo = programs.get(row.linked_diary_program_id ?? "") ?? null;
    return {
      _id: row.id,
      diaryId: row.diary_id,
      diaryShortId: notebook.short_id,
      diaryName: notebook.name,
      diarySubject: notebook.full_name,
      timeZone: notebook.time_zone,
      noteId: row.shown_note_id,
      noteShortId: row.note_short_id,
      /** Who sees the task, and so the comments on it; see the room of comments. */
      audience: {
        visibility: row.note_visibility,
        noteAuthor: row.note_author,
        assignedTo: row.assigned_to,
      },
      title: row.title,
      description: row.description,
      status: row.status as TaskStatus,
      scheduledDate: row.scheduled_date,
      dueDate: row.due_date,
      endDate: row.end_date,
      completedAt: row.completed_at,
      completedByName: row.completed_by === null ? null : (people.get(row.completed_by) ?? ""),
      addedToToday: row.added_to_today_at !== null,
      addedToTodayAt: row.added_to_today_at,
      assignedTo: row.assigned_to,
      assigneeName: row.assigned_to === null ? null : (people.get(row.assigned_to) ?? ""),
      isRecurring: row.is_recurring,
      recurrence: row.recurrence as Recurrence | null,
      recurrenceRule: row.recurrence_rule,
      frequency: row.frequency,
      seriesId: row.series_id,
      linkedDiaryProgramId: row.linked_diary_program_id,
      phaseId: row.phase_id,
      activityTemplateId: row.activity_template_id,
      programInfo,
      createdBy: row.created_by,
      updatedAt: row.updated_at,
      _creationTime: row.created_at,
      ...taskRights(roles.get(row.diary_id)!, {
        own: row.created_by === access.userId,
        assigned: row.assigned_to === access.userId,
      }),
    };
  });
}

/** A task as a list shows it to one person. */
export type Task = Awaited<ReturnType<typeof listNoteTasks>>[number];

async function notebooksOf(db: Db, diaryIds: string[]) {
  if (diaryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("diaries as d")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .select(["d.id", "d.short_id", "d.name", "d.time_zone", "p.full_name"])
    .where("d.id", "in", [...new Set(diaryIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewTask = {
  noteId: string | null;
  title: string;
  description: string;
  assignedTo: string | null;
  scheduledDate: number | null;
  dueDate: number | null;
  endDate: number | null;
};

/** Adds one task that isn't repeated; returns its id. */
export async function insertTask(db: Db, access: NotebookAccess, task: NewTask, now: Date): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("tasks")
    .values({
      id,
      diary_id: access.diaryId,
      note_id: task.noteId,
      title: task.title,
      description: task.description,
      assigned_to: task.assignedTo,
      scheduled_date: instant(task.scheduledDate),
      due_date: instant(task.dueDate),
      end_date: instant(task.endDate),
      created_by: access.userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms));

export type TaskChange = Partial<Omit<NewTask, "noteId">> & { status?: TaskStatus };

/**
 * Changes a task; what isn't named stays. Completing notes when and who, and a task that is no longer finished forgets it.
 * @throws CareError when the dates don't fit together
 */
export async function updateTask(db: Db, access: TaskAccess, change: TaskChange, now: Date): Promise<void> {
  const before = await holdTask(db, access);
  const dates = {
    scheduledDate: change.scheduledDate === undefined ? before.scheduled_date : change.scheduledDate,
    dueDate: change.dueDate === undefined ? before.due_date : change.dueDate,
    endDate: change.endDate === undefined ? before.end_date : change.endDate,
  };
  const named = ["scheduledDate", "dueDate", "endDate"].some((field) => field in change);
  const problem = named ? datesProblem(dates) : null;
  if (problem) throw new CareError("invalid", problem);
  const { status = before.status } = change;
  const completion =
    status !== "completed"
      ? { completed_at: null, completed_by: null }
      : before.completed_at === null
        ? { completed_at: now, completed_by: access.userId }
        : {};
  await db
    .updateTable("tasks")
    .set({
      ...(change.title !== undefined && { title: change.title }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.assignedTo !== undefined && { assigned_to: change.assignedTo }),
      scheduled_date: instant(dates.scheduledDate),
      due_date: instant(dates.dueDate),
      end_date: instant(dates.endDate),
      status,
      ...completion,
      updated_at: now,
    })
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** The task, locked against other changes until this one is kept. */
export async function holdTask(db: Db, access: TaskAccess) {
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
 * Ends the series of a task with it: the unfinished tasks after it go, and none is made any more. Returns how many went.
 * @throws CareError when the task belongs to no series
 */
export async function endSeries(db: Db, task: Awaited<ReturnType<typeof holdTask>>): Promise<number> {
  const { series_id, occurrence_day, occurrence_minute, diary_id } = task;
  if (series_id === null || occurrence_day === null)
    throw new CareError("invalid", TASK_MESSAGES.notRecurring);
  // First the series: what a job is just making for it is there afterwards.
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

/** Adds a task to a day that began at `dayStart`, or takes it off; returns whether it is on it now. */
export async function toggleToday(db: Db, access: TaskAccess, dayStart: number, now: Date): Promise<boolean> {
  const before = await holdTask(db, access);
  const isOn = before.added_to_today_at !== null && before.added_to_today_at >= dayStart;
  await db
    .updateTable("tasks")
    .set({ added_to_today_at: isOn ? null : now, updated_at: now })
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .execute();
  return !isOn;
}

/** When the notebook's day began that holds `now`, and the next one. */
export async function dayOf(db: Db, { diaryId }: NotebookAccess, now: Date) {
  const { rows } = await sql<{ start: number; end: number }>`
    select (date_trunc('day', ${now}::timestamptz at time zone time_zone)) at time zone time_zone as start,
           (date_trunc('day', ${now}::timestamptz at time zone time_zone) + interval '1 day') at time zone time_zone as end
      from diaries where id = ${diaryId}`.execute(db);
  return rows[0]!;
}

/**
 * The unfinished tasks of the same activity of the same program, or of the same series, locked.
 * @throws CareError when the task belongs to neither
 */
export async function siblingsOf(db: Db, access: TaskAccess): Promise<{ id: string; date: number | null }[]> {
  const task = await holdTask(db, access);
  let select = db
    .selectFrom("tasks as t")
    .select(["t.id", DATE.as("date")])
    .where("t.diary_id", "=", access.diaryId)
    .where(OPEN);
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
    .set({ status: "cancelled", completed_at: null, completed_by: null, updated_at: now })
    .where("diary_id", "=", access.diaryId)
    .where("id", "in", ids)
    .execute();
}

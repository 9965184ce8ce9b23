import type { z } from "zod";
import { checkSpan } from "../../../lib/dates/day-span.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { CareError } from "../../../lib/errors.ts";
import { EXAMPLE_IDS } from "../../../lib/example-ids.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { getRefusedRecurrence, readRepetition } from "../../../server/functions/recurrence_argument.ts";
import {
  getChangedDates,
  getTasksToSkip,
  NO_DATES,
  OPEN_STATUSES,
  type OpenStatus,
  TASK_MESSAGES,
} from "../rules.ts";
import * as schema from "../schema.ts";
import { mayAddTask, mayListTasks, mayListTasksOfNote, mayReadTask, onTask } from "./access.ts";
import { checkAssignees } from "./assignees.ts";
import * as data from "./data.ts";
import * as history from "./history_data.ts";
import { listTasks } from "./list_data.ts";
import * as repeated from "./repeated_data.ts";
import * as sections from "./section_data.ts";
import { startSeries } from "./task_series.ts";
import * as today from "./today_data.ts";

const DAY = 86_400_000;
const YEAR = 365 * DAY;

/**
 * The tasks that the caller sees in one notebook, or in all of theirs; see `listTasks`. `around` (epoch ms): when there
 * are more than `limit`, those nearest to it are returned; `fromDay` and `toDay` limit the list to a calendar's tasks
 * for these days. With `countsAt` (epoch ms), `counts` are the numbers of all of them by section at that moment. With
 * `toDo`, the list leaves out finished tasks and tasks whose status the caller may not set and ends a week after
 * `around`, and only open tasks that are the caller's to do are counted: assigned to them or to nobody. Tasks of archived notebooks are left out, unless `diaryId` names one. Returns `{tasks, isCut, counts}`.
 */
export const listMyTasks = query({
  ...schema.listMyTasks,
  example: { filter: "all", diaryId: EXAMPLE_IDS.diary },
  access: mayListTasks(),
  handler: async (
    { db, access },
    { filter, limit, around = null, fromDay, toDay, countsAt, toDo = false },
  ) => {
    const which = { filter, onlySettable: toDo };
    return {
      ...(await listTasks(db, access, { ...which, limit, around, toDo, span: getSpan(fromDay, toDay) })),
      counts:
        countsAt === undefined
          ? null
          : await sections.countSections(db, access, {
              filter,
              onlyForReader: toDo,
              at: new Date(countsAt),
              onlyOpen: toDo,
            }),
    };
  },
});

/**
 * One section's tasks, paginated, as of the moment `at` (epoch ms): past ones latest first, upcoming ones earliest
 * first. For `usePaginatedQuery`.
 */
export const pageMyTasks = query({
  ...schema.pageMyTasks,
  access: mayListTasks(),
  handler: ({ db, access, journal }, { section, filter, at, paginationOpts }) =>
    sections.pageSection(db, access, { section, filter, at: new Date(at) }, paginationOpts, journal),
});

/**
 * The upcoming tasks as of the moment `at` (epoch ms), the earliest first, paginated; the tasks of a repetition are one
 * row, `{task, count}`, with the next of them. For `usePaginatedQuery`.
 */
export const pageUpcoming = query({
  ...schema.pageUpcoming,
  access: mayListTasks(),
  handler: ({ db, access, journal }, { filter, at, paginationOpts: options }) =>
    repeated.pageUpcoming(db, access, { filter, at: new Date(at) }, { options, journal }),
});

/**
 * The tasks of the same activity or series as a task, with its title, as of the moment `at` (epoch ms), paginated: open
 * ones, the earliest first, or past ones, the latest first. Empty for a task that is missing or hidden. For
 * `usePaginatedQuery`.
 */
export const pageRepeated = query({
  ...schema.pageRepeated,
  access: mayReadTask(),
  handler: async ({ db, access, journal }, { part, at, paginationOpts: options }) =>
    access
      ? repeated.pageRepeated(db, access, { part, at: new Date(at) }, { options, journal })
      : { page: [], isDone: true, continueCursor: "end" },
});

/**
 * The outcomes of a repetition's tasks on the thirty days that end with `toDay` (`YYYY-MM-DD`), the earliest first:
 * `{fromDay, toDay, tasks, isCut}`. Null for a task that is missing or hidden.
 */
export const getTaskHistory = query({
  ...schema.getTaskHistory,
  access: mayReadTask(),
  handler: async ({ db, access }, { toDay }) => access && history.getTaskHistory(db, access, toDay),
});

/**
 * How many tasks were missed in a notebook by the day they were due, from the first day to the last: `{day, count}` for
 * each day that has any. Only tasks that the caller sees count.
 */
export const listMissedDays = query({
  ...schema.listMissedDays,
  access: mayListTasks(),
  handler: ({ db, access }, { diaryId: _, ...span }) => {
    checkSpan(span);
    return history.listMissedDays(db, access, span);
  },
});

function getSpan(fromDay: string | undefined, toDay: string | undefined) {
  if (fromDay === undefined && toDay === undefined) return null;
  if (fromDay === undefined || toDay === undefined)
    throw new CareError(
      "invalid",
      { english: "Both the first and the last day must be given, or neither" },
      {
        path: "fromDay",
      },
    );
  checkSpan({ fromDay, toDay });
  return { fromDay, toDay };
}

/** The tasks that belong to a note, by date; empty for a note that is missing or hidden. */
export const listNoteTasks = query({
  ...schema.listNoteTasks,
  access: mayListTasksOfNote(),
  handler: async ({ db, access }) => (access ? data.listNoteTasks(db, access) : []),
});

/** One task, or null when it is missing or hidden. */
export const getTask = query({
  ...schema.getTask,
  access: mayReadTask(),
  handler: async ({ db, access }) => access && data.getTask(db, access),
});

/**
 * Adds a task; returns its id, which is `id` when given. With a recurrence it creates the tasks of the next 90 days (a job continues from there)
 * and returns the first one's id; `id` is then its series'.
 */
export const createTask = mutation({
  ...schema.createTask,
  example: { diaryId: EXAMPLE_IDS.diary, title: "Turn her", scheduledDay: "2026-11-25", dateOnly: true },
  access: mayAddTask(),
  isDurable: true,
  handler: async (
    { db, access, now },
    { id: chosenId, diaryId, noteId = null, title, description, ...given },
  ) => {
    const made = chosenId === undefined ? null : await data.findMadeBefore(db, access, chosenId);
    if (made !== null) return made;
    const dates = getChangedDates(NO_DATES, given, await readTimeZone(db, access));
    const task = { noteId, title, description, assignedTo: given.assignedTo ?? null };
    data.checkDates(dates);
    if (task.assignedTo !== null) await checkAssignees(db, access, [task.assignedTo]);
    const recurrence = readRepetition(given.recurrence, "recurrence");
    if (!recurrence) return data.insertTask(db, access, { id: chosenId, ...task, dates }, now);
    const { dateOnly, scheduledDate, dueDate, endDate } = dates;
    if (scheduledDate === null)
      throw new CareError("invalid", TASK_MESSAGES.firstDay, { path: "scheduledDate" });
    if (dueDate !== null && dueDate - scheduledDate > YEAR)
      throw new CareError("limit", TASK_MESSAGES.dueLate);
    const series = {
      ...task,
      id: chosenId,
      ...{ diaryId, recurrence, dateOnly, scheduledDate, dueDate, endDate },
      createdBy: access.userId,
    };
    const [first] = await startSeries(db, series, now).catch((error) => {
      throw getRefusedRecurrence(error, "recurrence");
    });
    if (first === undefined) throw new CareError("invalid", TASK_MESSAGES.noDays, { path: "recurrence" });
    return first;
  },
});

/**
 * The permissions that a change requires: to edit for title and description, to set the status for the status, to plan
 * for all else.
 */
function getRights(change: z.output<typeof schema.taskChange>) {
  const { taskId: _, status, ifCompletedAt: __, title, description, ...plan } = change;
  const rights: ("tasks.setStatus" | "tasks.plan" | "tasks.edit")[] = [];
  if (title !== undefined || description !== undefined) rights.push("tasks.edit");
  if (Object.values(plan).some((value) => value !== undefined)) rights.push("tasks.plan");
  if (status !== undefined || rights.length === 0) rights.push("tasks.setStatus");
  return rights;
}

/**
 * Updates the given fields of a task: status, dates, assignee, content. A completed task that is completed again keeps
 * its first completion.
 */
export const updateTask = mutation({
  ...schema.updateTask,
  example: { taskId: EXAMPLE_IDS.task, status: "completed" },
  access: onTask(["tasks.setStatus", "tasks.plan", "tasks.edit"], getRights),
  isDurable: true,
  handler: async (
    { db, access, now, madeAt },
    { taskId: _, assignedTo, unassign, ifCompletedAt, ...change },
  ) => {
    if (unassign && assignedTo !== undefined)
      throw new CareError("invalid", TASK_MESSAGES.assignedTwice, {
        path: "unassign",
      });
    if (assignedTo !== undefined) await checkAssignees(db, access, [assignedTo]);
    const { status, title, description, ...given } = change;
    const isDated = Object.values(given).some((value) => value !== undefined);
    const named = {
      ...(status !== undefined && { status }),
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(isDated && { dates: given }),
      ...(unassign ? { assignedTo: null } : assignedTo !== undefined && { assignedTo }),
    };
    await data.updateTask(db, access, named, { now, madeAt, ifCompletedAt });
    return null;
  },
});

/** Deletes a task; with `andLater`, also all unfinished later ones of its series, which ends. */
export const deleteTask = mutation({
  ...schema.deleteTask,
  access: onTask(["tasks.delete"]),
  handler: async ({ db, access, audit }, { taskId, andLater = false }) => {
    const task = await data.lockTask(db, access);
    const { note_id, created_by } = task;
    const laterCount = andLater ? await data.endSeries(db, task) : 0;
    await data.deleteTask(db, access);
    await audit({
      eventType: "task.deleted",
      diaryId: access.diaryId,
      targetType: "task",
      targetId: taskId,
      details: { noteId: note_id, creatorId: created_by, ...(andLater && { laterCount }) },
    });
    return null;
  },
});

/**
 * Adds a task to the current day of its notebook, or removes it. An undo passes the previous answer's `before` as
 * `restore`, which is set exactly. Returns whether it is on today now, and when it had been added before (epoch ms).
 */
export const toggleAddToToday = mutation({
  ...schema.toggleAddToToday,
  access: onTask(["tasks.plan"]),
  handler: ({ db, access, now }, { restore }) => today.toggleToday(db, access, restore, now),
});

/**
 * Adds a task to a day of its notebook, or removes it; the day is that of the change unless `day` is given. Changes
 * nothing once that day is over.
 */
export const setToday = mutation({
  ...schema.setToday,
  access: onTask(["tasks.plan"]),
  isDurable: true,
  handler: async ({ db, access, now, madeAt }, { on, day }) => {
    await today.setToday(db, access, { on, day, madeAt }, now);
    return null;
  },
});

/**
 * Cancels the unfinished tasks of the same activity or series before the current one; see `getTasksToSkip`. With a
 * previous answer's `skipped` as `undo`, it reverts that skip instead, all at once, except tasks that were changed
 * since.
 */
export const skipToCurrentInstance = mutation({
  ...schema.skipToCurrentInstance,
  access: onTask(["tasks.plan"]),
  handler: async ({ db, access, now, audit }, { taskId, undo }) => {
    const siblings = await data.readSiblings(db, access, undo ? ["cancelled"] : OPEN_STATUSES);
    const currentDay = toDayInZone(now.getTime(), await readTimeZone(db, access));
    const ids = new Set(undo ? [] : getTasksToSkip(siblings, currentDay));
    const skipped = siblings
      .filter((task) => ids.has(task.id))
      .map((task) => ({ taskId: task.id, status: task.status as OpenStatus }));
    const cancelledTaskIds = skipped.map((task) => task.taskId);
    await data.cancelTasks(db, access, cancelledTaskIds, now);
    const ofKind = new Set(siblings.map((task) => task.id));
    const former = (undo ?? []).filter((task) => ofKind.has(task.taskId));
    const restoredTaskIds = await data.restoreTasks(db, access, former, now);
    const count = cancelledTaskIds.length + restoredTaskIds.length;
    if (count > 0) {
      await audit({
        eventType: undo ? "task.skip_undone" : "task.skipped",
        diaryId: access.diaryId,
        targetType: "task",
        targetId: taskId,
        details: { count },
      });
    }
    return { cancelledCount: cancelledTaskIds.length, cancelledTaskIds, skipped, restoredTaskIds };
  },
});

import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { RecurrenceError, readRecurrence } from "../../lib/recurrence/recurrence.ts";
import { TASK_FILTERS } from "../../lib/task-filters.ts";
import { checkAssignees } from "../../server/access/assignees.ts";
import type { NotebookAction } from "../../server/access/rules.ts";
import { newTask, ofTask, onTask, tasksOf, tasksOfNote } from "../../server/access/tasks.ts";
import { refusedArgument } from "../../server/functions/argument_words.ts";
import { mutation, query } from "../../server/functions/define.ts";
import { startSeries } from "../../server/jobs/task_series.ts";
import * as data from "./data.ts";
import {
  datesProblem,
  LISTED_TASKS,
  LONGEST_SPAN_DAYS,
  TASK_MESSAGES,
  TASK_STATUSES,
  taskDescription,
  tasksToSkip,
  taskTime,
  taskTitle,
} from "./rules.ts";

const id = z.string().max(64);
const DAY = 86_400_000;
const YEAR = 365 * DAY;

/**
 * The tasks of one notebook or of all that the caller is a member of, as far as they see them; see `data.listTasks`.
 * `around` (epoch ms) is a moment to show the nearest tasks of when there are more than `limit`; `from` and `to` narrow
 * to what a calendar shows between them. Returns `{tasks, isCut}`.
 */
export const listMyTasks = query({
  args: z.object({
    filter: z.enum(TASK_FILTERS),
    diaryId: id.optional(),
    limit: z.number().int().min(1).max(LISTED_TASKS).default(LISTED_TASKS),
    around: taskTime.optional(),
    from: taskTime.optional(),
    to: taskTime.optional(),
  }),
  access: tasksOf(),
  handler: ({ db, access }, { filter, limit, around = null, from, to }) =>
    data.listTasks(db, access, { filter, limit, around, span: spanOf(from, to) }),
});

function spanOf(from: number | undefined, to: number | undefined) {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined)
    throw new CareError("invalid", "Both the first and the last day must be given, or neither", {
      path: "from",
    });
  if (to <= from) throw new CareError("invalid", "The last day must be after the first", { path: "to" });
  if (to - from > LONGEST_SPAN_DAYS * DAY)
    throw new CareError("limit", `A calendar shows at most ${LONGEST_SPAN_DAYS} days at once`, {
      path: "to",
    });
  return { from, to };
}

/** The tasks that hang on a note, by date; none for a note that is missing or hidden. */
export const listNoteTasks = query({
  args: z.object({ noteId: id }),
  access: tasksOfNote(),
  handler: async ({ db, access }) => (access ? data.listNoteTasks(db, access) : []),
});

/** One task, or null when it is missing or hidden. */
export const getTask = query({
  args: z.object({ taskId: id }),
  access: ofTask(),
  handler: async ({ db, access }) => access && data.getTask(db, access),
});

/**
 * Adds a task; returns its id. With a recurrence it makes a task for each occurrence of the next 90 days (a job goes on
 * from there) and returns the first one's id.
 */
export const createTask = mutation({
  args: z.object({
    diaryId: id,
    noteId: id.optional(),
    title: taskTitle,
    description: taskDescription.default(""),
    assignedTo: id.optional(),
    scheduledDate: taskTime.optional(),
    dueDate: taskTime.optional(),
    endDate: taskTime.optional(),
    recurrence: z.unknown().optional(),
  }),
  access: newTask(),
  handler: async ({ db, access, now }, { diaryId, noteId = null, title, description, ...given }) => {
    const task = {
      noteId,
      title,
      description,
      assignedTo: given.assignedTo ?? null,
      scheduledDate: given.scheduledDate ?? null,
      dueDate: given.dueDate ?? null,
      endDate: given.endDate ?? null,
    };
    const problem = datesProblem(task);
    if (problem) throw new CareError("invalid", problem);
    if (task.assignedTo !== null) await checkAssignees(db, access, [task.assignedTo]);
    const recurrence = recurrenceOf(given.recurrence);
    if (!recurrence) return data.insertTask(db, access, task, now);
    const { scheduledDate } = task;
    if (scheduledDate === null) throw new CareError("invalid", TASK_MESSAGES.firstDay);
    if (task.dueDate !== null && task.dueDate - scheduledDate > YEAR)
      throw new CareError("limit", TASK_MESSAGES.dueLate);
    const series = { ...task, diaryId, recurrence, dateOnly: false, scheduledDate, createdBy: access.userId };
    const [first] = await startSeries(db, series, now);
    if (first === undefined) throw new CareError("invalid", TASK_MESSAGES.noDays);
    return first;
  },
});

/** The recurrence of a task; null for one that is done once. Hours are for programs only. */
function recurrenceOf(value: unknown) {
  try {
    const recurrence = readRecurrence(value);
    if (recurrence === null || recurrence.pattern === "one-time") return null;
    const unit = "interval" in recurrence ? recurrence.interval.unit : null;
    if (unit === "hour") throw new RecurrenceError("recurrence.interval.unit", "must be a day or longer");
    return recurrence;
  } catch (error) {
    if (error instanceof RecurrenceError) throw refusedArgument(error.path.split("."), error.message);
    throw error;
  }
}

const taskChange = z.object({
  taskId: id,
  status: z.enum(TASK_STATUSES).optional(),
  title: taskTitle.optional(),
  description: taskDescription.optional(),
  scheduledDate: taskTime.nullish(),
  dueDate: taskTime.nullish(),
  endDate: taskTime.nullish(),
  assignedTo: id.optional(),
  /** Takes the task from whoever it is assigned to. */
  unassign: z.boolean().optional(),
});

/** The rights that a change asks for: its status is for whoever does it, its words for whoever wrote it. */
function rightsFor(change: z.output<typeof taskChange>): NotebookAction[] {
  const { taskId: _, status, title, description, ...plan } = change;
  const rights: NotebookAction[] = [];
  if (title !== undefined || description !== undefined) rights.push("tasks.edit");
  if (Object.values(plan).some((value) => value !== undefined)) rights.push("tasks.plan");
  return status !== undefined || rights.length === 0 ? [...rights, "tasks.setStatus"] : rights;
}

/** Changes what is named of one task: its state, when it is to be done, who does it, its words. */
export const updateTask = mutation({
  args: taskChange,
  access: onTask("tasks.setStatus", rightsFor),
  handler: async ({ db, access, now }, { taskId: _, assignedTo, unassign, ...change }) => {
    if (unassign && assignedTo !== undefined)
      throw new CareError("invalid", "A task can't be assigned to somebody and to nobody at once", {
        path: "unassign",
      });
    if (assignedTo !== undefined) await checkAssignees(db, access, [assignedTo]);
    const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const assignee = unassign ? { assignedTo: null } : assignedTo !== undefined ? { assignedTo } : {};
    await data.updateTask(db, access, { ...named, ...assignee }, now);
    return null;
  },
});

/** Deletes a task; with `andLater`, of a repeated one also all unfinished ones after it, and none is made any more. */
export const deleteTask = mutation({
  args: z.object({ taskId: id, andLater: z.boolean().optional() }),
  access: onTask("tasks.delete"),
  handler: async ({ db, access, audit }, { taskId, andLater = false }) => {
    const task = await data.holdTask(db, access);
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
 * Adds a task to today, or takes it off; returns whether it is on today now. `today` is when the caller's day began
 * (epoch ms), without it the day of the notebook's time zone counts: what was added on an earlier day is added anew.
 */
export const toggleAddToToday = mutation({
  args: z.object({ taskId: id, today: taskTime.optional() }),
  access: onTask("tasks.plan"),
  handler: async ({ db, access, now }, { today }) => {
    // Nobody's day began more than a day ago or is still to come.
    const isDay = today !== undefined && today <= now.getTime() && now.getTime() - today <= 26 * 3_600_000;
    const start = isDay ? today : (await data.dayOf(db, access, now)).start;
    return { addedToToday: await data.toggleToday(db, access, start, now) };
  },
});

/** Cancels the unfinished tasks of the same activity or series that came before the current one; see `tasksToSkip`. */
export const skipToCurrentInstance = mutation({
  args: z.object({ taskId: id }),
  access: onTask("tasks.plan"),
  handler: async ({ db, access, now, audit }, { taskId }) => {
    const siblings = await data.siblingsOf(db, access);
    const cancelledTaskIds = tasksToSkip(siblings, await data.dayOf(db, access, now));
    await data.cancelTasks(db, access, cancelledTaskIds, now);
    if (cancelledTaskIds.length > 0) {
      await audit({
        eventType: "task.skipped",
        diaryId: access.diaryId,
        targetType: "task",
        targetId: taskId,
        details: { count: cancelledTaskIds.length },
      });
    }
    return { cancelledCount: cancelledTaskIds.length, cancelledTaskIds };
  },
});

import { z } from "zod";
import { isFinished, type TaskStatus } from "../../lib/task-states.ts";

/** Limits of tasks. Lengths are in characters. */
export const TASK_TITLE_LENGTH = 200;
export const TASK_DESCRIPTION_LENGTH = 5000;
/** How many tasks a list holds at most: the calendar and home ask for so many, the tasks page for 200 (workspace 9). */
export const LISTED_TASKS = 500;
export const NOTE_TASKS = 500;
/** The longest span of days that a calendar may ask for at once. */
export const LONGEST_SPAN_DAYS = 100;

export const TASK_STATUSES = [
  "pending",
  "in_progress",
  "completed",
  "cancelled",
] as const satisfies readonly TaskStatus[];

/** Texts, verbatim where the specification has them (care-core 8, workspace 8). */
export const TASK_MESSAGES = {
  notFound: "Task not found",
  assignee: "Assigned user does not have access to this diary",
  notRecurring: "Not a recurring task",
  titleMissing: "Please enter a title",
  titleLong: `A title may have at most ${TASK_TITLE_LENGTH} characters`,
  descriptionLong: `A description may have at most ${TASK_DESCRIPTION_LENGTH} characters`,
  dueFirst: "A task can't be due before the day it is for",
  endFirst: "A task can't end before its day",
  dueLate: "A repeated task may be due at most a year after its day",
  firstDay: "A repeated task needs a first day",
  noDays: "This repetition makes no task between its first and its last day",
  updateFailed: "Failed to update task",
  assigneeFailed: "Failed to update assignee",
  deleteFailed: "Failed to delete task",
  undoFailed: "Failed to undo action",
  skipFailed: "Failed to skip instances",
  rescheduleFailed: "Failed to reschedule task",
  createFailed: "Failed to create task",
} as const;

/** Years 1900 to 2200: what a day of care can be, and far from what databases and calendars disagree on. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);
export const taskTime = z.number().int().min(EARLIEST).max(LATEST);

export const taskTitle = z
  .string()
  .trim()
  .min(1, TASK_MESSAGES.titleMissing)
  .max(TASK_TITLE_LENGTH, TASK_MESSAGES.titleLong);
export const taskDescription = z.string().trim().max(TASK_DESCRIPTION_LENGTH, TASK_MESSAGES.descriptionLong);

type Dates = { scheduledDate: number | null; dueDate: number | null; endDate: number | null };

/** What is wrong with a task's dates, or null. */
export function datesProblem({ scheduledDate, dueDate, endDate }: Dates): string | null {
  if (scheduledDate !== null && dueDate !== null && dueDate < scheduledDate) return TASK_MESSAGES.dueFirst;
  const date = dueDate ?? scheduledDate;
  return endDate !== null && date !== null && endDate < date ? TASK_MESSAGES.endFirst : null;
}

/**
 * Which unfinished tasks of one activity or series are skipped to come to the current one: those dated before the
 * latest that is due today, else before the next one to come, else before the last (decisions, "Tasks, calendar,
 * home"). Undated ones stay. `today` is the day in the notebook's zone, epoch ms.
 */
export function tasksToSkip(
  tasks: readonly { id: string; date: number | null }[],
  today: { start: number; end: number },
): string[] {
  const dates = tasks.flatMap(({ date }) => (date === null ? [] : [date]));
  const dueToday = dates.filter((date) => date >= today.start && date < today.end);
  const toCome = dates.filter((date) => date >= today.end);
  const current =
    dueToday.length > 0
      ? Math.max(...dueToday)
      : toCome.length > 0
        ? Math.min(...toCome)
        : Math.max(...dates);
  return tasks.flatMap(({ id, date }) => (date !== null && date < current ? [id] : []));
}

/** What decides where a task stands in a bounded list; times in epoch ms. */
type Listed = {
  id: string;
  status: string;
  due_date: number | null;
  scheduled_date: number | null;
  added_to_today_at: number | null;
};

const dateOf = (task: Listed) => task.due_date ?? task.scheduled_date ?? Number.POSITIVE_INFINITY;

/** By date, undated ones last. */
export function byDate(a: Listed, b: Listed): number {
  if (dateOf(a) !== dateOf(b)) return dateOf(a) < dateOf(b) ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** How many of the finished tasks a list keeps room for, when there are too many of the others. */
const FINISHED_SHARE = 0.25;

/**
 * At most `limit` of the tasks, by date: those taken for today, the open ones nearest to `around` (from the earliest on
 * without it), and of the finished ones the nearest, a quarter at least when there are so many.
 */
export function nearestTasks<Task extends Listed>(
  tasks: readonly Task[],
  limit: number,
  around: number | null,
): Task[] {
  if (tasks.length <= limit) return [...tasks].sort(byDate);
  const distance = (task: Task) => {
    if (task.added_to_today_at !== null) return -1;
    return around === null ? dateOf(task) : Math.abs(dateOf(task) - around);
  };
  const closest = (some: Task[]) =>
    some.sort((a, b) => (distance(a) === distance(b) ? byDate(a, b) : distance(a) < distance(b) ? -1 : 1));
  const isDone = ({ status }: Task) => isFinished({ status: status as TaskStatus });
  const open = closest(tasks.filter((task) => !isDone(task)));
  const finished = closest(tasks.filter(isDone));
  const room = Math.max(limit - open.length, Math.min(finished.length, Math.floor(limit * FINISHED_SHARE)));
  return [...open.slice(0, limit - room), ...finished.slice(0, room)].sort(byDate);
}

import {
  addDays,
  dayEnd,
  dayInZone,
  dayStart,
  daysBetween,
  momentInZone,
  timeInZone,
} from "../../lib/zone-day.ts";
import { isFinished, type TaskDates, type TaskStatus } from "./rules/states.ts";

/** Limits of tasks. Lengths are in characters. */
export const TASK_TITLE_LENGTH = 200;
export const TASK_DESCRIPTION_LENGTH = 5000;
/** How many tasks a list holds at most: the calendar and home ask for so many, the tasks page for 200 (workspace 9). */
export const LISTED_TASKS = 500;
export const NOTE_TASKS = 500;
/** The longest span of days that a calendar may ask for at once. */
export const MAX_SPAN_DAYS = 100;
/** More than an activity or a series makes; what an undo of a skip may name. */
export const MAX_SKIPPED = 5000;
/** So many finished tasks are counted; where there are as many, there may be more. */
export const MAX_COUNTED = 1000;

export const TASK_STATUSES = [
  "pending",
  "in_progress",
  "completed",
  "cancelled",
] as const satisfies readonly TaskStatus[];

/** The states of what is unfinished. */
export const OPEN_STATUSES = ["pending", "in_progress"] as const satisfies readonly TaskStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

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

/**
 * Which unfinished tasks of one activity or series are skipped to come to the current one: those dated before the
 * latest that is due today, else before the next one to come, else before the last (decisions, "Tasks, calendar,
 * home"). Undated ones stay. `today` is the day by the notebook's clock; dates are moments in epoch ms with their day.
 */
export function tasksToSkip(
  tasks: readonly { id: string; date: number | null; day: string | null }[],
  today: string,
): string[] {
  const dated = tasks.flatMap(({ date, day }) => (date === null || day === null ? [] : [{ date, day }]));
  const dueToday = dated.filter(({ day }) => day === today).map(({ date }) => date);
  const toCome = dated.filter(({ day }) => day > today).map(({ date }) => date);
  const current =
    dueToday.length > 0
      ? Math.max(...dueToday)
      : toCome.length > 0
        ? Math.min(...toCome)
        : Math.max(...dated.map(({ date }) => date));
  return tasks.flatMap(({ id, date }) => (date !== null && date < current ? [id] : []));
}

/** What decides where a task stands in a bounded list; times in epoch ms. */
type Listed = {
  id: string;
  status: string;
  overdue_after: number | null;
  added_to_today_at: number | null;
};

const dateOf = (task: Listed) => task.overdue_after ?? Number.POSITIVE_INFINITY;

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

/** What a call says of a task's dates; what isn't named stays. A day wins over the moment beside it. */
export type GivenDates = { [Field in keyof TaskDates]?: TaskDates[Field] | undefined };

type DateName = "scheduled" | "due" | "end";

export const NO_DATES: TaskDates = {
  dateOnly: false,
  scheduledDate: null,
  dueDate: null,
  endDate: null,
  scheduledDay: null,
  dueDay: null,
  endDay: null,
};

/**
 * A task's dates after a change, by its notebook's clock. Of a task with times, a day that is given moves it there at the
 * same hour; where there was no hour, it begins with that day, is due by its end and ends with it.
 */
export function changedDates(before: TaskDates, given: GivenDates, timeZone: string): TaskDates {
  const dateOnly = given.dateOnly ?? isDateOnly(before, given);

  function dayOf(name: DateName): string | null {
    const [date, day] = [`${name}Date`, `${name}Day`] as const;
    const moment = given[date];
    if (given[day] !== undefined) return given[day];
    if (moment !== undefined) return moment === null ? null : dayInZone(moment, timeZone);
    return before[day];
  }

  function momentOf(name: DateName): number | null {
    const [date, day] = [`${name}Date`, `${name}Day`] as const;
    const edge = (of: string) => (name === "scheduled" ? dayStart(of, timeZone) : dayEnd(of, timeZone));
    const former = before.dateOnly ? null : before[date];
    if (given[day] !== undefined) {
      const hour = given[date] ?? former;
      if (given[day] === null) return null;
      return hour === null || name === "end"
        ? edge(given[day])
        : momentInZone(given[day], timeInZone(hour, timeZone), timeZone);
    }
    if (given[date] !== undefined) return given[date];
    return before.dateOnly && before[day] !== null ? edge(before[day]) : former;
  }

  /** The moment and the day: of the two, the one that doesn't hold follows from the one that does. */
  function both(name: DateName): [number | null, string | null] {
    if (dateOnly) {
      const day = dayOf(name);
      return [day === null ? null : dayStart(day, timeZone), day];
    }
    const moment = momentOf(name);
    return [moment, moment === null ? null : dayInZone(moment, timeZone)];
  }

  const [scheduledDate, scheduledDay] = both("scheduled");
  const [dueDate, dueDay] = both("due");
  const [endDate, endDay] = both("end");
  return { dateOnly, scheduledDate, dueDate, endDate, scheduledDay, dueDay, endDay };
}

/** Without a word about it a task stays what it is; one that had no date is for days when it is given only days. */
function isDateOnly(before: TaskDates, given: GivenDates): boolean {
  if (before.scheduledDay !== null || before.dueDay !== null || before.endDay !== null)
    return before.dateOnly;
  const hasDay = [given.scheduledDay, given.dueDay, given.endDay].some((day) => typeof day === "string");
  return hasDay && typeof given.scheduledDate !== "number" && typeof given.dueDate !== "number";
}

/** What is wrong with a task's dates, or null. */
export function datesProblem(dates: TaskDates): string | null {
  const { dateOnly, scheduledDay, scheduledDate, dueDay, dueDate, endDay, endDate } = dates;
  const [scheduled, due, end] = dateOnly ? [scheduledDay, dueDay, endDay] : [scheduledDate, dueDate, endDate];
  const isBefore = (a: string | number | null, b: string | number | null) =>
    a !== null && b !== null && a < b;
  if (isBefore(due, scheduled)) return TASK_MESSAGES.dueFirst;
  return isBefore(end, due ?? scheduled) ? TASK_MESSAGES.endFirst : null;
}

/**
 * A task's dates once it is moved to a day, by its notebook's clock: at the same hour unless another (`time`, in ms after
 * midnight, or null for the whole day) is said. What it is due by moves along by as much.
 */
export function movedDates(
  task: TaskDates & { timeZone: string },
  day: string,
  time?: number | null,
): TaskDates {
  const { timeZone, scheduledDate, dueDate, scheduledDay, dueDay } = task;
  const from = scheduledDay ?? dueDay;
  const due = dueDay === null || from === null ? {} : { dueDay: addDays(dueDay, daysBetween(from, day)) };
  const hour = scheduledDate ?? dueDate;
  if (time === null || (time === undefined && (task.dateOnly || hour === null)))
    return changedDates(task, { dateOnly: true, scheduledDay: day, ...due }, timeZone);
  const moment = time === undefined ? hour! : momentInZone(day, time, timeZone);
  const moved = changedDates(
    task,
    { dateOnly: false, scheduledDate: moment, scheduledDay: day, ...due },
    timeZone,
  );
  if (time === undefined || task.dateOnly || moved.dueDate === null || hour === null) return moved;
  const later = time - timeInZone(hour, timeZone);
  return changedDates(moved, { dueDate: moved.dueDate + later }, timeZone);
}

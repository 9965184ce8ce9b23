import {
  addDays,
  countDaysBetween,
  getDayEnd,
  getDayStart,
  toDayInZone,
  toMomentInZone,
  toTimeInZone,
} from "../../lib/dates/zone-day.ts";
import type { Message } from "../../lib/words/message.ts";
import { TASK_DESCRIPTION_LENGTH, TASK_TITLE_LENGTH } from "./rules/limits.ts";
import { isFinished, type TaskDates, type TaskStatus } from "./rules/states.ts";

export * from "./rules/limits.ts";

export const TASK_STATUSES = [
  "pending",
  "in_progress",
  "completed",
  "cancelled",
] as const satisfies readonly TaskStatus[];

/** The statuses of unfinished tasks. */
export const OPEN_STATUSES = ["pending", "in_progress"] as const satisfies readonly TaskStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** Texts, verbatim where the specification has them (care-core 8, workspace 8). */
export const TASK_MESSAGES = {
  notFound: { key: "taskrules.notFound" },
  assignee: { key: "taskrules.assignee" },
  notRecurring: { key: "taskrules.notRecurring" },
  titleMissing: { key: "taskrules.titleMissing" },
  titleLong: { key: "taskrules.titleLong", values: { most: TASK_TITLE_LENGTH } },
  descriptionLong: { key: "taskrules.descriptionLong", values: { most: TASK_DESCRIPTION_LENGTH } },
  dueFirst: { key: "taskrules.dueFirst" },
  endFirst: { key: "taskrules.endFirst" },
  dueLate: { key: "taskrules.dueLate" },
  firstDay: { key: "taskrules.firstDay" },
  completedSince: { key: "taskrules.completedSince" },
  noDays: { key: "taskrules.noDays" },
  realDay: { key: "taskrules.realDay" },
  clinician: { key: "taskrules.clinician" },
  assignedTwice: { key: "taskrules.assignedTwice" },
} as const satisfies Record<string, Message>;

/**
 * The unfinished tasks of one activity or series that a skip cancels to reach the current one: those dated before the
 * latest that is due today, else before the next upcoming one, else before the last (decisions, "Tasks, calendar,
 * home"). Undated ones stay. `today` is the day in the notebook's zone; dates are moments in epoch ms with their day.
 */
export function getTasksToSkip(
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

/** The fields that decide a task's position in a bounded list; times in epoch ms. */
type Listed = {
  id: string;
  status: string;
  overdue_after: number | null;
  added_to_today_at: number | null;
};

const getDate = (task: Listed) => task.overdue_after ?? Number.POSITIVE_INFINITY;

/** Compares by date, undated ones last. */
export function compareDates(a: Listed, b: Listed): number {
  if (getDate(a) !== getDate(b)) return getDate(a) < getDate(b) ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The share of a bounded list reserved for finished tasks. */
const FINISHED_SHARE = 0.25;

/**
 * At most `limit` of the tasks, by date: those added to today, the open ones nearest to `around` (from the earliest on
 * without it), and the nearest finished ones, which get at least a quarter if there are enough.
 */
export function getNearestTasks<Task extends Listed>(
  tasks: readonly Task[],
  limit: number,
  around: number | null,
): Task[] {
  if (tasks.length <= limit) return [...tasks].sort(compareDates);
  const distance = (task: Task) => {
    if (task.added_to_today_at !== null) return -1;
    return around === null ? getDate(task) : Math.abs(getDate(task) - around);
  };
  const closest = (some: Task[]) =>
    some.sort((a, b) =>
      distance(a) === distance(b) ? compareDates(a, b) : distance(a) < distance(b) ? -1 : 1,
    );
  const isDone = ({ status }: Task) => isFinished({ status: status as TaskStatus });
  const open = closest(tasks.filter((task) => !isDone(task)));
  const finished = closest(tasks.filter(isDone));
  const room = Math.max(limit - open.length, Math.min(finished.length, Math.floor(limit * FINISHED_SHARE)));
  return [...open.slice(0, limit - room), ...finished.slice(0, room)].sort(compareDates);
}

/** The dates in a call's arguments; omitted ones stay. A day overrides the moment given with it. */
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
 * A task's dates after a change, in its notebook's zone. For a task with times, a given day moves it to that day at the
 * same time; where it had no time, it begins with that day, is due by its end and ends with it.
 */
export function getChangedDates(before: TaskDates, given: GivenDates, timeZone: string): TaskDates {
  const dateOnly = given.dateOnly ?? isDateOnly(before, given);

  function getTaskDay(name: DateName): string | null {
    const [date, day] = [`${name}Date`, `${name}Day`] as const;
    const moment = given[date];
    if (given[day] !== undefined) return given[day];
    if (moment !== undefined) return moment === null ? null : toDayInZone(moment, timeZone);
    return before[day];
  }

  function getMoment(name: DateName): number | null {
    const [date, day] = [`${name}Date`, `${name}Day`] as const;
    const edge = (of: string) => (name === "scheduled" ? getDayStart(of, timeZone) : getDayEnd(of, timeZone));
    const former = before.dateOnly ? null : before[date];
    if (given[day] !== undefined) {
      const hour = given[date] ?? former;
      if (given[day] === null) return null;
      return hour === null || name === "end"
        ? edge(given[day])
        : toMomentInZone(given[day], toTimeInZone(hour, timeZone), timeZone);
    }
    if (given[date] !== undefined) return given[date];
    return before.dateOnly && before[day] !== null ? edge(before[day]) : former;
  }

  /** Completes the moment and the day: the authoritative value determines the other. */
  function both(name: DateName): [number | null, string | null] {
    if (dateOnly) {
      const day = getTaskDay(name);
      return [day === null ? null : getDayStart(day, timeZone), day];
    }
    const moment = getMoment(name);
    return [moment, moment === null ? null : toDayInZone(moment, timeZone)];
  }

  const [scheduledDate, scheduledDay] = both("scheduled");
  const [dueDate, dueDay] = both("due");
  const [endDate, endDay] = both("end");
  return { dateOnly, scheduledDate, dueDate, endDate, scheduledDay, dueDay, endDay };
}

/**
 * A change of the first day or moment alone, with the due date moved by the same amount, as when a task is moved on a screen.
 * Returns every other change as it is.
 */
export function withMovedDue(before: TaskDates, given: GivenDates, timeZone: string): GivenDates {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const { scheduledDate, scheduledDay } = given;
  const day =
    scheduledDay ?? (typeof scheduledDate === "number" ? toDayInZone(scheduledDate, timeZone) : null);
  if (named.length !== 1 || day === null || before.scheduledDay === null || before.dueDay === null)
    return given;
  if (typeof scheduledDate === "number" && !before.dateOnly)
    return { ...given, dueDate: before.dueDate! + scheduledDate - before.scheduledDate! };
  return { ...given, dueDay: addDays(before.dueDay, countDaysBetween(before.scheduledDay, day)) };
}

/** If not given, a task keeps its kind; one without a date becomes a whole-day task when it is given only days. */
function isDateOnly(before: TaskDates, given: GivenDates): boolean {
  if (before.scheduledDay !== null || before.dueDay !== null || before.endDay !== null)
    return before.dateOnly;
  const hasDay = [given.scheduledDay, given.dueDay, given.endDay].some((day) => typeof day === "string");
  return hasDay && typeof given.scheduledDate !== "number" && typeof given.dueDate !== "number";
}

/** The error of a task's dates, or null. */
export function findDatesProblem(dates: TaskDates): Message | null {
  const { dateOnly, scheduledDay, scheduledDate, dueDay, dueDate, endDay, endDate } = dates;
  const [scheduled, due, end] = dateOnly ? [scheduledDay, dueDay, endDay] : [scheduledDate, dueDate, endDate];
  const isBefore = (a: string | number | null, b: string | number | null) =>
    a !== null && b !== null && a < b;
  if (isBefore(due, scheduled)) return TASK_MESSAGES.dueFirst;
  return isBefore(end, due ?? scheduled) ? TASK_MESSAGES.endFirst : null;
}

/**
 * A task's dates after it is moved to a day, in its notebook's zone: at the same time unless another one is given
 * (`time`, in ms after midnight, or null for the whole day). Its due date moves by the same amount.
 */
export function getMovedDates(
  task: TaskDates & { timeZone: string },
  day: string,
  time?: number | null,
): TaskDates {
  const { timeZone, scheduledDate, dueDate, scheduledDay, dueDay } = task;
  const from = scheduledDay ?? dueDay;
  const due =
    dueDay === null || from === null ? {} : { dueDay: addDays(dueDay, countDaysBetween(from, day)) };
  const hour = scheduledDate ?? dueDate;
  if (time === null || (time === undefined && (task.dateOnly || hour === null)))
    return getChangedDates(task, { dateOnly: true, scheduledDay: day, ...due }, timeZone);
  const moment = time === undefined ? hour! : toMomentInZone(day, time, timeZone);
  const moved = getChangedDates(
    task,
    { dateOnly: false, scheduledDate: moment, scheduledDay: day, ...due },
    timeZone,
  );
  if (time === undefined || task.dateOnly || moved.dueDate === null || hour === null) return moved;
  const later = time - toTimeInZone(hour, timeZone);
  return getChangedDates(moved, { dueDate: moved.dueDate + later }, timeZone);
}

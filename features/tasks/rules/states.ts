import { getDayEnd, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getRepetition, type Repeated } from "./repeated.ts";

/**
 * The state of a task at a moment: its section on the tasks page, its day in the calendar, its colour. Shared by list,
 * calendar and home (workspace 4.1–4.4), in the zone of the task's notebook, not the viewer's. Pure: the moment is an
 * argument. features/tasks/server/states.ts has the same rules in SQL; states.test.ts there compares the two.
 */

export type TaskStatus = "pending" | "in_progress" | "completed" | "cancelled";

/** A task's dates; moments in epoch ms, days as `YYYY-MM-DD` in the notebook's zone, null when unset. */
export type TaskDates = {
  /** Whether it is a whole-day task. Then the days are authoritative, otherwise the moments. */
  dateOnly: boolean;
  scheduledDate: number | null;
  dueDate: number | null;
  endDate: number | null;
  scheduledDay: string | null;
  dueDay: string | null;
  endDay: string | null;
};

/** The fields that determine states. */
export type TaskTimes = TaskDates & {
  status: TaskStatus;
  /** The time zone of its notebook, an IANA name. */
  timeZone: string;
  /** When it was added to "today", epoch ms; only for that day. */
  addedToTodayAt: number | null;
  /** Since when its program is paused, epoch ms; null without a program or while it isn't paused. */
  pausedSince: number | null;
};

/** Completed and cancelled count as finished (workspace 4.1). */
export const isFinished = ({ status }: Pick<TaskTimes, "status">): boolean =>
  status === "completed" || status === "cancelled";

/** The day used by lists: the due day, else the scheduled one. */
export const listDay = ({ dueDay, scheduledDay }: Pick<TaskDates, "dueDay" | "scheduledDay">) =>
  dueDay ?? scheduledDay;

/** The day used by the calendar: the scheduled day, else the due one. */
export const getCalendarDay = ({ dueDay, scheduledDay }: Pick<TaskDates, "dueDay" | "scheduledDay">) =>
  scheduledDay ?? dueDay;

/** The moment (epoch ms) after which an unfinished task is overdue; null without a date. */
export function getOverdueAfter(task: TaskDates & { timeZone: string }): number | null {
  const day = listDay(task);
  if (!task.dateOnly) return task.dueDate ?? task.scheduledDate;
  return day === null ? null : getDayEnd(day, task.timeZone);
}

/** The position of a task in lists by date, epoch ms; undated ones are last. */
export const listDate = (task: TaskDates & { timeZone: string }): number =>
  getOverdueAfter(task) ?? Number.POSITIVE_INFINITY;

/** The moment (epoch ms) after which an unfinished task has expired; null when it never does. */
export const getExpiry = ({ dateOnly, endDate, endDay, timeZone }: TaskDates & { timeZone: string }) =>
  dateOnly && endDay !== null ? getDayEnd(endDay, timeZone) : endDate;

const hasPassed = (moment: number | null, now: number) => moment !== null && moment < now;

/** The current time of a task's program, which stops while it is paused. */
export const createProgramClock = (pausedSince: number | null, now: number): number => pausedSince ?? now;

/**
 * Whether it is unfinished past its due time at a moment of its program's time, expired or not: programs count it as
 * overdue and exports as missed. `last` is its `getOverdueAfter`.
 */
export const isMissed = (task: Pick<TaskTimes, "status">, last: number | null, clock: number): boolean =>
  !isFinished(task) && hasPassed(last, clock);

/** Whether the task has expired; finished tasks never do, nor do tasks of a paused program. */
export const isExpired = (task: TaskTimes, now: number): boolean =>
  !isFinished(task) && hasPassed(getExpiry(task), createProgramClock(task.pausedSince, now));

/** Whether its program is paused; resuming moves it by the paused days, so until then it is due on no day. */
export const isPaused = (task: TaskTimes): boolean =>
  task.pausedSince !== null && !isFinished(task) && !isExpired(task, task.pausedSince);

/** Whether it was added to today and is unfinished; a pause that began afterwards ends that. */
export const isAddedToToday = (task: TaskTimes, now: number): boolean =>
  task.addedToTodayAt !== null &&
  task.addedToTodayAt >= (task.pausedSince ?? task.addedToTodayAt) &&
  !isFinished(task) &&
  toDayInZone(task.addedToTodayAt, task.timeZone) === toDayInZone(now, task.timeZone);

export type DisplayState = "completed" | "expired" | "overdue" | "pending";

/** The display state (workspace 4.1). A cancelled task reads as completed. */
export function displayState(task: TaskTimes, now: number): DisplayState {
  if (isFinished(task)) return "completed";
  if (isExpired(task, now)) return "expired";
  if (isPaused(task)) return "pending";
  return isMissed(task, getOverdueAfter(task), now) ? "overdue" : "pending";
}

export const TASK_SECTIONS = ["overdue", "today", "upcoming", "paused", "completed", "expired"] as const;
export type TaskSection = (typeof TASK_SECTIONS)[number];
/** Whether a section lists tasks to come, earliest first; the others list past ones, latest first. */
export const isAhead = (section: TaskSection): boolean =>
  section === "today" || section === "upcoming" || section === "paused";

/** A place of a task: in its section, or as a ghost in the section of its own date. */
export type TaskPlace = { section: TaskSection; isGhost: boolean };

/**
 * The sections that show a task; two when it was added to today and has another date (workspace 4.2). Home counts the
 * first three sections without ghosts (workspace 4.4). Tasks of a paused program have a section of their own: they are
 * due on no day, so they cause no notification.
 */
export function getTaskPlaces(task: TaskTimes, now: number): TaskPlace[] {
  if (isFinished(task)) return [{ section: "completed", isGhost: false }];
  if (isExpired(task, now)) return [{ section: "expired", isGhost: false }];
  const byDate = isPaused(task) ? "paused" : sectionOfDay(listDay(task), toDayInZone(now, task.timeZone));
  if (!isAddedToToday(task, now)) return [{ section: byDate, isGhost: false }];
  const places: TaskPlace[] = [{ section: "today", isGhost: false }];
  // An undated task has no other section.
  if (byDate !== "today" && listDay(task) !== null) places.push({ section: byDate, isGhost: true });
  return places;
}

function sectionOfDay(day: string | null, today: string): "overdue" | "today" | "upcoming" {
  if (day === null || day > today) return "upcoming";
  return day < today ? "overdue" : "today";
}

/** Whether a task of a repetition is for a later day, so that a user who completes it may mean another one. */
export const isEarly = (task: TaskTimes & Repeated, now: number): boolean =>
  getRepetition(task) !== null &&
  getTaskPlaces(task, now)[0]!.section === "upcoming" &&
  listDay(task) !== null;

export type TaskColour = "grey" | "ghost" | "yellow" | "red" | "blue" | "green";

/** The colour of a task in the calendar: the first match in the order of decisions W1007. */
export function getTaskColour(task: TaskTimes, isGhost: boolean, now: number): TaskColour {
  if (isFinished(task)) return "grey";
  if (isGhost) return "ghost";
  if (isPaused(task)) return isAddedToToday(task, now) ? "blue" : "green";
  const { scheduledDay, dueDay, timeZone } = task;
  const today = toDayInZone(now, timeZone);
  if (scheduledDay !== null && scheduledDay < today && dueDay !== null && dueDay >= today) return "yellow";
  if (isAddedToToday(task, now)) return "blue";
  if (displayState(task, now) === "overdue") return "red";
  const section = sectionOfDay(getCalendarDay(task), today);
  return section === "overdue" ? "red" : section === "today" ? "blue" : "green";
}

/** A calendar day that shows a task; null for the strip "No date". */
export type CalendarPlace = { day: string | null; isGhost: boolean };

/** The calendar days that show a task: none when it has expired, two when it was added to today (workspace 4.3). */
export function getCalendarPlaces(task: TaskTimes, now: number): CalendarPlace[] {
  if (isExpired(task, now)) return [];
  const own = getCalendarDay(task);
  if (!isAddedToToday(task, now)) return [{ day: own, isGhost: false }];
  const today = toDayInZone(now, task.timeZone);
  const places: CalendarPlace[] = [{ day: today, isGhost: false }];
  if (own !== null && own !== today) places.push({ day: own, isGhost: true });
  return places;
}

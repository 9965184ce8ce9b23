import { dayEnd, dayInZone } from "../../../lib/zone-day.ts";

/**
 * What a task looks like at a moment: which section of the tasks page, which day of the calendar, which colour. One
 * place for list, calendar and home (workspace 4.1–4.4), by the clock of the task's notebook, wherever the viewer is.
 * Pure: the moment is passed in. features/tasks/server/states.ts says the same in SQL; states.test.ts beside it compares.
 */

export type TaskStatus = "pending" | "in_progress" | "completed" | "cancelled";

export const STATUS_LABELS: Record<TaskStatus, string> = {
  pending: "Pending",
  in_progress: "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** A task's dates; moments in epoch ms, days as `YYYY-MM-DD` of the notebook's clock, null where it has none. */
export type TaskDates = {
  /** Whether it is for whole days. Then the days hold; otherwise the moments do. */
  dateOnly: boolean;
  scheduledDate: number | null;
  dueDate: number | null;
  endDate: number | null;
  scheduledDay: string | null;
  dueDay: string | null;
  endDay: string | null;
};

/** What the states are derived from. */
export type TaskTimes = TaskDates & {
  status: TaskStatus;
  /** The clock of its notebook, an IANA name. */
  timeZone: string;
  /** When somebody added it to "today", epoch ms; counts for that day. */
  addedToTodayAt: number | null;
  /** Since when its program is paused, epoch ms; null without one, and while it runs. */
  pausedSince: number | null;
};

/** Completed and cancelled count as finished (workspace 4.1). */
export const isFinished = ({ status }: Pick<TaskTimes, "status">): boolean =>
  status === "completed" || status === "cancelled";

/** The day that lists go by: when it is due, else when it is to be done. */
export const listDay = ({ dueDay, scheduledDay }: Pick<TaskDates, "dueDay" | "scheduledDay">) =>
  dueDay ?? scheduledDay;

/** The day that the calendar goes by: when it is to be done, else when it is due. */
export const calendarDay = ({ dueDay, scheduledDay }: Pick<TaskDates, "dueDay" | "scheduledDay">) =>
  scheduledDay ?? dueDay;

/** The last moment (epoch ms) at which the task isn't overdue while it is unfinished; null without a date. */
export function overdueAfter(task: TaskDates & { timeZone: string }): number | null {
  const day = listDay(task);
  if (!task.dateOnly) return task.dueDate ?? task.scheduledDate;
  return day === null ? null : dayEnd(day, task.timeZone);
}

/** The last moment (epoch ms) at which the task hasn't expired while it is unfinished; null when it never does. */
export const expiresAfter = ({ dateOnly, endDate, endDay, timeZone }: TaskDates & { timeZone: string }) =>
  dateOnly && endDay !== null ? dayEnd(endDay, timeZone) : endDate;

const hasPassed = (moment: number | null, now: number) => moment !== null && moment < now;

/** The time that counts for a task: that of its program, whose clock stands still while it is paused. */
export const programClock = (pausedSince: number | null, now: number): number => pausedSince ?? now;

/**
 * Whether it isn't done and its time is over at a moment of its program's clock, also once it has expired: what programs
 * count as overdue and exports as missed. `last` is its `overdueAfter`.
 */
export const isMissed = (task: Pick<TaskTimes, "status">, last: number | null, clock: number): boolean =>
  !isFinished(task) && hasPassed(last, clock);

/** Whether the time in which the task made sense is over; a finished one never expires, nor does one during a pause. */
export const isExpired = (task: TaskTimes, now: number): boolean =>
  !isFinished(task) && hasPassed(expiresAfter(task), programClock(task.pausedSince, now));

/** Whether it waits for its program to go on, which moves it by the paused days: until then it isn't due on any day. */
export const isPaused = (task: TaskTimes): boolean =>
  task.pausedSince !== null && !isFinished(task) && !isExpired(task, task.pausedSince);

/** Whether somebody added it to today, and it is still to be done; a pause that began afterwards ends that. */
export const isAddedToToday = (task: TaskTimes, now: number): boolean =>
  task.addedToTodayAt !== null &&
  task.addedToTodayAt >= (task.pausedSince ?? task.addedToTodayAt) &&
  !isFinished(task) &&
  dayInZone(task.addedToTodayAt, task.timeZone) === dayInZone(now, task.timeZone);

export type DisplayState = "completed" | "expired" | "overdue" | "pending";

/** The state in one word (workspace 4.1). A cancelled task is over, so it reads as completed. */
export function displayState(task: TaskTimes, now: number): DisplayState {
  if (isFinished(task)) return "completed";
  if (isExpired(task, now)) return "expired";
  if (isPaused(task)) return "pending";
  return isMissed(task, overdueAfter(task), now) ? "overdue" : "pending";
}

export const TASK_SECTIONS = ["overdue", "today", "upcoming", "completed", "expired"] as const;
export type TaskSection = (typeof TASK_SECTIONS)[number];
/** A place of a task: in its section, or as a ghost in the one that its own date would give it. */
export type TaskPlace = { section: TaskSection; isGhost: boolean };

/**
 * Where the tasks page shows a task; two places when it was added to today and has another date (workspace 4.2). Home
 * counts the first three sections, ghosts aside (workspace 4.4).
 */
export function taskPlaces(task: TaskTimes, now: number): TaskPlace[] {
  if (isFinished(task)) return [{ section: "completed", isGhost: false }];
  if (isExpired(task, now)) return [{ section: "expired", isGhost: false }];
  const byDate = isPaused(task) ? "upcoming" : sectionOfDay(listDay(task), dayInZone(now, task.timeZone));
  if (!isAddedToToday(task, now)) return [{ section: byDate, isGhost: false }];
  const places: TaskPlace[] = [{ section: "today", isGhost: false }];
  // Undated, it is at home nowhere else.
  if (byDate !== "today" && listDay(task) !== null) places.push({ section: byDate, isGhost: true });
  return places;
}

function sectionOfDay(day: string | null, today: string): "overdue" | "today" | "upcoming" {
  if (day === null || day > today) return "upcoming";
  return day < today ? "overdue" : "today";
}

export type TaskColour = "grey" | "ghost" | "yellow" | "red" | "blue" | "green";

/** The colour of a task in the calendar; the first that fits, in the order of decisions W1007. */
export function taskColour(task: TaskTimes, isGhost: boolean, now: number): TaskColour {
  if (isFinished(task)) return "grey";
  if (isGhost) return "ghost";
  if (isPaused(task)) return isAddedToToday(task, now) ? "blue" : "green";
  const { scheduledDay, dueDay, timeZone } = task;
  const today = dayInZone(now, timeZone);
  if (scheduledDay !== null && scheduledDay < today && dueDay !== null && dueDay >= today) return "yellow";
  if (isAddedToToday(task, now)) return "blue";
  const section = sectionOfDay(calendarDay(task), today);
  return section === "overdue" ? "red" : section === "today" ? "blue" : "green";
}

/** A day of the calendar that shows a task; null for the strip "No date". */
export type CalendarPlace = { day: string | null; isGhost: boolean };

/** Where the calendar shows a task: nowhere when it is expired, twice when it was added to today (workspace 4.3). */
export function calendarPlaces(task: TaskTimes, now: number): CalendarPlace[] {
  if (isExpired(task, now)) return [];
  const own = calendarDay(task);
  if (!isAddedToToday(task, now)) return [{ day: own, isGhost: false }];
  const today = dayInZone(now, task.timeZone);
  const places: CalendarPlace[] = [{ day: today, isGhost: false }];
  if (own !== null && own !== today) places.push({ day: own, isGhost: true });
  return places;
}

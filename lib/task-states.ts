/**
 * What a task looks like at a moment: which section of the tasks page, which day of the calendar, which colour. One
 * place for list, calendar and home (workspace 4.1–4.4); pure, so that clocks are passed in.
 */

export type TaskStatus = "pending" | "in_progress" | "completed" | "cancelled";

export const STATUS_LABELS: Record<TaskStatus, string> = {
  pending: "Pending",
  in_progress: "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** What the states are derived from; times in epoch ms, null where a task has none. */
export type TaskTimes = {
  status: TaskStatus;
  scheduledDate: number | null;
  dueDate: number | null;
  endDate: number | null;
  /** When somebody added it to "today"; counts for that day. */
  addedToTodayAt: number | null;
};

/** The viewer's day that holds `now`: from its midnight to the next, however long it is. */
export type Today = { now: number; start: number; end: number };

/** The local day that holds `now`; days are 23 or 25 hours long when the clocks change. */
export function todayAt(now: number): Today {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  // Where midnight doesn't exist, `setHours` answers with the first moment of the day; so does this.
  end.setHours(0, 0, 0, 0);
  return { now, start: start.getTime(), end: end.getTime() };
}

/** Completed and cancelled count as finished (workspace 4.1). */
export const isFinished = ({ status }: Pick<TaskTimes, "status">): boolean =>
  status === "completed" || status === "cancelled";

/** The date that lists go by: when it is due, else when it is to be done. */
export const listDate = ({ dueDate, scheduledDate }: TaskTimes): number | null => dueDate ?? scheduledDate;

/** The date that the calendar goes by: when it is to be done, else when it is due. */
export const calendarDate = ({ dueDate, scheduledDate }: TaskTimes): number | null =>
  scheduledDate ?? dueDate;

/** Whether the time in which the task made sense is over; a finished one never expires. */
export const isExpired = (task: TaskTimes, now: number): boolean =>
  !isFinished(task) && task.endDate !== null && task.endDate < now;

/** Whether somebody added it to today, and it is still to be done. */
export const isAddedToToday = (task: TaskTimes, { start, end }: Today): boolean =>
  task.addedToTodayAt !== null &&
  task.addedToTodayAt >= start &&
  task.addedToTodayAt < end &&
  !isFinished(task);

export type DisplayState = "completed" | "expired" | "overdue" | "pending";

/** Whether a task's date is over: a moment once it is past, midnight, which stands for its whole day, with that day. */
const hasPassed = (date: number, now: number): boolean => date < now && date !== todayAt(now).start;

/** The state in one word (workspace 4.1). A cancelled task is over, so it reads as completed. */
export function displayState(task: TaskTimes, now: number): DisplayState {
  if (isFinished(task)) return "completed";
  if (isExpired(task, now)) return "expired";
  const date = listDate(task);
  return date !== null && hasPassed(date, now) ? "overdue" : "pending";
}

export const TASK_SECTIONS = ["overdue", "today", "upcoming", "completed", "expired"] as const;
export type TaskSection = (typeof TASK_SECTIONS)[number];
/** A place of a task: in its section, or as a ghost in the one that its own date would give it. */
export type TaskPlace = { section: TaskSection; isGhost: boolean };

/** Where the tasks page shows a task; two places when it was added to today and has another date (workspace 4.2). */
export function taskPlaces(task: TaskTimes, today: Today): TaskPlace[] {
  if (isFinished(task)) return [{ section: "completed", isGhost: false }];
  if (isExpired(task, today.now)) return [{ section: "expired", isGhost: false }];
  const byDate = sectionOfDate(listDate(task), today);
  if (!isAddedToToday(task, today)) return [{ section: byDate, isGhost: false }];
  const places: TaskPlace[] = [{ section: "today", isGhost: false }];
  // Undated, it is at home nowhere else.
  if (byDate !== "today" && listDate(task) !== null) places.push({ section: byDate, isGhost: true });
  return places;
}

function sectionOfDate(date: number | null, { start, end }: Today): "overdue" | "today" | "upcoming" {
  if (date === null || date >= end) return "upcoming";
  return date < start ? "overdue" : "today";
}

/** The one of home's three counts that a task belongs to; null for what is finished or expired (workspace 4.4). */
export function homeCount(task: TaskTimes, today: Today): "overdue" | "today" | "upcoming" | null {
  if (isFinished(task) || isExpired(task, today.now)) return null;
  return isAddedToToday(task, today) ? "today" : sectionOfDate(listDate(task), today);
}

export type TaskColour = "grey" | "ghost" | "yellow" | "red" | "blue" | "green";

/** The colour of a task in the calendar; the first that fits, in the order of decisions W1007. */
export function taskColour(task: TaskTimes, isGhost: boolean, today: Today): TaskColour {
  if (isFinished(task)) return "grey";
  if (isGhost) return "ghost";
  const { scheduledDate, dueDate } = task;
  if (scheduledDate !== null && scheduledDate < today.start && dueDate !== null && dueDate >= today.start)
    return "yellow";
  if (isAddedToToday(task, today)) return "blue";
  const section = sectionOfDate(calendarDate(task), today);
  return section === "overdue" ? "red" : section === "today" ? "blue" : "green";
}

/** A moment of the calendar that shows a task; null for the strip "No date". */
export type CalendarPlace = { at: number | null; isGhost: boolean };

/** Where the calendar shows a task: nowhere when it is expired, twice when it was added to today (workspace 4.3). */
export function calendarPlaces(task: TaskTimes, today: Today): CalendarPlace[] {
  if (isExpired(task, today.now)) return [];
  const own = calendarDate(task);
  if (!isAddedToToday(task, today)) return [{ at: own, isGhost: false }];
  const onToday = own !== null && own >= today.start && own < today.end;
  const places: CalendarPlace[] = [{ at: onToday ? own : today.start, isGhost: false }];
  if (own !== null && !onToday) places.push({ at: own, isGhost: true });
  return places;
}

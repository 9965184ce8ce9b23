import {
  endOfMonth,
  getFormerMonth,
  getNextMonth,
  listWeeksFrom,
  startOfMonth,
} from "../../lib/dates/weeks.ts";
import { addDays, toTimeInZone } from "../../lib/dates/zone-day.ts";
import { isFullId } from "../../lib/ids.ts";
import { getFirstWeekday } from "../../lib/reader-locale.ts";
import { isDaily } from "../../lib/recurrence/daily.ts";
import type { Recurrence } from "../../lib/recurrence/recurrence.ts";
import { getLateness } from "../tasks/rules/due.ts";
import type { Lateness } from "../tasks/rules/lateness.ts";
import {
  getCalendarDay,
  getCalendarPlaces,
  getTaskColour,
  isFinished,
  type TaskColour,
  type TaskTimes,
} from "../tasks/rules/states.ts";
import type { CalendarMode } from "./client/calendar-view.ts";

/** How many tasks the calendar requests (workspace 9). */
export const CALENDAR_LIMIT = 500;
/** How many chips a day of a month shows before "+N more" (workspace 9). */
export const MONTH_CHIPS = 3;

/**
 * The days that a mode shows around a day, in weeks that start on `first` (0 is Monday, 6 is Sunday); a single day in
 * day mode.
 */
export function getWeeks(mode: CalendarMode, day: string, first: number = getFirstWeekday()): string[][] {
  if (mode === "day") return [[day]];
  return mode === "week"
    ? listWeeksFrom(day, day, first)
    : listWeeksFrom(startOfMonth(day), endOfMonth(day), first);
}

/** The day to show one month, week or day earlier (-1) or later (1). */
export function getDayAfterStep(mode: CalendarMode, day: string, by: -1 | 1): string {
  if (mode !== "month") return addDays(day, by * (mode === "week" ? 7 : 1));
  const month = by === 1 ? getNextMonth(day) : getFormerMonth(day);
  // From the 31st to the last day of a shorter month.
  const last = endOfMonth(month);
  const same = `${month.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** The fields of a task that the calendar needs. */
export type CalendarTask = TaskTimes & { _id: string; title: string; recurrence: Recurrence | null };

/** A task with its place in the calendar; `lateness` names a red one. */
export type PlacedTask<Task extends CalendarTask> = {
  task: Task;
  isGhost: boolean;
  colour: TaskColour;
  lateness: Lateness | null;
};

export type PlacedTasks<Task extends CalendarTask> = {
  /** By day, sorted as a list. */
  byDay: Map<string, PlacedTask<Task>[]>;
  undated: PlacedTask<Task>[];
};

/** Places tasks on the days that show them, sorted as lists are (workspace 4.3); leaves out expired ones. */
export function placeTasks<Task extends CalendarTask>(
  tasks: readonly Task[],
  now: number,
): PlacedTasks<Task> {
  const byDay = new Map<string, PlacedTask<Task>[]>();
  const undated: PlacedTask<Task>[] = [];
  for (const task of [...tasks].sort(compareInList)) {
    const lateness = getLateness(task, now);
    for (const { day, isGhost } of getCalendarPlaces(task, now)) {
      const placed = { task, isGhost, colour: getTaskColour(task, isGhost, now), lateness };
      if (day === null) undated.push(placed);
      else byDay.set(day, [...(byDay.get(day) ?? []), placed]);
    }
  }
  return { byDay, undated };
}

/** The tasks of a day in the order of chips: daily ones last, regardless of their state. */
export const asChips = <Task extends CalendarTask>(placed: readonly PlacedTask<Task>[]) => [
  ...placed.filter(({ task }) => !isDaily(task.recurrence)),
  ...placed.filter(({ task }) => isDaily(task.recurrence)),
];

/** The time of a task on its day, in ms after midnight in its notebook's zone; whole-day tasks come first. */
function getTaskTime(task: CalendarTask): number {
  if (getCalendarDay(task) === null) return Number.POSITIVE_INFINITY;
  const at = task.scheduledDate ?? task.dueDate;
  return task.dateOnly || at === null ? -1 : toTimeInZone(at, task.timeZone);
}

/** Sorts finished tasks last, then daily ones after others, then by time, then by title (decisions W1008). */
function compareInList(a: CalendarTask, b: CalendarTask): number {
  const keys = [isFinished, ({ recurrence }: CalendarTask) => isDaily(recurrence)];
  for (const key of keys) {
    const difference = Number(key(a)) - Number(key(b));
    if (difference !== 0) return difference;
  }
  const [first, second] = [getTaskTime(a), getTaskTime(b)];
  return first === second ? a.title.localeCompare(b.title) : first - second;
}

/** Whether moving a task to a day changes anything: the id is valid, and the task isn't on that day already. */
export const isMove = (task: Pick<CalendarTask, "_id" | "scheduledDay" | "dueDay">, day: string): boolean =>
  isFullId(task._id) && getCalendarDay(task) !== day;

import { isFullId } from "../../lib/ids.ts";
import { isDaily } from "../../lib/recurrence/daily.ts";
import type { Recurrence } from "../../lib/recurrence/recurrence.ts";
import {
  calendarDate,
  calendarPlaces,
  isFinished,
  type TaskColour,
  type TaskTimes,
  type Today,
  taskColour,
} from "../../lib/task-states.ts";
import { startOfLocalDay, toDateField } from "../../lib/time.ts";
import type { CalendarMode } from "./components/calendar-view.ts";

/** How many tasks the calendar asks for (workspace 9). */
export const CALENDAR_LIMIT = 500;
/** How many chips a day of a month has before "+N more" (workspace 9). */
export const MONTH_CHIPS = 3;

/** The local day `count` days after the one that holds `at`: its first moment, epoch ms. */
export function addDays(at: number, count: number): number {
  const day = new Date(startOfLocalDay(at));
  day.setDate(day.getDate() + count);
  return startOfLocalDay(day.getTime());
}

const sundayOf = (at: number) => addDays(at, -new Date(at).getDay());

/** The days that a mode shows around a day, in weeks from Sunday to Saturday; one day by itself in day mode. */
export function weeksOf(mode: CalendarMode, at: number): number[][] {
  if (mode === "day") return [[startOfLocalDay(at)]];
  const week = (sunday: number) => Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
  if (mode === "week") return [week(sundayOf(at))];
  const shown = new Date(startOfLocalDay(at));
  const first = sundayOf(new Date(shown.getFullYear(), shown.getMonth(), 1).getTime());
  const next = new Date(shown.getFullYear(), shown.getMonth() + 1, 1).getTime();
  const weeks: number[][] = [];
  for (let sunday = first; sunday < next; sunday = addDays(sunday, 7)) weeks.push(week(sunday));
  return weeks;
}

/** The day to show after a step back (-1) or ahead (1) by a month, a week or a day, as `YYYY-MM-DD`. */
export function stepped(mode: CalendarMode, at: number, by: -1 | 1): string {
  if (mode !== "month") return toDateField(addDays(at, by * (mode === "week" ? 7 : 1)));
  const day = new Date(startOfLocalDay(at));
  const date = day.getDate();
  day.setDate(1);
  day.setMonth(day.getMonth() + by);
  // From the 31st to a shorter month's last day.
  const last = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
  day.setDate(Math.min(date, last));
  return toDateField(day.getTime());
}

/** What of a task the calendar goes by. */
export type CalendarTask = TaskTimes & { _id: string; title: string; recurrence: Recurrence | null };

/** A task where the calendar shows it. */
export type PlacedTask<Task extends CalendarTask> = { task: Task; isGhost: boolean; colour: TaskColour };

export type PlacedTasks<Task extends CalendarTask> = {
  /** By the first moment of their day, sorted for a list. */
  byDay: Map<number, PlacedTask<Task>[]>;
  undated: PlacedTask<Task>[];
};

/** All tasks by the days that show them, sorted as lists are (workspace 4.3); expired ones aren't there. */
export function placeTasks<Task extends CalendarTask>(
  tasks: readonly Task[],
  today: Today,
): PlacedTasks<Task> {
  const byDay = new Map<number, PlacedTask<Task>[]>();
  const undated: PlacedTask<Task>[] = [];
  for (const task of [...tasks].sort(compareInList)) {
    for (const { at, isGhost } of calendarPlaces(task, today)) {
      const placed = { task, isGhost, colour: taskColour(task, isGhost, today) };
      if (at === null) undated.push(placed);
      else byDay.set(startOfLocalDay(at), [...(byDay.get(startOfLocalDay(at)) ?? []), placed]);
    }
  }
  return { byDay, undated };
}

/** The same tasks of a day as its chips have them: daily ones last, whatever else they are. */
export const asChips = <Task extends CalendarTask>(placed: readonly PlacedTask<Task>[]) => [
  ...placed.filter(({ task }) => !isDaily(task.recurrence)),
  ...placed.filter(({ task }) => isDaily(task.recurrence)),
];

const timeOf = (task: CalendarTask) => {
  const at = calendarDate(task);
  return at === null ? Number.POSITIVE_INFINITY : at - startOfLocalDay(at);
};

/** Finished last, then daily after others, then by the hour, then by title (decisions W1008). */
function compareInList(a: CalendarTask, b: CalendarTask): number {
  const keys = [isFinished, ({ recurrence }: CalendarTask) => isDaily(recurrence)];
  for (const key of keys) {
    const difference = Number(key(a)) - Number(key(b));
    if (difference !== 0) return difference;
  }
  const [first, second] = [timeOf(a), timeOf(b)];
  return first === second ? a.title.localeCompare(b.title) : first - second;
}

/**
 * When a task is to be done once it is moved to a day: at the same hour. Null when there is nothing to do: it has no
 * valid id, or is on that day already.
 */
export function movedTo(
  task: Pick<CalendarTask, "_id" | "scheduledDate" | "dueDate">,
  day: number,
): number | null {
  if (!isFullId(task._id)) return null;
  const at = calendarDate(task as CalendarTask);
  if (at === null) return day;
  if (startOfLocalDay(at) === day) return null;
  const [from, to] = [new Date(at), new Date(day)];
  to.setHours(from.getHours(), from.getMinutes(), from.getSeconds(), from.getMilliseconds());
  return to.getTime();
}

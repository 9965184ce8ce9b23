import { addDays, startOfWeek, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getFirstWeekday } from "../../../lib/reader-locale.ts";
import type { PlannedTask } from "../rules/activation.ts";

/**
 * How many tasks one person gets per week. Weeks start on the reader's first weekday and are keyed by that day
 * (`YYYY-MM-DD`).
 */
export type Load = {
  assignedTo: string | null;
  total: number;
  /** Average tasks per week over the whole plan, rounded. */
  average: number;
  weeks: { firstDay: string; count: number }[];
  busiest: { firstDay: string; count: number };
};

type Assigned = Pick<PlannedTask, "scheduledDate" | "assignedTo">;

/** The tasks of a plan grouped by their start day in a zone, in the order of days. */
export function groupTasksByDay<Task extends Pick<PlannedTask, "scheduledDate">>(
  tasks: readonly Task[],
  timeZone: string,
): Map<string, Task[]> {
  const days = new Map<string, Task[]>();
  const known = new Map<number, string>();
  for (const task of [...tasks].sort((a, b) => a.scheduledDate - b.scheduledDate)) {
    const day = known.get(task.scheduledDate) ?? toDayInZone(task.scheduledDate, timeZone);
    known.set(task.scheduledDate, day);
    const list = days.get(day);
    if (list) list.push(task);
    else days.set(day, [task]);
  }
  return days;
}

/** Each member's tasks per week, the busiest first; `first` is the first weekday. */
export function countWeekLoads(
  days: ReadonlyMap<string, readonly Assigned[]>,
  first: number = getFirstWeekday(),
): Load[] {
  const all = [...days.keys()];
  if (all.length === 0) return [];
  const starts: string[] = [];
  for (let week = startOfWeek(all[0]!, first); week <= all.at(-1)!; week = addDays(week, 7))
    starts.push(week);

  const counts = new Map<string | null, Map<string, number>>();
  for (const [day, tasks] of days) {
    const week = startOfWeek(day, first);
    for (const { assignedTo } of tasks) {
      const weeks = counts.get(assignedTo) ?? new Map<string, number>();
      weeks.set(week, (weeks.get(week) ?? 0) + 1);
      counts.set(assignedTo, weeks);
    }
  }
  const loads = [...counts].map(([assignedTo, byWeek]) => {
    const weeks = starts.map((firstDay) => ({ firstDay, count: byWeek.get(firstDay) ?? 0 }));
    const total = weeks.reduce((sum, { count }) => sum + count, 0);
    const busiest = weeks.reduce((most, week) => (week.count > most.count ? week : most));
    return { assignedTo, total, average: Math.round(total / weeks.length), weeks, busiest };
  });
  return loads.sort((a, b) => b.total - a.total);
}

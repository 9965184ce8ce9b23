import { addDays, dayInZone, weekdayOf } from "../../../lib/zone-day.ts";
import type { PlannedTask } from "../rules.ts";

/** How much one person gets. Weeks begin on Monday and are named by it (`YYYY-MM-DD`). */
export type Load = {
  assignedTo: string | null;
  total: number;
  /** Tasks a week over the whole plan, rounded. */
  average: number;
  weeks: { monday: string; count: number }[];
  busiest: { monday: string; count: number };
};

type Assigned = Pick<PlannedTask, "scheduledDate" | "assignedTo">;

const mondayOf = (day: string) => addDays(day, -weekdayOf(day));

/** The tasks of a plan by the day of a zone on which they begin, in the order of days. */
export function tasksByDay<Task extends Pick<PlannedTask, "scheduledDate">>(
  tasks: readonly Task[],
  timeZone: string,
): Map<string, Task[]> {
  const days = new Map<string, Task[]>();
  const known = new Map<number, string>();
  for (const task of [...tasks].sort((a, b) => a.scheduledDate - b.scheduledDate)) {
    const day = known.get(task.scheduledDate) ?? dayInZone(task.scheduledDate, timeZone);
    known.set(task.scheduledDate, day);
    const list = days.get(day);
    if (list) list.push(task);
    else days.set(day, [task]);
  }
  return days;
}

/** What each person gets of a plan, week by week, the most loaded first. */
export function weekLoads(days: ReadonlyMap<string, readonly Assigned[]>): Load[] {
  const all = [...days.keys()];
  if (all.length === 0) return [];
  const mondays: string[] = [];
  for (let week = mondayOf(all[0]!); week <= all.at(-1)!; week = addDays(week, 7)) mondays.push(week);

  const counts = new Map<string | null, Map<string, number>>();
  for (const [day, tasks] of days) {
    const monday = mondayOf(day);
    for (const { assignedTo } of tasks) {
      const weeks = counts.get(assignedTo) ?? new Map<string, number>();
      weeks.set(monday, (weeks.get(monday) ?? 0) + 1);
      counts.set(assignedTo, weeks);
    }
  }
  const loads = [...counts].map(([assignedTo, byWeek]) => {
    const weeks = mondays.map((monday) => ({ monday, count: byWeek.get(monday) ?? 0 }));
    const total = weeks.reduce((sum, { count }) => sum + count, 0);
    const busiest = weeks.reduce((most, week) => (week.count > most.count ? week : most));
    return { assignedTo, total, average: Math.round(total / weeks.length), weeks, busiest };
  });
  return loads.sort((a, b) => b.total - a.total);
}

import type { ProgramTask } from "../../../lib/api.ts";
import { addDays, longDay, toDayInZone } from "../../../lib/dates/zone-day.ts";

export type DayGroup = { day: string; tasks: ProgramTask[] };

/** Groups tasks by their planned day in a zone, keeping their order. */
export function groupByDay(tasks: readonly ProgramTask[], timeZone: string): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const task of tasks) {
    const at = task.scheduledDate ?? task.dueDate;
    const day = at === null ? "" : toDayInZone(at, timeZone);
    const last = groups.at(-1);
    if (last?.day === day) last.tasks.push(task);
    else groups.push({ day, tasks: [task] });
  }
  return groups;
}

/** A day's label relative to `today`: "Today, Saturday, March 20, 2027". */
export function getDayHeading(day: string, today: string): string {
  if (day === "") return "No date";
  if (day === today) return `Today, ${longDay(day)}`;
  if (day === addDays(today, 1)) return `Tomorrow, ${longDay(day)}`;
  if (day === addDays(today, -1)) return `Yesterday, ${longDay(day)}`;
  return longDay(day);
}

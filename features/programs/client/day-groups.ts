import type { ProgramTask } from "../../../lib/api.ts";
import { addDays, longDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";

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
  if (day === "") return t("program.noDate");
  if (day === today) return t("program.dayHeading", { when: "today", day: longDay(day) });
  if (day === addDays(today, 1)) return t("program.dayHeading", { when: "tomorrow", day: longDay(day) });
  if (day === addDays(today, -1)) return t("program.dayHeading", { when: "yesterday", day: longDay(day) });
  return longDay(day);
}

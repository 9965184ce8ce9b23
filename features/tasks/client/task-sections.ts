import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { MAX_COUNTED } from "../rules/limits.ts";
import { getTaskPlaces, listDate, type TaskSection } from "../rules/states.ts";

export type PlacedRow = { task: Task; isGhost: boolean };

export type SectionCounts = Record<TaskSection, number>;

/** The tasks of each section including their ghost copies, by date, undated ones last (workspace 4.2). */
export function getSections(tasks: readonly Task[], now: number): Record<TaskSection, PlacedRow[]> {
  const sections: Record<TaskSection, PlacedRow[]> = {
    overdue: [],
    today: [],
    upcoming: [],
    paused: [],
    completed: [],
    expired: [],
  };
  const dated = tasks.map((task) => ({ task, date: listDate(task) }));
  for (const { task } of dated.sort((a, b) => (a.date === b.date ? 0 : a.date - b.date))) {
    for (const { section, isGhost } of getTaskPlaces(task, now)) sections[section].push({ task, isGhost });
  }
  return sections;
}

/** The counts of all tasks after some of them changed: each is counted in its own section at a moment. */
export function adjustCounts(
  counts: SectionCounts,
  former: { tasks: readonly Task[]; at: number },
  present: { tasks: readonly Task[]; at: number },
): SectionCounts {
  const after = { ...counts };
  for (const task of former.tasks) after[getTaskPlaces(task, former.at)[0]!.section]--;
  for (const task of present.tasks) after[getTaskPlaces(task, present.at)[0]!.section]++;
  return after;
}

/** A section's count as text; finished tasks are counted up to a limit. */
export const countInWords = (section: TaskSection, count: number): string =>
  section === "completed" && count >= MAX_COUNTED
    ? t("tasklist.moreThan", { count: MAX_COUNTED - 1 })
    : String(count);

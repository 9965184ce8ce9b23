import type { Task } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getKind } from "../rules/repeated.ts";
import { displayState, getOverdueAfter, isFinished, listDay } from "../rules/states.ts";
import { getTasksToSkip } from "../rules.ts";

type Skippable = Pick<
  Task,
  | "_id"
  | "status"
  | "scheduledDate"
  | "dueDate"
  | "endDate"
  | "dateOnly"
  | "scheduledDay"
  | "dueDay"
  | "endDay"
  | "timeZone"
  | "addedToTodayAt"
  | "pausedSince"
  | "activityTemplateId"
  | "linkedDiaryProgramId"
  | "seriesId"
>;

/**
 * The ids of the overdue tasks that a skip would cancel: another unfinished task of the same activity or series is
 * later and is the current one (workspace 4.2).
 */
export function getSkippableTasks(tasks: readonly Skippable[], now: number): Set<string> {
  const kinds = new Map<string, { id: string; date: number | null; day: string | null; today: string }[]>();
  for (const task of tasks) {
    const kind = getKind(task);
    if (kind === null || isFinished(task)) continue;
    const dated = { id: task._id, date: getOverdueAfter(task), day: listDay(task) };
    kinds.set(kind, [...(kinds.get(kind) ?? []), { ...dated, today: toDayInZone(now, task.timeZone) }]);
  }
  const skipped = new Set([...kinds.values()].flatMap((some) => getTasksToSkip(some, some[0]!.today)));
  const isOverdue = (task: Skippable) => displayState(task, now) === "overdue";
  return new Set(tasks.filter((task) => skipped.has(task._id) && isOverdue(task)).map(({ _id }) => _id));
}

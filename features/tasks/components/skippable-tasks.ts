import type { Task } from "../../../lib/api.ts";
import { displayState, isFinished, listDate, todayAt } from "../../../lib/task-states.ts";
import { tasksToSkip } from "../rules.ts";

type Skippable = Pick<
  Task,
  | "_id"
  | "status"
  | "scheduledDate"
  | "dueDate"
  | "endDate"
  | "addedToTodayAt"
  | "activityTemplateId"
  | "linkedDiaryProgramId"
  | "seriesId"
>;

/** What tasks have in common that can be skipped together: an activity of a program, or a series. */
const kindOf = ({ linkedDiaryProgramId, activityTemplateId, seriesId }: Skippable): string | null =>
  linkedDiaryProgramId && activityTemplateId ? `${linkedDiaryProgramId} ${activityTemplateId}` : seriesId;

/**
 * The ids of those overdue tasks that a skip would cancel: another unfinished one of the same program's activity (or
 * series) comes later and is the current one (workspace 4.2).
 */
export function skippableTasks(tasks: readonly Skippable[], now: number): Set<string> {
  const today = todayAt(now);
  const kinds = new Map<string, { id: string; date: number | null }[]>();
  for (const task of tasks) {
    const kind = kindOf(task);
    if (kind === null || isFinished(task)) continue;
    kinds.set(kind, [...(kinds.get(kind) ?? []), { id: task._id, date: listDate(task) }]);
  }
  const skipped = new Set([...kinds.values()].flatMap((some) => tasksToSkip(some, today)));
  const isOverdue = (task: Skippable) => displayState(task, now) === "overdue";
  return new Set(tasks.filter((task) => skipped.has(task._id) && isOverdue(task)).map(({ _id }) => _id));
}

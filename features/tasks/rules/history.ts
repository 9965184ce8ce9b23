import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { isExpired, isPaused, listDay, type TaskTimes } from "./states.ts";

/** How many days the history of a repeated task has, today included. */
export const HISTORY_DAYS = 30;

/** The most tasks in a history: one an hour for thirty days, and some that were moved. */
export const MAX_HISTORY = 1000;

/** The first of the days of a history that ends with a day. */
export const getHistoryStart = (lastDay: string): string => addDays(lastDay, 1 - HISTORY_DAYS);

/** The outcomes of a task of a repetition, in the order of marks and counts. */
export const HISTORY_STATES = ["done", "late", "missed", "cancelled", "open", "paused"] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

/**
 * The outcome of a task, by whole days of its notebook: it is late when it was completed on a later day than its due
 * day, and missed when that day is over or it has expired. A tablet due at eight and taken at nine is done.
 */
export function getHistoryState(task: TaskTimes & { completedAt: number | null }, now: number): HistoryState {
  const day = listDay(task);
  if (task.status === "cancelled") return "cancelled";
  if (task.status === "completed") {
    const isLate =
      day !== null && task.completedAt !== null && toDayInZone(task.completedAt, task.timeZone) > day;
    return isLate ? "late" : "done";
  }
  if (isExpired(task, now)) return "missed";
  if (isPaused(task)) return "paused";
  return day !== null && day < toDayInZone(now, task.timeZone) ? "missed" : "open";
}

export type HistoryCounts = Record<HistoryState, number>;

export function countStates(states: readonly HistoryState[]): HistoryCounts {
  const counts: HistoryCounts = { done: 0, late: 0, missed: 0, cancelled: 0, open: 0, paused: 0 };
  for (const state of states) counts[state]++;
  return counts;
}

/** The history in a sentence: "28 of 30 done, 2 of them late, 2 missed". Cancelled and open tasks aren't counted as due. */
export function describeHistory({ done, late, missed, cancelled, open, paused }: HistoryCounts): string {
  const due = done + late + missed;
  return listNames([
    due === 0 ? t("repeated.noneDue") : t("repeated.doneOf", { done: done + late, due }),
    ...(late > 0 ? [t("repeated.late", { count: late })] : []),
    ...(missed > 0 ? [t("repeated.missed", { count: missed })] : []),
    ...(cancelled > 0 ? [t("repeated.cancelled", { count: cancelled })] : []),
    ...(open > 0 ? [t("repeated.stillOpen", { count: open })] : []),
    ...(paused > 0 ? [t("repeated.paused", { count: paused })] : []),
  ]);
}

import type { Task } from "../../../lib/api.ts";
import { CLOCK, formatDate } from "../../../lib/dates/date-format.ts";
import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { countStates, describeHistory, type HistoryState } from "../rules/history.ts";

/** The fields of a task in a history. */
export type HistoryTask = Pick<
  Task,
  | "_id"
  | "status"
  | "dateOnly"
  | "scheduledDate"
  | "dueDate"
  | "endDate"
  | "scheduledDay"
  | "dueDay"
  | "endDay"
  | "completedAt"
  | "completedByName"
  | "pausedSince"
>;

export type HistoryEntry = { task: HistoryTask; state: HistoryState };

/** The hour of a task such as "8:00 AM", in its notebook's zone; empty for a whole day. */
export function describeHour({ dateOnly, scheduledDate, dueDate }: HistoryTask, timeZone: string): string {
  const at = scheduledDate ?? dueDate;
  return dateOnly || at === null ? "" : formatDate(at, CLOCK, undefined, timeZone);
}

/**
 * The user and time of a task's completion: "Anna Keller, 8:12 AM", with the day when it was late; empty unless it is
 * done.
 */
export function describeDone({ task, state }: HistoryEntry, timeZone: string): string {
  if (state !== "done" && state !== "late") return "";
  const { completedAt, completedByName } = task;
  if (completedAt === null) return completedByName ?? "";
  const hour = formatDate(completedAt, CLOCK, undefined, timeZone);
  const day = state === "late" ? [shortDay(toDayInZone(completedAt, timeZone))] : [];
  return [...(completedByName ? [completedByName] : []), ...day, hour].join(", ");
}

/** One task of a day: "8:00 AM: done, Anna Keller, 8:12 AM". */
export function describeEntry(entry: HistoryEntry, timeZone: string): string {
  const hour = describeHour(entry.task, timeZone);
  const { state } = entry;
  const what = hour ? t("repeated.stateAt", { hour, state }) : t("repeated.state", { state });
  return [what, describeDone(entry, timeZone)].filter(Boolean).join(", ");
}

/** More tasks of a day than this are counted instead of read one by one. */
const READ_OUT = 4;

/** The tasks of a day in words, for screen readers. */
export function describeDay(entries: readonly HistoryEntry[], timeZone: string): string {
  if (entries.length === 0) return t("repeated.nonePlanned");
  if (entries.length > READ_OUT) return describeHistory(countStates(entries.map(({ state }) => state)));
  return entries.map((entry) => describeEntry(entry, timeZone)).join("; ");
}

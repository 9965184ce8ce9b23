import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../lib/api.ts";
import { pluralize } from "../../../lib/pluralize.ts";

/** The content of a day in a month; the numbers are 0 where there is nothing. */
export type MonthDay = Omit<FunctionReturnType<typeof api.notes.listNoteDays>[number], "day"> & {
  missedTasks: number;
};

type NoteDays = FunctionReturnType<typeof api.notes.listNoteDays>;
type MissedDays = FunctionReturnType<typeof api.tasks.listMissedDays>;

const NOTHING: MonthDay = { notes: 0, medicationLists: 0, tagged: 0, tags: [], missedTasks: 0 };

/** The days of a month that have anything, in order. */
export function listMonthDays(noteDays: NoteDays, missedDays: MissedDays): Map<string, MonthDay> {
  const days = new Map<string, MonthDay>();
  for (const { day, ...notes } of noteDays) days.set(day, { ...NOTHING, ...notes });
  for (const { day, count } of missedDays)
    days.set(day, { ...(days.get(day) ?? NOTHING), missedTasks: count });
  return new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** "new list of medications", "2 new lists of medications". */
export const describeMedication = (count: number): string =>
  count === 1 ? "new list of medications" : `${count} new lists of medications`;

/** The tags of a day: "sleep (2), appetite". */
export const tagWords = (tags: MonthDay["tags"]): string =>
  tags.map(({ tag, count }) => (count > 1 ? `${tag} (${count})` : tag)).join(", ");

/** A day in words: "3 notes, tags: sleep (2), appetite; new list of medications; 1 missed task". */
export function describeDay({ notes, medicationLists, tags, missedTasks }: MonthDay): string {
  return [
    ...(notes > 0 ? [pluralize(notes, "note") + (tags.length > 0 ? `, tags: ${tagWords(tags)}` : "")] : []),
    ...(medicationLists > 0 ? [describeMedication(medicationLists)] : []),
    ...(missedTasks > 0 ? [pluralize(missedTasks, "missed task")] : []),
  ].join("; ");
}

/** A month in words: "14 notes on 9 days, 2 new lists of medications, 3 missed tasks", and the days of the chosen tag. */
export function describeMonth(days: Iterable<MonthDay>, tag: string): string {
  const all = [...days];
  const sum = (key: "notes" | "medicationLists" | "missedTasks") =>
    all.reduce((total, day) => total + day[key], 0);
  const [notes, lists, missed] = [sum("notes"), sum("medicationLists"), sum("missedTasks")];
  const daysWith = (has: (day: MonthDay) => boolean) => pluralize(all.filter(has).length, "day");
  return [
    notes === 0 ? "No notes" : `${pluralize(notes, "note")} on ${daysWith((day) => day.notes > 0)}`,
    ...(tag ? [`“${tag}” on ${daysWith((day) => day.tagged > 0)}`] : []),
    ...(lists > 0 ? [pluralize(lists, "new list of medications", "new lists of medications")] : []),
    ...(missed > 0 ? [pluralize(missed, "missed task")] : []),
  ].join(", ");
}

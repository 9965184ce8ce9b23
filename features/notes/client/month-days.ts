import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../lib/api.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";

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

/** The tags of a day: "sleep (2), appetite". */
export const tagWords = (tags: MonthDay["tags"]): string =>
  listNames(tags.map(({ tag, count }) => (count > 1 ? `${tag} (${count})` : tag)));

/** A day in words: "3 notes, tags: sleep (2), appetite; new list of medications; 1 missed task". */
export function describeDay({ notes, medicationLists, tags, missedTasks }: MonthDay): string {
  const [first = "", ...others] = [
    ...(notes > 0 && tags.length > 0 ? [t("notemonth.dayNotesTagged", { notes, tags: tagWords(tags) })] : []),
    ...(notes > 0 && tags.length === 0 ? [t("notemonth.dayNotes", { notes })] : []),
    ...(medicationLists > 0 ? [t("notemonth.dayLists", { count: medicationLists })] : []),
    ...(missedTasks > 0 ? [t("notemonth.missed", { count: missedTasks })] : []),
  ];
  return others.reduce((before, next) => t("notemonth.and", { before, next }), first);
}

/** A month in words: "14 notes on 9 days, 2 new lists of medications, 3 missed tasks", and the days of the chosen tag. */
export function describeMonth(days: Iterable<MonthDay>, tag: string): string {
  const all = [...days];
  const sum = (key: "notes" | "medicationLists" | "missedTasks") =>
    all.reduce((total, day) => total + day[key], 0);
  const [notes, lists, missed] = [sum("notes"), sum("medicationLists"), sum("missedTasks")];
  const countDays = (has: (day: MonthDay) => boolean) => all.filter(has).length;
  return listNames([
    notes === 0
      ? t("notemonth.noNotes")
      : t("notemonth.notesOnDays", { notes, days: countDays((day) => day.notes > 0) }),
    ...(tag ? [t("notemonth.tagOnDays", { tag, days: countDays((day) => day.tagged > 0) })] : []),
    ...(lists > 0 ? [t("notemonth.lists", { count: lists })] : []),
    ...(missed > 0 ? [t("notemonth.missed", { count: missed })] : []),
  ]);
}

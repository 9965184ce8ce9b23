import { getFirstWeekday } from "../reader-locale.ts";
import { addDays, countDaysBetween, startOfWeek } from "./zone-day.ts";

/** The first day of a day's month. */
export const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the month after a day's month. */
export const getNextMonth = (day: string): string => startOfMonth(addDays(startOfMonth(day), 31));

/** The first day of the month before a day's month. */
export const getFormerMonth = (day: string): string => startOfMonth(addDays(startOfMonth(day), -1));

/** The last day of a day's month. */
export const endOfMonth = (day: string): string => addDays(getNextMonth(day), -1);

/** The earliest of some days. */
export const getEarliestDay = (...days: string[]): string => days.sort()[0]!;

/** The latest of some days. */
export const getLatestDay = (...days: string[]): string => days.sort().at(-1)!;

/** The days from one to another, both included; none when the last is before the first. */
export const listDaysFrom = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDaysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

/** The whole weeks that contain the days from one to another; a week starts on `first` (0 is Monday). */
export function listWeeksFrom(from: string, to: string, first: number = getFirstWeekday()): string[][] {
  const weeks: string[][] = [];
  for (let start = startOfWeek(from, first); start <= to; start = addDays(start, 7))
    weeks.push(listDaysFrom(start, addDays(start, 6)));
  return weeks;
}

import { firstWeekday } from "./reader-locale.ts";
import { addDays, daysBetween, startOfWeek } from "./zone-day.ts";

/** The first day of a day's month. */
export const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the month after a day's month. */
export const nextMonth = (day: string): string => startOfMonth(addDays(startOfMonth(day), 31));

/** The first day of the month before a day's month. */
export const formerMonth = (day: string): string => startOfMonth(addDays(startOfMonth(day), -1));

/** The last day of a day's month. */
export const endOfMonth = (day: string): string => addDays(nextMonth(day), -1);

/** The earliest of some days. */
export const earliestDay = (...days: string[]): string => days.sort()[0]!;

/** The latest of some days. */
export const latestDay = (...days: string[]): string => days.sort().at(-1)!;

/** The days from one to another, both included; none when the last is before the first. */
export const daysFrom = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

/** The whole weeks that contain the days from one to another; a week starts on `first` (0 is Monday). */
export function weeksFrom(from: string, to: string, first: number = firstWeekday()): string[][] {
  const weeks: string[][] = [];
  for (let start = startOfWeek(from, first); start <= to; start = addDays(start, 7))
    weeks.push(daysFrom(start, addDays(start, 6)));
  return weeks;
}

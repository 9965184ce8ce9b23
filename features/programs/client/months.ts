import { addDays, startOfWeek } from "../../../lib/dates/zone-day.ts";
import { getFirstWeekday } from "../../../lib/reader-locale.ts";

/** The months from one day to another, as `YYYY-MM`. */
export function getMonths(from: string, to: string): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/** The weeks of a month (`YYYY-MM`), starting on weekday `first`, filled up with days of the adjacent months. */
export function getWeeks(month: string, first: number = getFirstWeekday()): string[][] {
  const firstDay = `${month}-01`;
  const weeks: string[][] = [];
  for (let start = startOfWeek(firstDay, first); start.slice(0, 7) <= month; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(start, offset)));
  }
  return weeks;
}

// Day 28 exists in every month, and four days later is always in the next month.
const nextMonth = (month: string) => addDays(`${month}-28`, 4).slice(0, 7);

import { firstWeekday } from "../../../lib/reader-locale.ts";
import { addDays, startOfWeek } from "../../../lib/zone-day.ts";

/** The months from one day to another, as `YYYY-MM`. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/**
 * The weeks of a month (`YYYY-MM`), beginning with the weekday `first`, with the days of its neighbours that fill them.
 */
export function weeksOf(month: string, first: number = firstWeekday()): string[][] {
  const firstDay = `${month}-01`;
  const weeks: string[][] = [];
  for (let start = startOfWeek(firstDay, first); start.slice(0, 7) <= month; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(start, offset)));
  }
  return weeks;
}

// Every month has a 28th, and none more than 31 days: four days later it is the next one.
const nextMonth = (month: string) => addDays(`${month}-28`, 4).slice(0, 7);

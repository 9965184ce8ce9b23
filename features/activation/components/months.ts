import { addDays, weekdayOf } from "../../../lib/zone-day.ts";

/** The months from one day to another, as `YYYY-MM`. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/** The weeks of a month (`YYYY-MM`), Monday first, with the days of its neighbours that fill them. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  for (
    let monday = addDays(first, -weekdayOf(first));
    monday.slice(0, 7) <= month;
    monday = addDays(monday, 7)
  ) {
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(monday, offset)));
  }
  return weeks;
}

// Every month has a 28th, and none more than 31 days: four days later it is the next one.
const nextMonth = (month: string) => addDays(`${month}-28`, 4).slice(0, 7);

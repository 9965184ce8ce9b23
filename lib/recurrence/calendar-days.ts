import { DAY } from "../dates/time.ts";
import { WEEKDAYS, type Weekday } from "./recurrence.ts";

/**
 * A calendar day as a number: days since 1 January 1970. Arithmetic on these numbers is independent of time zones, so
 * no change of clocks makes a day longer, shorter or disappear.
 */
export type DayNumber = number;

const MAX_DAYS = 4000;

/** The number of `YYYY-MM-DD`. Throws a RangeError on a day that doesn't exist. */
export const dayNumber = remembered((text: string): DayNumber => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / DAY : Number.NaN;
  if (!Number.isInteger(day) || dayText(day) !== text) throw new RangeError(`"${text}" is no day`);
  return day;
});

/** The day as `YYYY-MM-DD`. */
export const dayText = remembered((day: DayNumber): string => new Date(day * DAY).toISOString().slice(0, 10));

/** Remembers up to `MAX_DAYS` answers: a page of many plans asks for the same few days hundreds of times. */
function remembered<Question, Answer>(answer: (question: Question) => Answer): typeof answer {
  const known = new Map<Question, Answer>();
  return (question) => {
    let found = known.get(question);
    if (found === undefined) {
      if (known.size >= MAX_DAYS) known.clear();
      found = answer(question);
      known.set(question, found);
    }
    return found;
  };
}

export const getWeekday = (day: DayNumber): Weekday => WEEKDAYS[(new Date(day * DAY).getUTCDay() + 6) % 7]!;

export const getDayOfMonth = (day: DayNumber): number => new Date(day * DAY).getUTCDate();

/** The same day `months` later; the last day of that month when it has no such day. */
export function addMonths(day: DayNumber, months: number): DayNumber {
  const from = new Date(day * DAY);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), last)) / DAY;
}

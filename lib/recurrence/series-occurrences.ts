import { DAY } from "../time.ts";
import { addMonths, type DayNumber, dayNumber, dayOfMonth, dayText } from "./calendar-days.ts";
import { customTimes } from "./custom-occurrences.ts";
import { type RuleParts, ruleParts, ruleText } from "./custom-rule.ts";
import { type ClockTime, clockTimes } from "./patterns.ts";
import type { Recurrence } from "./recurrence.ts";
import { zoneClock } from "./zone-clock.ts";

const MINUTE = 60_000;
/** How many times of a custom rule are looked at: those of its longest period, and as many as anybody may ask for. */
const MAX_RULE_TIMES = 10_000;

/** A series: its recurrence and its first occurrence, by the notebook's clock. */
export type SeriesStart = {
  recurrence: Recurrence;
  /** `YYYY-MM-DD` */
  firstDay: string;
  /** Minutes after midnight; null when it is for whole days. */
  startMinute: number | null;
};

/** An occurrence of a series: its day and minute by the notebook's clock (null: the whole day), and its instant in epoch ms. */
export type SeriesOccurrence = { day: string; minute: number | null; start: number };

export type SeriesSpan = {
  /** The first and the last day to look at (`YYYY-MM-DD`), both included. */
  from: string;
  to: string;
  timeZone: string;
  /** The most occurrences to give, at least those of one day. */
  most: number;
  /** How often a rule with a COUNT has come before `from`; null when nobody has counted. */
  counted: number | null;
};

export type SeriesPart = {
  occurrences: SeriesOccurrence[];
  /** The day that the occurrences are complete up to: `to`, or an earlier one when there are too many. */
  until: string;
  /** How often a rule with a COUNT has come up to that day; null for what has none. */
  counted: number | null;
};

/**
 * The occurrences of a series on some of its days, in order. Unlike those of a phase (`occurrences`) they begin at the
 * first one's hour and go on for ever: they are never counted from the beginning.
 * Throws a RecurrenceError on a custom rule that can't be computed, a RangeError on an unknown time zone.
 */
export function seriesOccurrences(series: SeriesStart, span: SeriesSpan): SeriesPart {
  const clock = zoneClock(span.timeZone);
  const { times, until, counted } = timesOfSpan(series, span);
  const starts = new Set<number>();
  const found: SeriesOccurrence[] = [];
  for (const { day, time } of times) {
    // Samoa left out a whole day in 2011.
    if (clock.dayStart(day) === clock.dayStart(day + 1)) continue;
    const start = time === null ? clock.dayStart(day) : clock.at(day, time);
    // A time that clocks skip becomes the one after, which may be an occurrence anyway.
    if (starts.has(start)) continue;
    starts.add(start);
    found.push({ day: dayText(day), minute: time === null ? null : Math.floor(time / MINUTE), start });
  }
  return { occurrences: found, until: dayText(until), counted };
}

function timesOfSpan(series: SeriesStart, span: SeriesSpan) {
  const [from, to] = [dayNumber(span.from), dayNumber(span.to)];
  const { recurrence } = series;
  const count = recurrence.pattern === "custom" ? ruleParts(recurrence.rrule).get("COUNT") : undefined;
  const before = count === undefined ? 0 : (span.counted ?? countBefore(series, from, span.timeZone));
  const room = count === undefined ? Number.POSITIVE_INFINITY : Number(count) - before;
  const times: ClockTime[] = [];
  for (const time of timesFrom(series, from, to, span.timeZone)) {
    if (times.length >= room) break;
    // One more than fit: the day that it falls on isn't complete.
    if (times.length >= span.most && time.day > times[0]!.day) {
      const until = time.day - 1;
      const complete = times.filter(({ day }) => day <= until);
      return { times: complete, until, counted: count === undefined ? null : before + complete.length };
    }
    times.push(time);
  }
  return { times, until: to, counted: count === undefined ? null : before + times.length };
}

/** How often a rule has come before a day. */
function countBefore(series: SeriesStart, day: DayNumber, timeZone: string): number {
  const first = dayNumber(series.firstDay);
  let count = 0;
  for (const _ of timesFrom(series, first, day - 1, timeZone)) count++;
  return count;
}

/** When a series happens from one day to another, by the clock on the wall; a rule's COUNT aside. */
function* timesFrom(
  { recurrence, firstDay, startMinute }: SeriesStart,
  from: DayNumber,
  to: DayNumber,
  timeZone: string,
): Generator<ClockTime> {
  const first = dayNumber(firstDay);
  const startTime = startMinute === null ? null : startMinute * MINUTE;
  const all =
    recurrence.pattern === "custom"
      ? ruleTimes(recurrence.rrule, { first, startTime, from, to, timeZone })
      : clockTimes(recurrence, first, to, startTime ?? 0);
  for (const { day, time } of all) {
    const at = time ?? startTime;
    if (day < from || (day === first && at !== null && at < (startTime ?? 0))) continue;
    yield { day, time: at };
  }
}

type RuleSpan = {
  first: DayNumber;
  startTime: number | null;
  from: DayNumber;
  to: DayNumber;
  timeZone: string;
};

function ruleTimes(text: string, { first, startTime, from, to, timeZone }: RuleSpan): ClockTime[] {
  const parts = new Map(ruleParts(text));
  parts.delete("COUNT");
  // Before `from`: on the day itself the times before the first one's would be missing.
  const aligned = alignedStart(parts, first, from - 1);
  return customTimes(ruleText(parts), {
    first: aligned,
    last: to,
    startTime,
    timeZone,
    most: MAX_RULE_TIMES,
  });
}

/**
 * The last day at or before `from` on which the rule begins anew as it does on its first day, so that a series of many
 * years isn't counted through from its beginning.
 */
function alignedStart(parts: RuleParts, first: DayNumber, from: DayNumber): DayNumber {
  if (from <= first) return first;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const frequency = parts.get("FREQ");
  if (frequency === "MONTHLY" || frequency === "YEARLY") {
    const months = frequency === "YEARLY" ? 12 * interval : interval;
    let count = Math.floor((from - first) / 28 / months);
    // Counted from another day of the month, a rule without days of its own would happen on that one.
    while (addMonths(first, count * months) > from || !isSameDay(first, count * months)) count--;
    return addMonths(first, count * months);
  }
  const days = periodDays(frequency, interval);
  return first + Math.floor((from - first) / days) * days;
}

const isSameDay = (day: DayNumber, months: number) => dayOfMonth(addMonths(day, months)) === dayOfMonth(day);

/** After how many days a rule falls on the same time of day again. */
function periodDays(frequency: string | undefined, interval: number): number {
  switch (frequency) {
    case "WEEKLY":
      return 7 * interval;
    case "HOURLY":
      return interval / greatestDivisor(interval, 24);
    case "MINUTELY":
      return interval / greatestDivisor(interval, DAY / MINUTE);
    default:
      return interval;
  }
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

import { DAY, MINUTE } from "../dates/time.ts";
import { addMonths, type DayNumber, dayNumber, dayText, getDayOfMonth } from "./calendar-days.ts";
import { getCustomTimes } from "./custom-occurrences.ts";
import { formatRule, getRuleParts, type RuleParts } from "./custom-rule.ts";
import { type ClockTime, getClockTimes, type PlainRecurrence } from "./patterns.ts";
import { isIntervalValid, type Recurrence } from "./recurrence.ts";
import { createZoneClock } from "./zone-clock.ts";

/** The most occurrences of a custom rule that are computed: enough for its longest period and for any request. */
const MAX_RULE_TIMES = 10_000;

/** A series: its recurrence and its first occurrence, in the notebook's time zone. */
export type SeriesStart = {
  recurrence: Recurrence;
  /** `YYYY-MM-DD` */
  firstDay: string;
  /** Minutes after midnight; null for whole days. */
  startMinute: number | null;
};

/**
 * An occurrence of a series: its day and minute in the notebook's time zone (null: the whole day), and its instant in
 * epoch ms.
 */
export type SeriesOccurrence = { day: string; minute: number | null; start: number };

export type SeriesSpan = {
  /** The first and the last day (`YYYY-MM-DD`), both inclusive. */
  from: string;
  to: string;
  timeZone: string;
  /** The most occurrences to return, but always a whole day. */
  most: number;
  /** How many occurrences a rule with a COUNT has before `from`; null when unknown. */
  counted: number | null;
};

export type SeriesPart = {
  occurrences: SeriesOccurrence[];
  /** The last day of complete occurrences: `to`, or an earlier one when there are too many. */
  until: string;
  /** How many occurrences a rule with a COUNT has up to that day; null for a rule without COUNT. */
  counted: number | null;
};

/**
 * The occurrences of a series on some of its days, in order. Unlike `listOccurrences` of a phase they begin at the first
 * one's hour and have no end, so they are never computed from the beginning. Throws a RecurrenceError on a custom rule
 * that can't be computed, a RangeError on an unknown time zone.
 */
export function listSeriesOccurrences(series: SeriesStart, span: SeriesSpan): SeriesPart {
  const clock = createZoneClock(span.timeZone);
  const { times, until, counted } = timesOfSpan(series, span);
  const starts = new Set<number>();
  const found: SeriesOccurrence[] = [];
  for (const { day, time } of times) {
    // The local day doesn't exist: Samoa skipped one in 2011.
    if (clock.dayStart(day) === clock.dayStart(day + 1)) continue;
    const start = time === null ? clock.dayStart(day) : clock.at(day, time);
    // A skipped local time becomes a later one, which may be an occurrence already.
    if (starts.has(start)) continue;
    starts.add(start);
    found.push({ day: dayText(day), minute: time === null ? null : Math.floor(time / MINUTE), start });
  }
  return { occurrences: found, until: dayText(until), counted };
}

function timesOfSpan(series: SeriesStart, span: SeriesSpan) {
  const [from, to] = [dayNumber(span.from), dayNumber(span.to)];
  const { recurrence } = series;
  const count = recurrence.pattern === "custom" ? getRuleParts(recurrence.rrule).get("COUNT") : undefined;
  const before = count === undefined ? 0 : (span.counted ?? countBefore(series, from, span.timeZone));
  const room = count === undefined ? Number.POSITIVE_INFINITY : Number(count) - before;
  const times: ClockTime[] = [];
  for (const time of timesFrom(series, from, to, span.timeZone)) {
    if (times.length >= room) break;
    // One more than fit: its day isn't complete.
    if (times.length >= span.most && time.day > times[0]!.day) {
      const until = time.day - 1;
      const complete = times.filter(({ day }) => day <= until);
      return { times: complete, until, counted: count === undefined ? null : before + complete.length };
    }
    times.push(time);
  }
  return { times, until: to, counted: count === undefined ? null : before + times.length };
}

/** How many occurrences a rule has before a day. */
function countBefore(series: SeriesStart, day: DayNumber, timeZone: string): number {
  const first = dayNumber(series.firstDay);
  let count = 0;
  for (const _ of timesFrom(series, first, day - 1, timeZone)) count++;
  return count;
}

/** The occurrences of a series between two days in local time, ignoring a rule's COUNT. */
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
      : getClockTimes(recurrence, plainStart(recurrence, first, from - 1), to, startTime ?? 0);
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
  const parts = new Map(getRuleParts(text));
  parts.delete("COUNT");
  // Before `from`: starting on that day itself would miss times earlier than the first occurrence's.
  const aligned = alignedStart(parts, first, from - 1);
  return getCustomTimes(formatRule(parts), {
    first: aligned,
    last: to,
    startTime,
    timeZone,
    most: MAX_RULE_TIMES,
  });
}

/**
 * A day at or before `from`; started there, a pattern has the same occurrences as from its first day: a series of many
 * years isn't counted from its beginning each time.
 */
function plainStart(recurrence: PlainRecurrence, first: DayNumber, from: DayNumber): DayNumber {
  if (from <= first) return first;
  if (recurrence.pattern === "weekly" || recurrence.pattern === "monthly") return from;
  if (recurrence.pattern !== "interval" || !isIntervalValid(recurrence.interval)) return first;
  const { every, unit } = recurrence.interval;
  // Months and years are few, and of different lengths.
  if (unit === "month" || unit === "year") return first;
  const days = periodDays(unit === "hour" ? "HOURLY" : unit === "week" ? "WEEKLY" : "DAILY", every);
  return first + Math.floor((from - first) / days) * days;
}

/**
 * The last day at or before `from` where the rule restarts as on its first day, so that a series of many years isn't
 * computed from its beginning.
 */
function alignedStart(parts: RuleParts, first: DayNumber, from: DayNumber): DayNumber {
  if (from <= first) return first;
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const frequency = parts.get("FREQ");
  if (frequency === "MONTHLY" || frequency === "YEARLY") {
    const months = frequency === "YEARLY" ? 12 * interval : interval;
    let count = Math.floor((from - first) / 28 / months);
    // Starting on another day of the month would move a rule without days of its own to that day.
    while (addMonths(first, count * months) > from || !isSameDay(first, count * months)) count--;
    return addMonths(first, count * months);
  }
  const days = periodDays(frequency, interval);
  return first + Math.floor((from - first) / days) * days;
}

const isSameDay = (day: DayNumber, months: number) =>
  getDayOfMonth(addMonths(day, months)) === getDayOfMonth(day);

/** The number of days after which a rule occurs at the same time of day again. */
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

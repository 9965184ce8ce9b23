import { DAY, HOUR, MINUTE } from "../dates/time.ts";
import { addMonths, type DayNumber, getDayOfMonth, getWeekday } from "./calendar-days.ts";
import {
  type Frequency,
  type Interval,
  isFrequencyValid,
  isIntervalValid,
  type Recurrence,
  type RecurrenceUnit,
} from "./recurrence.ts";

/** The hours among which several occurrences in a day are spread. */
const FIRST_HOUR = 8 * HOUR;
const LAST_HOUR = 20 * HOUR;

/** An occurrence on a day: at a local time (ms after midnight), or null for the whole day. */
export type ClockTime = { day: DayNumber; time: number | null };

/** All patterns but the custom one, which `custom-occurrences.ts` computes. */
export type PlainRecurrence = Exclude<Recurrence, { pattern: "custom" }>;

/**
 * The occurrences from the first to the last day, both inclusive, in order, in local time (decisions, "Activation"),
 * independent of time zones. An incomplete recurrence has none. Hourly ones begin on the first day at `startTime` (ms
 * after midnight).
 */
export function* getClockTimes(
  recurrence: PlainRecurrence | null,
  first: DayNumber,
  last: DayNumber,
  startTime = 0,
): Generator<ClockTime> {
  if (last < first) return;
  switch (recurrence?.pattern) {
    case undefined:
    case "one-time":
      yield { day: first, time: null };
      return;
    case "interval":
      yield* intervalTimes(recurrence.interval, first, last, startTime);
      return;
    case "frequency":
      yield* frequencyTimes(recurrence.frequency, first, last, startTime);
      return;
    case "weekly": {
      const { byWeekdays } = recurrence.weekly;
      yield* matchingDays(first, last, (day) => byWeekdays.includes(getWeekday(day)));
      return;
    }
    case "monthly": {
      const { byMonthDay } = recurrence.monthly;
      yield* matchingDays(first, last, (day) => byMonthDay.includes(getDayOfMonth(day)));
    }
  }
}

function* matchingDays(first: DayNumber, last: DayNumber, matches: (day: DayNumber) => boolean) {
  for (let day = first; day <= last; day++) if (matches(day)) yield { day, time: null };
}

function* intervalTimes(
  interval: Interval,
  first: DayNumber,
  last: DayNumber,
  startTime: number,
): Generator<ClockTime> {
  const { every, unit } = interval;
  if (!isIntervalValid(interval)) return;
  if (unit === "hour") {
    for (let time = startTime; time < (last + 1 - first) * DAY; time += every * HOUR) {
      yield { day: first + Math.floor(time / DAY), time: time % DAY };
    }
    return;
  }
  for (let count = 0; ; count++) {
    const day = addUnits(first, count * every, unit);
    if (day > last) return;
    yield { day, time: null };
  }
}

/**
 * Periods follow one another from the first day; in each, the occurrences are spread evenly over its days. Several on
 * one day are spread from 08:00 to 20:00, a single one is for the whole day.
 */
function* frequencyTimes(
  frequency: Frequency,
  first: DayNumber,
  last: DayNumber,
  startTime: number,
): Generator<ClockTime> {
  const { times, per, unit } = frequency;
  if (!isFrequencyValid(frequency)) return;
  if (unit === "hour") {
    for (let start = startTime; start < (last + 1 - first) * DAY; start += per * HOUR) {
      for (let i = 0; i < times; i++) {
        const time = start + Math.floor((i * per * 60) / times) * MINUTE;
        const day = first + Math.floor(time / DAY);
        if (day > last) return;
        yield { day, time: time % DAY };
      }
    }
    return;
  }
  for (let count = 0; ; count++) {
    const start = addUnits(first, count * per, unit);
    if (start > last) return;
    const length = addUnits(first, (count + 1) * per, unit) - start;
    for (const { offset, time } of spread(times, length)) {
      if (start + offset > last) return;
      yield { day: start + offset, time };
    }
  }
}

/** The days (0 for the first) and times of day of `times` occurrences in `days` days. */
export function* spread(times: number, days: number): Generator<{ offset: number; time: number | null }> {
  const offset = (i: number) => Math.floor((i * days) / times);
  for (let from = 0, to: number; from < times; from = to) {
    for (to = from + 1; to < times && offset(to) === offset(from); ) to++;
    for (const time of timesOfDay(to - from)) yield { offset: offset(from), time };
  }
}

/** Times in one day, ms after midnight: on the hour if there are enough hours, else on the minute. */
function timesOfDay(count: number): (number | null)[] {
  if (count === 1) return [null];
  const gap = (LAST_HOUR - FIRST_HOUR) / (count - 1);
  const step = gap >= HOUR ? HOUR : MINUTE;
  return Array.from({ length: count }, (_, i) => FIRST_HOUR + Math.floor((i * gap) / step + 1e-6) * step);
}

/** The day `count` units later; in a month without such a day its last. */
function addUnits(day: DayNumber, count: number, unit: Exclude<RecurrenceUnit, "hour">): DayNumber {
  switch (unit) {
    case "day":
      return day + count;
    case "week":
      return day + 7 * count;
    case "month":
      return addMonths(day, count);
    case "year":
      return addMonths(day, 12 * count);
  }
}

import { Temporal } from "temporal-polyfill";
import { DAY } from "../dates/time.ts";
import { type DayNumber, dayNumber, dayText } from "./calendar-days.ts";

/** Converts days and local times of a time zone to instants. Caches the days. */
export type ZoneClock = {
  timeZone: string;
  /** The first instant of a day, epoch ms: local midnight, or the first later time where clocks skip midnight. */
  dayStart(day: DayNumber): number;
  /** The last millisecond of a day. */
  dayEnd(day: DayNumber): number;
  /**
   * The instant of a local time, given in ms after midnight. A skipped time becomes later by the length of the skip;
   * of a repeated one it is the first.
   */
  at(day: DayNumber, time: number): number;
};

/** The most zones whose clocks are kept, and the most days of each: some kilobytes a zone. */
const MAX_CLOCKS = 50;
const MAX_DAYS = 4000;

const clocks = new Map<string, ZoneClock>();

/**
 * The clock of a time zone; kept, because a list of plans or series asks the same days of one zone again and again.
 * Throws a RangeError for a time zone that doesn't exist.
 */
export function createZoneClock(timeZone: string): ZoneClock {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = newClock(timeZone);
    if (clocks.size >= MAX_CLOCKS) clocks.clear();
    clocks.set(timeZone, clock);
  }
  return clock;
}

function newClock(timeZone: string): ZoneClock {
  const starts = new Map<DayNumber, number>();

  function dayStart(day: DayNumber): number {
    let start = starts.get(day);
    if (start === undefined) {
      if (starts.size >= MAX_DAYS) starts.clear();
      start = Temporal.PlainDate.from(dayText(day)).toZonedDateTime(timeZone).epochMilliseconds;
      starts.set(day, start);
    }
    return start;
  }

  function at(day: DayNumber, time: number): number {
    const start = dayStart(day);
    // Nearly all days have 24 hours: no clock changes in them.
    if (dayStart(day + 1) - start === DAY) return start + time;
    const clock = Temporal.PlainDate.from(dayText(day)).toPlainDateTime().add({ milliseconds: time });
    return clock.toZonedDateTime(timeZone).epochMilliseconds;
  }

  return { timeZone, dayStart, dayEnd: (day) => dayStart(day + 1) - 1, at };
}

/** The day (`YYYY-MM-DD`) that an instant (epoch ms) falls on in a time zone. */
export const getLocalDay = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first instant (epoch ms) of a day `YYYY-MM-DD` in a time zone. */
export const startOfDay = (day: string, timeZone: string): number =>
  createZoneClock(timeZone).dayStart(dayNumber(day));

/** The local time at an instant, as if it were UTC, in ms. */
export function createLocalClock(instant: number, timeZone: string): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  return clock.toZonedDateTime("UTC").epochMilliseconds;
}

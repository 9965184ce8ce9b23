import { Temporal } from "temporal-polyfill";
import { DAY } from "../time.ts";
import { type DayNumber, dayNumber, dayText } from "./calendar-days.ts";

/** Tells when the days and hours of a time zone are. Remembers the days it was asked for. */
export type ZoneClock = {
  timeZone: string;
  /** The first instant of a day, epoch ms: local midnight, or what comes after it where clocks skip midnight. */
  dayStart(day: DayNumber): number;
  /** The last millisecond of a day. */
  dayEnd(day: DayNumber): number;
  /**
   * The instant at which clocks show a time, given in ms after midnight. A time that clocks skip is as much later as they
   * jump; of one that they show twice it is the first.
   */
  at(day: DayNumber, time: number): number;
};

/** Throws a RangeError for a time zone that doesn't exist. */
export function zoneClock(timeZone: string): ZoneClock {
  const starts = new Map<DayNumber, number>();

  function dayStart(day: DayNumber): number {
    let start = starts.get(day);
    if (start === undefined) {
      start = Temporal.PlainDate.from(dayText(day)).toZonedDateTime(timeZone).epochMilliseconds;
      starts.set(day, start);
    }
    return start;
  }

  function at(day: DayNumber, time: number): number {
    const start = dayStart(day);
    // Nearly all days: no clock is changed in them.
    if (dayStart(day + 1) - start === DAY) return start + time;
    const clock = Temporal.PlainDate.from(dayText(day)).toPlainDateTime().add({ milliseconds: time });
    return clock.toZonedDateTime(timeZone).epochMilliseconds;
  }

  return { timeZone, dayStart, dayEnd: (day) => dayStart(day + 1) - 1, at };
}

/** The day (`YYYY-MM-DD`) that an instant (epoch ms) falls on in a time zone. */
export const localDay = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first instant (epoch ms) of a day `YYYY-MM-DD` in a time zone. */
export const startOfDay = (day: string, timeZone: string): number =>
  zoneClock(timeZone).dayStart(dayNumber(day));

/** What the clock on the wall shows at an instant, as if its time were UTC, in ms. */
export function localClock(instant: number, timeZone: string): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  return clock.toZonedDateTime("UTC").epochMilliseconds;
}

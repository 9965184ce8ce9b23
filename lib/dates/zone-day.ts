// No library: the screens of a program need days before the recurrence engine is loaded.

import { getFirstWeekday } from "../reader-locale.ts";
import {
  formatDate,
  formatDistance,
  LONG_DATE,
  LONG_WEEKDAY,
  MONTH,
  SHORT_DATE,
  SHORT_WEEKDAY,
  WRITTEN_DATE,
} from "./date-format.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format costs a hundred times as much as using it. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The local time in a zone at `ts`, as the epoch ms of the same time in UTC (to the minute). */
function wallClock(ts: number, timeZone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of getFormat(timeZone).formatToParts(ts)) parts[type] = value;
  const year = parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year);
  const clock = Date.UTC(
    2000,
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
  );
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999. (2000 is a leap year, so it has every day.)
  return new Date(clock).setUTCFullYear(year);
}

const toDay = (utc: number) => new Date(utc).toISOString().slice(0, 10);
const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A cache of the last moment for each zone: a list asks for the present day once per row. */
const lastAsked = new Map<string, { ts: number; day: string }>();

/** The day that `ts` (epoch ms) falls on in a zone: `YYYY-MM-DD`. Throws a RangeError for an unknown zone. */
export function toDayInZone(ts: number, timeZone: string): string {
  const last = lastAsked.get(timeZone);
  if (last?.ts === ts) return last.day;
  const day = toDay(wallClock(ts, timeZone));
  lastAsked.set(timeZone, { ts, day });
  return day;
}

/** The local time in a zone at `ts`: `HH:mm`. */
export function toClockInZone(ts: number, timeZone: string): string {
  return new Date(wallClock(ts, timeZone)).toISOString().slice(11, 16);
}

const starts = new Map<string, number>();
const MAX_STARTS = 5000;

/** The first instant of a day in a zone, epoch ms: midnight, or the first later time where clocks skip midnight. */
export function getDayStart(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const start = toMomentInZone(day, 0, timeZone);
  if (starts.size >= MAX_STARTS) starts.clear();
  starts.set(key, start);
  return start;
}

/** The last millisecond of a day in a zone, epoch ms. */
export const getDayEnd = (day: string, timeZone: string): number =>
  getDayStart(addDays(day, 1), timeZone) - 1;

/**
 * The instant (epoch ms) of a local time in a zone, given in ms after midnight. A skipped time becomes later by the
 * length of the skip; of a repeated one it is the first.
 */
export function toMomentInZone(day: string, time: number, timeZone: string): number {
  const shown = toUtc(day) + time;
  const getOffset = (ts: number) => wallClock(ts, timeZone) - Math.floor(ts / MINUTE) * MINUTE;
  const before = shown - getOffset(shown - DAY);
  const after = shown - getOffset(shown + DAY);
  const isShown = (ts: number) => ts + getOffset(ts) === shown;
  return [before, after].filter(isShown).sort((a, b) => a - b)[0] ?? before;
}

/** The local time in a zone at `ts` (epoch ms), in ms after midnight. */
export function toTimeInZone(ts: number, timeZone: string): number {
  const clock = wallClock(ts, timeZone) + (ts - Math.floor(ts / MINUTE) * MINUTE);
  return clock - toUtc(toDay(clock));
}

/** Whether the viewer's local time at `ts` (epoch ms) is the same as in a zone. */
export const isViewersClock = (timeZone: string, ts: number): boolean =>
  wallClock(ts, timeZone) === Math.floor(ts / MINUTE) * MINUTE - new Date(ts).getTimezoneOffset() * MINUTE;

/** The viewer's own time zone, an IANA name. */
export const getViewersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The city in a zone's name: "Europe/Berlin" is "Berlin". */
export const placeOfZone = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");

/** The first instant of the day that `now` falls on in a zone, epoch ms. */
export const getTodayStart = (now: number, timeZone: string): number =>
  getDayStart(toDayInZone(now, timeZone), timeZone);

/** The day `count` days later, or earlier. */
export function addDays(day: string, count: number): string {
  return toDay(toUtc(day) + count * DAY);
}

/** Days from one day to another; negative backwards. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY);
}

/** The weekday of a day: 0 is Monday, 6 is Sunday. */
export function getWeekday(day: string): number {
  return (new Date(toUtc(day)).getUTCDay() + 6) % 7;
}

/** The first day of the week that contains a day; `first` is the first weekday of a week, by default the reader's. */
export const startOfWeek = (day: string, first: number = getFirstWeekday()): string =>
  addDays(day, -((getWeekday(day) - first + 7) % 7));

/** Whether a date field's text is a real day from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const utc = toUtc(text);
  return !Number.isNaN(utc) && toDay(utc) === text;
}

/** Whether a text is a real day of the years 1 to 9999, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith("0000")) return false;
  const utc = toUtc(text);
  return !Number.isNaN(utc) && toDay(utc) === text;
}

const dayFormatter = (style: Intl.DateTimeFormatOptions) => (day: string, locale?: string) =>
  formatDate(toUtc(day), style, locale, "UTC");

/** A day in words: "today", "yesterday", "tomorrow", else the short date. */
export function describeDay(day: string, today: string): string {
  const distance = countDaysBetween(today, day);
  return Math.abs(distance) > 1 ? shortDay(day) : formatDistance(distance, "day", "auto");
}

/** A day such as "Mar 5, 2025", in the reader's language. */
export const shortDay = dayFormatter(SHORT_DATE);
/** A day such as "Wednesday, March 5, 2025", in the reader's language. */
export const longDay = dayFormatter(LONG_DATE);
/** A day such as "March 5, 2025", in the reader's language. */
export const writtenDay = dayFormatter(WRITTEN_DATE);
/** The weekday of a day such as "Wednesday", in the reader's language. */
export const longWeekday = dayFormatter(LONG_WEEKDAY);
/** The weekday of a day such as "Wed", in the reader's language. */
export const shortWeekday = dayFormatter(SHORT_WEEKDAY);
/** A day's month such as "March 2025", in the reader's language. */
export const monthOfDay = dayFormatter(MONTH);

/** Whole years from a date of birth to `today`; negative for a future one. */
export function computeAge(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

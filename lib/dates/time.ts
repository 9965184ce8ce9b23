import { t } from "../words/t.ts";
import {
  CLOCK,
  EXACT_MOMENT,
  formatDate,
  formatDistance,
  LONG_DATE,
  SHORT_DATE,
  SHORT_MOMENT,
} from "./date-format.ts";
import { describeDay as wordsOfDay } from "./zone-day.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** A day is 24 hours long (workspace 9). */
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Relative times count a month as 30 days (workspace 9). */
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

function check(ts: number): number {
  if (!Number.isFinite(ts) || Number.isNaN(new Date(ts).getTime()))
    throw new RangeError("Invalid time value");
  return ts;
}

/** "5 minutes ago", in the reader's language. */
const formatAgo = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  formatDistance(-count, unit, "always");

/** A date such as "Mar 5, 2025", in the reader's language and the viewer's zone. Throws a RangeError on an invalid time. */
export function formatShortDate(ts: number): string {
  return formatDate(check(ts), SHORT_DATE);
}

/** A date such as "Wednesday, March 5, 2025" in the viewer's language and zone. */
export function formatLongDate(ts: number, locale?: string): string {
  return formatDate(check(ts), LONG_DATE, locale);
}

/** Date and time to the minute such as "Mar 5, 2025, 2:30 PM", in the viewer's zone, for tables. */
export function formatShortMoment(ts: number): string {
  return formatDate(check(ts), SHORT_MOMENT);
}

/** Date and time to the minute in the viewer's language and zone, for hover and details. */
export function formatExactTime(ts: number, locale?: string): string {
  return formatDate(check(ts), EXACT_MOMENT, locale);
}

/** The time of day such as "2:30 PM" in the viewer's language, by the viewer's clock or that of a zone. */
export function formatClockTime(ts: number, locale?: string, timeZone?: string): string {
  return formatDate(check(ts), CLOCK, locale, timeZone);
}

/**
 * The age of `ts` (epoch ms) at `now` in the words of workspace 9: "just now" under 60 seconds, then
 * minutes, hours, days, weeks, months, from 12 months "1 year ago"; from 2 years on, and for a future
 * time, the short date. 28 and 29 days read "4 weeks ago". Throws a RangeError on an invalid time.
 */
export function formatRelativeTime(ts: number, now: number): string {
  const age = check(now) - check(ts);
  if (age < 0 || age >= 2 * YEAR) return formatShortDate(ts);
  if (age < MINUTE) return t("shared.justNow");
  if (age < HOUR) return formatAgo(Math.floor(age / MINUTE), "minute");
  if (age < DAY) return formatAgo(Math.floor(age / HOUR), "hour");
  if (age < WEEK) return formatAgo(Math.floor(age / DAY), "day");
  if (age < MONTH) return formatAgo(Math.floor(age / WEEK), "week");
  if (age < 12 * MONTH) return formatAgo(Math.floor(age / MONTH), "month");
  return formatAgo(1, "year");
}

/**
 * The age of `ts` at `now` for notes and comments (care core 9): "just now", minutes, hours, then days
 * while the age is under `days` (30 in a note, 7 in comments), then the short date.
 */
export function formatRelativeDays(ts: number, now: number, days: number): string {
  const age = check(now) - check(ts);
  if (age < 0 || age >= days * DAY) return formatShortDate(ts);
  if (age < MINUTE) return t("shared.justNow");
  if (age < HOUR) return formatAgo(Math.floor(age / MINUTE), "minute");
  if (age < DAY) return formatAgo(Math.floor(age / HOUR), "hour");
  return formatAgo(Math.floor(age / DAY), "day");
}

/** The local day of `ts` as the value of a date field: `YYYY-MM-DD`. */
export function toDateField(ts: number): string {
  const day = new Date(check(ts));
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(day.getFullYear()).padStart(4, "0")}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** A day in words: "today", "yesterday", "tomorrow", else the short date. */
export function describeDay(ts: number, now: number): string {
  return wordsOfDay(toDateField(ts), toDateField(now));
}

/** Minutes after midnight of a time `HH:MM`. */
export const parseMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

// The years 1 to 9999, which browsers and PostgreSQL handle alike.
export const EARLIEST_TIME = -62_135_596_800_000;
export const LATEST_TIME = 253_402_300_799_999;

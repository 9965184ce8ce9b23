/* Days of a time zone as `YYYY-MM-DD`, without a library: what a program's screens need before the engine is there. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times what using it does. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
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

/** What clocks in a zone show at `ts`, as the epoch ms at which clocks in UTC show it (to the minute). */
function wallClock(ts: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(ts)) parts[type] = Number(value);
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!);
}

const toDay = (utc: number) => new Date(utc).toISOString().slice(0, 10);
const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day that `ts` (epoch ms) falls on in a zone: `YYYY-MM-DD`. Throws a RangeError for an unknown zone. */
export function dayInZone(ts: number, timeZone: string): string {
  return toDay(wallClock(ts, timeZone));
}

/** The clock in a zone at `ts`: `HH:mm`. */
export function clockInZone(ts: number, timeZone: string): string {
  return new Date(wallClock(ts, timeZone)).toISOString().slice(11, 16);
}

/** The first instant of a day in a zone, epoch ms: midnight, or what follows it where clocks skip midnight. */
export function dayStart(day: string, timeZone: string): number {
  const midnight = toUtc(day);
  let start = midnight - (wallClock(midnight, timeZone) - midnight);
  // The offset at the start may differ from the one at midnight in UTC.
  start = midnight - (wallClock(start, timeZone) - start);
  return dayInZone(start, timeZone) < day ? start + HOUR : start;
}

/** The first instant of the day that `now` falls on in a zone, epoch ms. */
export const todayStart = (now: number, timeZone: string): number =>
  dayStart(dayInZone(now, timeZone), timeZone);

/** The day `count` days later, or earlier. */
export function addDays(day: string, count: number): string {
  return toDay(toUtc(day) + count * DAY);
}

/** Days from one day to another; negative backwards. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY);
}

/** The weekday of a day: 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(toUtc(day)).getUTCDay() + 6) % 7;
}

/** Whether a date field's text is a real day from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const utc = toUtc(text);
  return !Number.isNaN(utc) && toDay(utc) === text;
}

const words = (style: Intl.DateTimeFormatOptions, locale: string | undefined) => {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  return (day: string) => format.format(toUtc(day));
};

/** A day such as "Mar 5, 2025". */
export const shortDay = words({ year: "numeric", month: "short", day: "numeric" }, "en-US");
/** A day such as "Wednesday, March 5, 2025", in the viewer's language. */
export const longDay = words({ weekday: "long", year: "numeric", month: "long", day: "numeric" }, undefined);
/** A day's month such as "March 2025", in the viewer's language. */
export const monthOfDay = words({ year: "numeric", month: "long" }, undefined);

import { getReaderLocale } from "../reader-locale.ts";

/** "Mar 5, 2025" */
export const SHORT_DATE = { year: "numeric", month: "short", day: "numeric" } as const;
/** "Wednesday, March 5, 2025" */
export const LONG_DATE = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
/** "March 5, 2025" */
export const WRITTEN_DATE = { dateStyle: "long" } as const;
/** "March 2025" */
export const MONTH = { year: "numeric", month: "long" } as const;
/** "Wednesday" */
export const LONG_WEEKDAY = { weekday: "long" } as const;
/** "Wed" */
export const SHORT_WEEKDAY = { weekday: "short" } as const;
/** "2:30 PM"; "08:00" in languages that write it so, see `formatDate`. */
export const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
/** "Mar 5, 2025, 2:30 PM" */
export const SHORT_MOMENT = { ...SHORT_DATE, ...CLOCK } as const;
/** "Thu, Dec 3" */
export const NEAR_DAY = { weekday: "short", month: "short", day: "numeric" } as const;
/** "Thu, Dec 3, 9:30 AM" */
export const NEAR_MOMENT = { ...NEAR_DAY, ...CLOCK } as const;
/** "Wednesday, March 5, 2025 at 2:30 PM" */
export const EXACT_MOMENT = { dateStyle: "full", timeStyle: "short" } as const;

const distances = new Map<string, Intl.RelativeTimeFormat>();

/** A distance in time in the reader's language: "5 minutes ago", or with `auto` "yesterday" where there is such a word. */
export function formatDistance(
  count: number,
  unit: Intl.RelativeTimeFormatUnit,
  numeric: "always" | "auto",
): string {
  const locale = getReaderLocale();
  const key = `${locale} ${numeric}`;
  const format = distances.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  distances.set(key, format);
  return format.format(count, unit);
}

const formats = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/**
 * Whether a language writes the hour with two digits, as "08:00". Only a whole style knows: "numeric" would be "8:00" in
 * each language, and "2-digit" would be "08:00 AM".
 */
const hasTwoDigitHours = (locale: string | undefined): boolean =>
  new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" })
    .formatToParts(8 * 3_600_000)
    .some(({ type, value }) => type === "hour" && value.length > 1);

/**
 * `ts` (epoch ms) in one of the styles above, in the reader's language and the viewer's zone by default. All dates and
 * times are formatted here: creating an `Intl` format costs a hundred times as much as using it, so each one is cached.
 * Throws a RangeError on an invalid time.
 */
export const formatDate = (
  ts: number,
  style: Intl.DateTimeFormatOptions,
  locale?: string,
  timeZone?: string,
): string => getFormat(ts, style, locale, timeZone).format(ts);

/** From one moment to another, as {@link formatDate} writes each; common parts are written once. */
export const formatSpan = (
  { from, to }: { from: number; to: number },
  style: Intl.DateTimeFormatOptions,
  timeZone?: string,
): string => getFormat(from, style, undefined, timeZone).formatRange(from, to);

function getFormat(
  ts: number,
  style: Intl.DateTimeFormatOptions,
  locale: string | undefined = getReaderLocale(),
  timeZone?: string,
): Intl.DateTimeFormat {
  const ofStyle = formats.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  formats.set(style, ofStyle);
  // A format keeps its initial zone, but a viewer may travel with the page open.
  const key = `${locale ?? ""} ${timeZone ?? new Date(ts).getTimezoneOffset()}`;
  let format = ofStyle.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      ...style,
      ...(style.hour && hasTwoDigitHours(locale) && { hour: "2-digit" }),
      timeZone,
    });
    ofStyle.set(key, format);
  }
  return format;
}

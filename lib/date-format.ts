import { readerLocale } from "./reader-locale.ts";

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
/** "2:30 PM" */
export const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
/** "Mar 5, 2025, 2:30 PM" */
export const SHORT_MOMENT = { ...SHORT_DATE, ...CLOCK } as const;
/** "Wednesday, March 5, 2025 at 2:30 PM" */
export const EXACT_MOMENT = { dateStyle: "full", timeStyle: "short" } as const;

const formats = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/**
 * `ts` (epoch ms) in one of the styles above, in the reader's language and the viewer's zone by default. All dates
 * and times are formatted here: creating an `Intl` format costs a hundred times what using it does, so each one is
 * cached. Throws a RangeError on an invalid time.
 */
export function formatDate(
  ts: number,
  style: Intl.DateTimeFormatOptions,
  locale: string | undefined = readerLocale(),
  timeZone?: string,
): string {
  const ofStyle = formats.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  formats.set(style, ofStyle);
  // A format keeps the zone in which it was created, but a viewer may travel with the page open.
  const key = `${locale ?? ""} ${timeZone ?? new Date(ts).getTimezoneOffset()}`;
  let format = ofStyle.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, timeZone ? { ...style, timeZone } : style);
    ofStyle.set(key, format);
  }
  return format.format(ts);
}

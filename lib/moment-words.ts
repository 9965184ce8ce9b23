import { clockTime } from "./time.ts";
import { dayInWords, dayInZone, isViewersClock } from "./zone-day.ts";

/** A time in the notebook's zone and, where it differs, in the viewer's: "08:00 · 23:00 for you". */
export function clockInWords(at: number, timeZone: string): string {
  const clock = clockTime(at, undefined, timeZone);
  return isViewersClock(timeZone, at) ? clock : `${clock} · ${clockTime(at)} for you`;
}

/** A readable date: "today, 14:00", "tomorrow", "Mar 5, 2027, 09:30"; without a time for a whole day. */
export function dateInWords(
  { day, at }: { day: string; at: number | null },
  timeZone: string,
  now: number,
): string {
  const words = dayInWords(day, dayInZone(now, timeZone));
  return at === null ? words : `${words}, ${clockInWords(at, timeZone)}`;
}

import { t } from "../words/t.ts";
import { formatClockTime } from "./time.ts";
import { describeDay, isViewersClock, toDayInZone } from "./zone-day.ts";

/** A time in the notebook's zone and, where it differs, in the viewer's: "08:00 · 23:00 for you". */
export function describeClock(at: number, timeZone: string): string {
  const clock = formatClockTime(at, undefined, timeZone);
  return isViewersClock(timeZone, at) ? clock : t("shared.clockForYou", { clock, own: formatClockTime(at) });
}

/** A readable date: "today, 14:00", "tomorrow", "Mar 5, 2027, 09:30"; without a time for a whole day. */
export function dateInWords(
  { day, at }: { day: string; at: number | null },
  timeZone: string,
  now: number,
): string {
  const words = describeDay(day, toDayInZone(now, timeZone));
  return at === null ? words : `${words}, ${describeClock(at, timeZone)}`;
}

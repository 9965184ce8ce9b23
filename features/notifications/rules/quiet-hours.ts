import { Temporal } from "temporal-polyfill";

/** Minutes after midnight; over midnight where the end is before the beginning. */
export type QuietHours = { fromMinute: number; toMinute: number };

/**
 * Finds the end of the quiet hours in which a moment lies, epoch ms; null when it lies in none. An end that the clock
 * skips comes later by the length of the skip; a repeated end is the first that follows the moment.
 */
export function findQuietEnd(
  at: number,
  timeZone: string,
  { fromMinute, toMinute }: QuietHours,
): number | null {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const minute = local.hour * 60 + local.minute;
  const isOverMidnight = toMinute < fromMinute;
  const isQuiet = isOverMidnight
    ? minute >= fromMinute || minute < toMinute
    : minute >= fromMinute && minute < toMinute;
  if (!isQuiet) return null;
  const day = local.toPlainDate().add({ days: isOverMidnight && minute >= fromMinute ? 1 : 0 });
  const end = day.toPlainDateTime({ hour: Math.floor(toMinute / 60), minute: toMinute % 60 });
  for (const disambiguation of ["compatible", "later"] as const) {
    const moment = end.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
    if (moment > at) return moment;
  }
  return null;
}

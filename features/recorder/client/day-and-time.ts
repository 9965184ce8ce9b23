import { describeDay, formatClockTime } from "../../../lib/dates/time.ts";

/** A readable date and time in the viewer's language and zone: "today, 2:05 PM", "Mar 5, 2025, 2:05 PM". */
export function getDayAndTime(timestamp: number, now: number): string {
  return `${describeDay(timestamp, now)}, ${formatClockTime(timestamp)}`;
}

import { clockTime, dayInWords } from "../../../lib/time.ts";

/** A readable date and time in the viewer's language and zone: "today, 2:05 PM", "Mar 5, 2025, 2:05 PM". */
export function dayAndTime(timestamp: number, now: number): string {
  return `${dayInWords(timestamp, now)}, ${clockTime(timestamp)}`;
}

import { formatRecurrence, type Recurrence } from "../../../lib/recurrence/recurrence.ts";

/** A phase's days, counted from the baseline: "Day 1–14", "Day 3", "Day −14 to −1". */
export function describeDayRange({ start, end }: { start: number; end: number }): string {
  const day = (count: number) => (count < 0 ? `−${-count}` : `${count}`);
  if (start === end) return `Day ${day(start)}`;
  return start < 0 || end < 0 ? `Day ${day(start)} to ${day(end)}` : `Day ${start}–${end}`;
}

/** How often an activity happens within its phase. */
export function describeRecurrence(activity: {
  isRecurring: boolean;
  recurrence: Recurrence | null;
}): string {
  if (!activity.isRecurring) return formatRecurrence({ pattern: "one-time" });
  return activity.recurrence ? formatRecurrence(activity.recurrence) : "No recurrence chosen yet";
}

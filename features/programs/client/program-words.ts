import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { describeRecurrence as describePattern } from "../../../lib/recurrence/recurrence-words.ts";
import { t } from "../../../lib/words/t.ts";

/** A phase's days, counted from the baseline: "Day 1–14", "Day 3", "Day −14 to −1". */
export function describeDayRange({ start, end }: { start: number; end: number }): string {
  const day = (count: number) => (count < 0 ? `−${-count}` : `${count}`);
  if (start === end) return t("library.day", { day: day(start) });
  const values = { start: day(start), end: day(end) };
  return start < 0 || end < 0 ? t("library.dayTo", values) : t("library.dayRange", values);
}

/** How often an activity happens within its phase. */
export function describeRecurrence(activity: {
  isRecurring: boolean;
  recurrence: Recurrence | null;
}): string {
  if (!activity.isRecurring) return describePattern({ pattern: "one-time" });
  return activity.recurrence ? describePattern(activity.recurrence) : t("library.noRecurrence");
}

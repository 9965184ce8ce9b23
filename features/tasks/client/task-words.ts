import type { Task } from "../../../lib/api.ts";
import { clockTime } from "../../../lib/time.ts";
import { dayEnd, dayInWords, dayInZone, isViewersClock } from "../../../lib/zone-day.ts";

type Dated = Pick<Task, "dateOnly" | "timeZone" | "scheduledDate" | "scheduledDay" | "dueDate" | "dueDay">;

/** A time in the notebook's zone and, where it differs, in the viewer's: "08:00 · 23:00 for you". */
export function clockInWords(at: number, timeZone: string, locale?: string): string {
  const clock = clockTime(at, locale, timeZone);
  return isViewersClock(timeZone, at) ? clock : `${clock} · ${clockTime(at, locale)} for you`;
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

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The dates of a task: "Today, 14:00", "Due tomorrow", "Mar 5, 2027, due Mar 7, 2027"; null without a date. */
export function taskDateInWords(task: Dated, now: number): string | null {
  const { dateOnly, timeZone, scheduledDate, scheduledDay, dueDate, dueDay } = task;
  const begins =
    scheduledDay === null
      ? null
      : capital(dateInWords({ day: scheduledDay, at: dateOnly ? null : scheduledDate }, timeZone, now));
  if (dueDay === null) return begins;
  // A task due by the end of a day has no time that anybody entered.
  const hasHour = !dateOnly && dueDate !== dayEnd(dueDay, timeZone);
  const due = dateInWords({ day: dueDay, at: hasHour ? dueDate : null }, timeZone, now);
  if (begins === null) return `Due ${due}`;
  return dueDay === scheduledDay ? begins : `${begins}, due ${due}`;
}

/** The toast of a change of the today flag (decisions W995). */
export const todayToast = (isAdded: boolean): string =>
  isAdded ? "Task added to today." : "Task removed from today.";

/** The toast of a skip, verbatim from the specification (workspace 8). */
export const skipToast = (count: number): string =>
  `Skipped ${count} overdue instance(s) of this recurring task.`;
export const STATUS_TOAST = "Task status changed.";

/** The note shown when only one task of a series is changed. */
export const oneOfSeveral = (frequency: string): string =>
  `One of several: ${frequency.toLowerCase()}. Changes are for this one only.`;

import type { Task } from "../../../lib/api.ts";
import { clockTime, dayInWords, isWholeDay, startOfLocalDay } from "../../../lib/time.ts";

/** A moment as people say it: "today, 14:00", "tomorrow", "Mar 5, 2027, 09:30"; without a time for a whole day. */
export function momentInWords(at: number, now: number, locale?: string): string {
  const day = dayInWords(at, now);
  return isWholeDay(at) ? day : `${day}, ${clockTime(at, locale)}`;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** When a task is to be done: "Today, 14:00", "Due tomorrow", "Mar 5, 2027, due Mar 7, 2027"; null without a date. */
export function taskDateInWords(
  { scheduledDate, dueDate }: Pick<Task, "scheduledDate" | "dueDate">,
  now: number,
): string | null {
  if (scheduledDate === null && dueDate === null) return null;
  if (scheduledDate === null) return `Due ${momentInWords(dueDate!, now)}`;
  const begins = capital(momentInWords(scheduledDate, now));
  if (dueDate === null || startOfLocalDay(dueDate) === startOfLocalDay(scheduledDate)) return begins;
  return `${begins}, due ${momentInWords(dueDate, now)}`;
}

/** The toast of a change of the today flag (decisions W995). */
export const todayToast = (isAdded: boolean): string =>
  isAdded ? "Task added to today." : "Task removed from today.";

/** The toast of a skip, literally as the specification has it (workspace 8). */
export const skipToast = (count: number): string =>
  `Skipped ${count} overdue instance(s) of this recurring task.`;
export const STATUS_TOAST = "Task status changed.";

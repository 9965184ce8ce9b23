import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Lateness } from "./lateness.ts";
import { displayState, isAddedToToday, listDay, type TaskTimes } from "./states.ts";

/**
 * What a task asks of one reader: whether it is theirs, and whether it is overdue or late. Home, its card, the tasks
 * page, the calendar, handovers and feeds all read these rules (decision 0251). features/tasks/server/due.ts has the
 * same rules in SQL; due.test.ts there compares the two.
 */

/**
 * Whether a task is the reader's to do: they may set its status, and it is assigned to them or to nobody. The tab "My
 * Tasks" is narrower, as specified: assigned to the reader.
 */
export const isForReader = (
  { assignedTo, canSetStatus }: { assignedTo: string | null; canSetStatus: boolean },
  userId: string,
): boolean => canSetStatus && (assignedTo === null || assignedTo === userId);

/**
 * Whether a task is overdue or late at a moment, by its notebook's clock. Lists and counts have overdue tasks under
 * "Overdue" and late ones under "Today". A task that was added to today is neither until that day ends: a member has
 * taken it up.
 */
export function getLateness(task: TaskTimes, now: number): Lateness | null {
  if (displayState(task, now) !== "overdue" || isAddedToToday(task, now)) return null;
  const day = listDay(task);
  return day !== null && day < toDayInZone(now, task.timeZone) ? "overdue" : "late";
}

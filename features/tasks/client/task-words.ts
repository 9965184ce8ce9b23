import type { Task } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { countDaysBetween, getDayEnd, longWeekday, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { getCalendarDay, listDay, type TaskTimes } from "../rules/states.ts";
import { getHour } from "../rules/today.ts";

type Dated = Pick<Task, "dateOnly" | "timeZone" | "scheduledDate" | "scheduledDay" | "dueDate" | "dueDay">;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The dates of a task: "Today, 14:00", "Due tomorrow", "Mar 5, 2027, due Mar 7, 2027"; null without a date. */
export function describeTaskDate(task: Dated, now: number): string | null {
  const { dateOnly, timeZone, scheduledDate, scheduledDay, dueDate, dueDay } = task;
  const begins =
    scheduledDay === null
      ? null
      : capital(dateInWords({ day: scheduledDay, at: dateOnly ? null : scheduledDate }, timeZone, now));
  if (dueDay === null) return begins;
  // A task due by the end of a day has no time that anybody entered.
  const hasHour = !dateOnly && dueDate !== getDayEnd(dueDay, timeZone);
  const due = dateInWords({ day: dueDay, at: hasHour ? dueDate : null }, timeZone, now);
  if (begins === null) return t("taskwords.due", { day: due });
  return dueDay === scheduledDay ? begins : t("taskwords.beginsAndDue", { begins, due });
}

/** The time of a task near to today: "Tomorrow, 14:00", "Saturday"; its dates, if that is more than 6 days away. */
export function describeNearDate(task: Dated & TaskTimes, now: number): string | null {
  const day = getCalendarDay(task);
  const distance = day === null ? 0 : Math.abs(countDaysBetween(toDayInZone(now, task.timeZone), day));
  const isSpan = task.scheduledDay !== null && task.dueDay !== null && task.dueDay !== task.scheduledDay;
  if (day === null || isSpan || distance < 2 || distance > 6) return describeTaskDate(task, now);
  const hour = getHour(task);
  return hour === null ? longWeekday(day) : `${longWeekday(day)}, ${describeClock(hour, task.timeZone)}`;
}

/** The time of today's task: "14:00", "by 18:00"; null for a whole day; its dates, if it is for another day. */
export function describeHour(task: Dated & TaskTimes, now: number): string | null {
  const today = toDayInZone(now, task.timeZone);
  const isForToday = task.scheduledDay === today;
  if (!isForToday && task.dueDay !== today) return describeTaskDate(task, now);
  const hour = getHour(task);
  if (hour === null || (!isForToday && task.dueDate === getDayEnd(today, task.timeZone))) return null;
  const clock = describeClock(isForToday ? hour : task.dueDate!, task.timeZone);
  return isForToday ? clock : t("taskwords.by", { clock });
}

/** The time on a task's row: "14:00" or "by 18:00" for today, "Tomorrow, 14:00", "Saturday"; null without a date. */
export function describeRowDate(task: Dated & TaskTimes, now: number): string | null {
  const today = toDayInZone(now, task.timeZone);
  const isOnlyToday = [task.scheduledDay, task.dueDay].every((day) => day === null || day === today);
  const hour = isOnlyToday && listDay(task) !== null ? describeHour(task, now) : null;
  return hour ?? describeNearDate(task, now);
}

/** The toast of a change of the today flag (decisions W995). */
export const getTodayToast = (isAdded: boolean): string =>
  t("taskwords.todayChanged", { added: String(isAdded) });

/** The toast of a skip, verbatim from the specification (workspace 8). */
export const skipToast = (count: number): string => t("taskwords.skipped", { count });

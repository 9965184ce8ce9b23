import type { Task } from "../../../lib/api.ts";
import { getDayEnd, toClockInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";

/** The values of the task form: days as date fields have them, times as `HH:MM`, "" when empty. */
export type TaskValues = {
  diaryId: string;
  title: string;
  description: string;
  assignedTo: string;
  day: string;
  time: string;
  dueDay: string;
  dueTime: string;
  endDay: string;
  recurrence: Recurrence | null;
};

export const emptyTask = (diaryId: string, today: string): TaskValues => ({
  diaryId,
  title: "",
  description: "",
  assignedTo: "",
  day: today,
  time: "",
  dueDay: "",
  dueTime: "",
  endDay: "",
  recurrence: null,
});

/** The form values of a task, in its notebook's zone. */
export function toTaskValues(task: Task): TaskValues {
  const { dateOnly, timeZone, scheduledDate, dueDate, dueDay } = task;
  // A task due by the end of a day has no time that anybody entered.
  const hasDueTime = dueDay !== null && dueDate !== getDayEnd(dueDay, timeZone);
  return {
    diaryId: task.diaryId,
    title: task.title,
    description: task.description,
    assignedTo: task.assignedTo ?? "",
    day: task.scheduledDay ?? "",
    time: dateOnly || scheduledDate === null ? "" : toClockInZone(scheduledDate, timeZone),
    dueDay: dueDay ?? "",
    dueTime: dateOnly || dueDate === null || !hasDueTime ? "" : toClockInZone(dueDate, timeZone),
    endDay: task.endDay ?? "",
    recurrence: null,
  };
}

/** A time field's `HH:MM` in ms after midnight; null when it is empty. */
export function getTime(text: string): number | null {
  const parts = /^(\d{2}):(\d{2})/.exec(text);
  return parts && (Number(parts[1]) * 60 + Number(parts[2])) * 60_000;
}

/** The dates of the form in the notebook's zone; whole days when it has no time. */
export function toDates(values: TaskValues, timeZone: string) {
  const days = {
    scheduledDay: values.day || null,
    dueDay: values.dueDay || null,
    endDay: values.endDay || null,
  };
  const [time, dueTime] = [getTime(values.time), getTime(values.dueTime)];
  if ((time === null || days.scheduledDay === null) && (dueTime === null || days.dueDay === null))
    return { dateOnly: true, ...days };
  const moment = (day: string | null, at: number | null) =>
    day === null || at === null ? null : toMomentInZone(day, at, timeZone);
  return {
    dateOnly: false,
    scheduledDate: moment(days.scheduledDay, time),
    ...(dueTime === null ? { dueDay: days.dueDay } : { dueDate: moment(days.dueDay, dueTime) }),
    endDay: days.endDay,
  };
}

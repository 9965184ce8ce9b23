import type { Task } from "../../../lib/api.ts";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { fromDateField, isWholeDay, toDateField } from "../../../lib/time.ts";
import { datesProblem, TASK_DESCRIPTION_LENGTH, TASK_MESSAGES, TASK_TITLE_LENGTH } from "../rules.ts";

/** The form of a task as it is typed: days as date fields have them, times as `HH:MM`, empty without one. */
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

export type TaskErrors = Partial<Record<keyof TaskValues, string>>;

const LAST_MS = 86_399_999;

export const emptyTask = (diaryId: string, now: number): TaskValues => ({
  diaryId,
  title: "",
  description: "",
  assignedTo: "",
  day: toDateField(now),
  time: "",
  dueDay: "",
  dueTime: "",
  endDay: "",
  recurrence: null,
});

export const valuesOfTask = (task: Task): TaskValues => ({
  diaryId: task.diaryId,
  title: task.title,
  description: task.description,
  assignedTo: task.assignedTo ?? "",
  ...fieldsOf("day", "time", task.scheduledDate),
  ...fieldsOf("dueDay", "dueTime", task.dueDate),
  endDay: task.endDate === null ? "" : toDateField(task.endDate),
  recurrence: null,
});

function fieldsOf<Day extends string, Time extends string>(day: Day, time: Time, at: number | null) {
  const fields = { [day]: at === null ? "" : toDateField(at), [time]: at === null ? "" : timeField(at) };
  return fields as Record<Day | Time, string>;
}

/** `HH:MM` of a moment; empty when it stands for a whole day. */
export function timeField(at: number): string {
  if (isWholeDay(at)) return "";
  const local = new Date(at);
  return `${String(local.getHours()).padStart(2, "0")}:${String(local.getMinutes()).padStart(2, "0")}`;
}

/** The moment of a day and a time as they are typed; the day's midnight without a time. Null for no real day. */
export function momentOf(day: string, time: string): number | null {
  const midnight = fromDateField(day);
  const parts = /^(\d{2}):(\d{2})/.exec(time);
  if (midnight === null || !parts) return midnight;
  return new Date(midnight).setHours(Number(parts[1]), Number(parts[2]), 0, 0);
}

/** The last moment of a day, or the time of it. */
function dueOf(day: string, time: string): number | null {
  const at = momentOf(day, time);
  if (at === null || time !== "") return at;
  // Days are 23 or 25 hours long when the clocks change.
  return new Date(at + LAST_MS).setHours(23, 59, 59, 999);
}

/** The dates that the form says, epoch ms. */
export const datesOf = (values: TaskValues) => ({
  scheduledDate: momentOf(values.day, values.time),
  dueDate: dueOf(values.dueDay, values.dueTime),
  endDate: dueOf(values.endDay, ""),
});

/** What is wrong with the form, by field. */
export function taskErrors(values: TaskValues): TaskErrors {
  const errors: TaskErrors = {};
  if (values.title.trim() === "") errors.title = TASK_MESSAGES.titleMissing;
  if (values.title.trim().length > TASK_TITLE_LENGTH) errors.title = TASK_MESSAGES.titleLong;
  if (values.description.trim().length > TASK_DESCRIPTION_LENGTH)
    errors.description = TASK_MESSAGES.descriptionLong;
  if (values.diaryId === "") errors.diaryId = "Please choose a notebook";
  const problem = datesProblem(datesOf(values));
  if (problem === TASK_MESSAGES.dueFirst) errors.dueDay = "It can't be due before the day it is for";
  else if (problem) errors.endDay = "It can't end before it is due";
  if (values.recurrence && values.recurrence.pattern !== "one-time" && values.day === "")
    errors.day = "A repeated task needs a first day";
  return errors;
}

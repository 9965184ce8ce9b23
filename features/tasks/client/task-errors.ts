import { getMessage } from "../../../lib/schema-message.ts";
import { findDatesProblem, getChangedDates, NO_DATES, TASK_MESSAGES } from "../rules.ts";
import { taskDescription, taskTitle } from "../schema.ts";
import { type TaskValues, toDates } from "./task-values.ts";

export type TaskErrors = Partial<Record<keyof TaskValues, string>>;

/** The form's errors by field. */
export function findTaskErrors(values: TaskValues, timeZone: string): TaskErrors {
  const errors: TaskErrors = {};
  const title = getMessage(taskTitle, values.title);
  if (title) errors.title = title;
  const description = getMessage(taskDescription, values.description);
  if (description) errors.description = description;
  if (values.diaryId === "") errors.diaryId = "Please choose a notebook";
  if (values.day !== "" && values.time === "" && values.dueDay !== "" && values.dueTime !== "")
    errors.time = "Please give a time as well, or no time at all";
  const problem = findDatesProblem(getChangedDates(NO_DATES, toDates(values, timeZone), timeZone));
  if (problem === TASK_MESSAGES.dueFirst) errors.dueDay = "It can't be due before the day it is for";
  else if (problem) errors.endDay = "It can't end before it is due";
  if (values.recurrence && values.recurrence.pattern !== "one-time" && values.day === "")
    errors.day = "A repeated task needs a first day";
  return errors;
}

import { getMessage } from "../../../lib/schema-message.ts";
import { t } from "../../../lib/words/t.ts";
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
  if (values.diaryId === "") errors.diaryId = t("taskform.notebookMissing");
  if (values.day !== "" && values.time === "" && values.dueDay !== "" && values.dueTime !== "")
    errors.time = t("taskform.timeMissing");
  const problem = findDatesProblem(getChangedDates(NO_DATES, toDates(values, timeZone), timeZone));
  if (problem?.key === TASK_MESSAGES.dueFirst.key) errors.dueDay = t("taskform.dueFirst");
  else if (problem) errors.endDay = t("taskform.endFirst");
  if (values.recurrence && values.recurrence.pattern !== "one-time" && values.day === "")
    errors.day = t("taskform.firstDayMissing");
  return errors;
}

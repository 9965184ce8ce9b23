import type { Task } from "../../../lib/api.ts";
import { describeRecurrence } from "../../../lib/recurrence/recurrence-words.ts";
import { t } from "../../../lib/words/t.ts";

type Repeated = Pick<Task, "isRecurring" | "recurrence">;

/**
 * How often a task is done, in the words of a family: "Every day", "3 times a day", "Every Mon, Thu"; null when it is
 * done once. The editor of recurrences and programs have the specified label.
 */
export function describeFrequency({ isRecurring, recurrence }: Repeated): string | null {
  if (!isRecurring || recurrence === null || recurrence.pattern === "one-time") return null;
  if (recurrence.pattern === "interval" && recurrence.interval.every === 1)
    return t("recurrence.each", { unit: recurrence.interval.unit });
  if (recurrence.pattern === "frequency" && recurrence.frequency.per === 1)
    return t("recurrence.often", recurrence.frequency);
  return describeRecurrence(recurrence);
}

/** The specified label of the activity or series that a task belongs to; null for a single task. */
export function describeRepetition(task: Repeated & Pick<Task, "activityTemplateId">): string | null {
  if (task.isRecurring && task.recurrence) return describeRecurrence(task.recurrence);
  return task.activityTemplateId === null ? null : describeRecurrence({ pattern: "one-time" });
}

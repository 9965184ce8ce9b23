import {
  formatRecurrence,
  type Recurrence,
  type RecurrenceUnit,
} from "../../../lib/recurrence/recurrence.ts";

type Repeated = {
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** The program activity it was created for; null for other tasks. */
  activityTemplateId: string | null;
};

/** The frequency of the activity or series that a task belongs to; null for a single task. */
export function getTaskFrequency({ isRecurring, recurrence, activityTemplateId }: Repeated): string | null {
  if (isRecurring && recurrence) return formatRecurrence(recurrence);
  return activityTemplateId === null ? null : formatRecurrence({ pattern: "one-time" });
}

const EACH: Readonly<Record<RecurrenceUnit, string>> = {
  hour: "an hour",
  day: "a day",
  week: "a week",
  month: "a month",
  year: "a year",
};

/**
 * How often a task is done, in the words of a family: "Every day", "3 times a day", "Every Mon, Thu"; null when it is done
 * once. The editor of recurrences and programs have the specified labels (`formatRecurrence`).
 */
export function describeFrequency({
  isRecurring,
  recurrence,
}: Pick<Repeated, "isRecurring" | "recurrence">): string | null {
  if (!isRecurring || recurrence === null || recurrence.pattern === "one-time") return null;
  if (recurrence.pattern === "interval" && recurrence.interval.every === 1)
    return `Every ${recurrence.interval.unit}`;
  if (recurrence.pattern === "frequency" && recurrence.frequency.per === 1) {
    const { times, unit } = recurrence.frequency;
    return `${times === 1 ? "Once" : times === 2 ? "Twice" : `${times} times`} ${EACH[unit]}`;
  }
  return formatRecurrence(recurrence);
}

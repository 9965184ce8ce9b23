import type { Task } from "../../../lib/api.ts";

/**
 * How often a task is done, in the words of a family: "Every day", "3 times a day", "Every Mon, Thu"; null when it is
 * done once. The editor of recurrences and programs have the specified label, `frequency`.
 */
export function describeFrequency({
  isRecurring,
  recurrence,
  frequency,
}: Pick<Task, "isRecurring" | "recurrence" | "frequency">): string | null {
  if (!isRecurring || recurrence === null || recurrence.pattern === "one-time") return null;
  if (recurrence.pattern === "interval" && recurrence.interval.every === 1)
    return `Every ${recurrence.interval.unit}`;
  if (recurrence.pattern === "frequency" && recurrence.frequency.per === 1) {
    const { times, unit } = recurrence.frequency;
    const often = times === 1 ? "Once" : times === 2 ? "Twice" : `${times} times`;
    return `${often} ${unit === "hour" ? "an" : "a"} ${unit}`;
  }
  return frequency;
}

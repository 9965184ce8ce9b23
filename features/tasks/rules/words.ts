import { formatRecurrence, type Recurrence } from "../../../lib/recurrence/recurrence.ts";

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

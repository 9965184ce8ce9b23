import { type Recurrence, recurrenceLabel } from "../../../lib/recurrence/recurrence.ts";

type Repeated = {
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** The activity of a program that it was made for; null for a task of its own. */
  activityTemplateId: string | null;
};

/** How often what a task is one of is to be done; null for a task that stands alone. */
export function taskFrequency({ isRecurring, recurrence, activityTemplateId }: Repeated): string | null {
  if (isRecurring && recurrence) return recurrenceLabel(recurrence);
  return activityTemplateId === null ? null : recurrenceLabel({ pattern: "one-time" });
}

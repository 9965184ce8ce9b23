import { HOUR, MINUTE } from "../../../lib/dates/time.ts";

/** Up to this lateness a reminder is sent as planned; after it, together with the others that were late. */
export const SENT_ALONE = 10 * MINUTE;
/** After this lateness a reminder is only in the inbox. */
export const SENT_AT_ALL = 6 * HOUR;

export type Lateness = "in time" | "together" | "inbox only";

/** How a reminder that was due at a moment is sent at another; both epoch ms. */
export function getLateness(dueAt: number, now: number): Lateness {
  const late = now - dueAt;
  if (late <= SENT_ALONE) return "in time";
  return late <= SENT_AT_ALL ? "together" : "inbox only";
}

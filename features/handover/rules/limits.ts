import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import type { Message } from "../../../lib/words/message.ts";

/** The most entries of a section; the rest is in the notebook. */
export const MAX_LISTED = 50;
/** Handover notes that one page shows whole. */
export const MAX_HANDOVER_NOTES = 5;
/** A member without a read marker starts with the entries of this last span, ms. */
export const FIRST_MS = 72 * HOUR;
/** Appointments are listed so far ahead, ms. */
export const APPOINTMENTS_MS = 72 * HOUR;
/** Older entries are summed up by day. */
export const DETAIL_MS = 14 * DAY;
/** The most days that are summed up. */
export const MAX_DAYS = 60;
/** A handover begins so much earlier than the mark before it, for transactions that were committed late. */
export const OVERLAP_MS = MINUTE;
/** The most keys of that minute in a read marker. */
export const MAX_TAIL = 1000;
/** A shift report covers so much at most. */
export const MAX_REPORT_MS = 7 * DAY;
/**
 * How far back open items are searched; they stay on the page until they are settled, regardless of the read marker.
 */
export const OPEN_MS = 14 * DAY;
/** How long after midnight the reader's own handover of the evening is shown, ms. */
export const OWN_MS = 8 * HOUR;
/** The most questions of before the span that the page shows. */
export const MAX_OPEN_QUESTIONS = 20;
/** The most results of planned doses that one page counts: two weeks of a hundred plans. */
export const MAX_RESULTS = 5000;

export const HANDOVER_MESSAGES = {
  spanOrder: { key: "noterules.spanOrder" },
  spanLong: { key: "noterules.spanLong" },
} as const satisfies Record<string, Message>;

/** Returns the error of a report's span; null for a valid one. */
export function checkSpan({ fromTime, untilTime }: { fromTime: number; untilTime: number }) {
  if (untilTime <= fromTime) return { path: "untilTime", message: HANDOVER_MESSAGES.spanOrder };
  if (untilTime - fromTime > MAX_REPORT_MS) return { path: "untilTime", message: HANDOVER_MESSAGES.spanLong };
  return null;
}

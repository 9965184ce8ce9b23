import { DAY, HOUR, MINUTE } from "../../../lib/time.ts";

/** A section shows so many things at most; the rest is in the notebook. */
export const MAX_LISTED = 50;
/** Handover notes that one page shows whole. */
export const MAX_HANDOVER_NOTES = 5;
/** A member who never said that they have read a handover begins with what was recorded in so many ms. */
export const FIRST_MS = 72 * HOUR;
/** What is older than this is told by day. */
export const DETAIL_MS = 14 * DAY;
/** So many days are told by day at most. */
export const MAX_DAYS = 60;
/** A handover begins so much earlier than the mark before it, for transactions that were committed late. */
export const OVERLAP_MS = MINUTE;
/** The most things of that minute that a mark can name. */
export const MAX_TAIL = 1000;
/** A shift report covers so much at most. */
export const MAX_REPORT_MS = 7 * DAY;
/** What needs a member is on the page until it is settled, whatever was read; it is looked for this far back. */
export const OPEN_MS = 14 * DAY;
/** The most questions of before the span that the page shows. */
export const MAX_OPEN_QUESTIONS = 20;
/** The most results of planned doses that one page counts: two weeks of a hundred plans. */
export const MAX_RESULTS = 5000;

export const HANDOVER_MESSAGES = {
  spanOrder: "The end must be after the beginning",
  spanLong: "A report covers at most seven days",
} as const;

/** What is wrong with the span of a report; null when nothing is. */
export function checkSpan({ fromTime, untilTime }: { fromTime: number; untilTime: number }) {
  if (untilTime <= fromTime) return { path: "untilTime", message: HANDOVER_MESSAGES.spanOrder };
  if (untilTime - fromTime > MAX_REPORT_MS) return { path: "untilTime", message: HANDOVER_MESSAGES.spanLong };
  return null;
}

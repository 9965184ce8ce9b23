import { t } from "../../../../lib/words/t.ts";
import { formatClock, type ReaderClock } from "../../rules/clock.ts";
import type { Words } from "../../rules/message-words.ts";

/** A reminder among several that were held up. */
export type Late = ReaderClock & {
  /** When the subject was due, epoch ms. */
  subjectDueAt: number;
  /** The server was away then; otherwise the person's quiet hours held it up. */
  isWhileAway: boolean;
};

/** Formats several late notifications as one message: their number and age, never their content. */
export function formatLate(late: readonly Late[]): Words {
  const oldest = late.reduce((a, b) => (b.subjectDueAt < a.subjectDueAt ? b : a));
  const isWhileAway = late.some((one) => one.isWhileAway);
  const title = t(isWhileAway ? "pushes.whileAway" : "pushes.late", { count: late.length });
  return { title, body: t("pushes.oldest", { time: formatClock(oldest.subjectDueAt, oldest) }) };
}

import { t } from "../../../lib/words/t.ts";
import { formatList, formatMoment, type WordsFor } from "./words.ts";

type Receipt = { name: string; isMe: boolean; upTo: number | null };

/** The most members named; the rest are a number. */
const NAMED = 8;

/**
 * Who else has read, in a sentence: those who have seen everything up to `newestAt` first, then those who haven't.
 * Null when there is nobody else.
 */
export function formatReceipts(
  receipts: readonly Receipt[],
  newestAt: number,
  words: WordsFor,
): string | null {
  const others = receipts.filter(({ isMe }) => !isMe);
  if (others.length === 0) return null;
  const hasRead = ({ upTo }: Receipt) => upTo !== null && upTo >= newestAt;
  const sentences = [
    ...others
      .filter(hasRead)
      .map(({ name, upTo }) => t("handover.receiptRead", { name, when: formatMoment(upTo!, words) })),
    ...others
      .filter((one) => !hasRead(one) && one.upTo !== null)
      .map(({ name, upTo }) => t("handover.receiptOld", { name, when: formatMoment(upTo!, words) })),
    ...others.filter(({ upTo }) => upTo === null).map(({ name }) => t("handover.receiptNone", { name })),
  ];
  return t("handover.sentence", { text: formatList(sentences, NAMED) });
}

import { formatAmount } from "./amounts.ts";
import { listAmounts, type Schedule } from "./schedule.ts";
import { formatRange, type WordsOf } from "./schedule-words.ts";

/** A line of a schedule, cut where its amounts begin and end. */
export function splitAtAmounts(
  line: string,
  schedule: Schedule,
  of: WordsOf,
): { text: string; isAmount: boolean }[] {
  const words =
    schedule.kind === "asNeeded"
      ? [formatRange(schedule, of)]
      : listAmounts(schedule).map((amount) => formatAmount(amount, of.unit, of.locale));
  if (words.length === 0) return [{ text: line, isAmount: false }];
  const escaped = words.map((each) => each.replace(/[.]/g, "\\."));
  // "1 tablet" isn't the end of "1 tablets", nor of "11 tablets".
  const found = new RegExp(`(?<![^ ])(${escaped.join("|")})(?![^ ,:])`);
  return line
    .split(found)
    .filter(Boolean)
    .map((text) => ({ text, isAmount: words.includes(text) }));
}

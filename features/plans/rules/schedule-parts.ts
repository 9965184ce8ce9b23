import { AMOUNT_MARK } from "./schedule-words.ts";

/** A line of a schedule with marked amounts, cut where they begin and end. */
export const splitAtAmounts = (line: string): { text: string; isAmount: boolean }[] =>
  line
    .split(AMOUNT_MARK)
    .map((text, index) => ({ text, isAmount: index % 2 === 1 }))
    .filter(({ text }) => text !== "");

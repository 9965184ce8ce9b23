import type { CompiledMessage } from "icu-minify/format";
import { changeTexts } from "../../server/words/pseudo.ts";

/** Signs that are neither seen nor part of a name that Playwright looks for. */
const SIGNS = ["\u200b", "\u00ad"] as const;
const LENGTH = 14;
/** A mark: the number of a key in binary. */
export const MARK = `[${SIGNS.join("")}]{${LENGTH}}`;

/** A message whose texts begin with the mark of its key's number. */
export const markMessage = (message: CompiledMessage, number: number): CompiledMessage =>
  changeTexts(message, (text) => writeMark(number) + text);

const writeMark = (number: number): string =>
  number
    .toString(2)
    .padStart(LENGTH, "0")
    .replace(/\d/g, (digit) => SIGNS[Number(digit)]!);

/** The number of a mark. */
export const readMark = (mark: string): number =>
  Number.parseInt([...mark].map((sign) => SIGNS.indexOf(sign as (typeof SIGNS)[number])).join(""), 2);

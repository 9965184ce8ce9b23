import { getReaderLocale } from "../../../lib/reader-locale.ts";
import type { Message } from "../../../lib/words/message.ts";
/**
 * Units of amounts, with their English words for one and for more, which earlier lists have; the reader's words are in
 * amount-words.ts. Written out, as the safe-practice lists of pharmacists ask for: "units", never "U".
 */
export const UNITS = {
  tablet: ["tablet", "tablets"],
  capsule: ["capsule", "capsules"],
  ml: ["ml", "ml"],
  drop: ["drop", "drops"],
  puff: ["puff", "puffs"],
  spray: ["spray", "sprays"],
  patch: ["patch", "patches"],
  unit: ["unit", "units"],
  sachet: ["sachet", "sachets"],
  suppository: ["suppository", "suppositories"],
  application: ["application", "applications"],
  mg: ["mg", "mg"],
  mcg: ["mcg", "mcg"],
  g: ["g", "g"],
} as const satisfies Record<string, readonly [one: string, more: string]>;

export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as [Unit, ...Unit[]];

/** The largest amount of one dose. */
export const MAX_AMOUNT = 99_999;

export const AMOUNT_MESSAGES = {
  number: { key: "planrules.amountNumber" },
  positive: { key: "planrules.amountPositive" },
  large: { key: "planrules.amountLarge", values: { most: MAX_AMOUNT } },
  unlikely: (amount: string, strength: string): Message =>
    strength === ""
      ? { key: "planrules.amountUnlikely", values: { amount } }
      : { key: "planrules.amountUnlikelyOf", values: { amount, strength } },
  decimals: (most: number) => ({ key: "planrules.amountDecimals", values: { most } }),
} as const satisfies Record<string, Message | ((...args: never[]) => Message)>;

/** Half a tablet and 2.5 ml are given; thousandths only of a liquid. */
export const getDecimals = (unit: Unit): number => (unit === "ml" ? 3 : 2);

/**
 * Parses a typed amount with a point, a comma or a fraction: "0.5", ",5", "1/2", "1½"; or returns the problem.
 */
export function readAmount(text: string, unit: Unit): { amount: number } | { problem: Message } {
  const read = readNumber(text);
  if (!read) return { problem: AMOUNT_MESSAGES.number };
  return findAmountProblem(read.number, unit, read.decimals) ?? { amount: read.number };
}

/** The largest denominator of a fraction: "5/12" may be a day. */
const MAX_DENOMINATOR = 10;

/** A number as people type it, and how many decimals it needs; null for anything else. */
export function readNumber(text: string): { number: number; decimals: number } | null {
  // One character for a fraction becomes two numbers: "1½" is "1 1/2", not "11/2".
  const typed = text
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, " $&")
    .normalize("NFKC")
    .replaceAll("\u2044", "/")
    .trim();
  // "1.000" may be a thousand or one: only plain digits and one separator of decimals are understood.
  if (/^(?:\d{1,6}(?:[.,]\d{1,6})?|[.,]\d{1,6})$/.test(typed))
    return { number: Number(typed.replace(",", ".")), decimals: typed.split(/[.,]/)[1]?.length ?? 0 };
  const [, whole, above, below] = /^(?:(\d{1,6})\s+)?(\d{1,2}) ?\/ ?(\d{1,2})$/.exec(typed) ?? [];
  const [numerator, denominator] = [Number(above), Number(below)];
  if (!(numerator > 0 && numerator < denominator && denominator <= MAX_DENOMINATOR)) return null;
  const number = Number(whole ?? 0) + numerator / denominator;
  return { number, decimals: String(number).split(".")[1]?.length ?? 0 };
}

/** Units that are counted in pieces, each of the plan's strength. */
const PIECES: readonly Unit[] = ["tablet", "capsule", "patch", "sachet", "suppository"];
/** More pieces at a time are rarely meant. */
const MANY_PIECES = 10;

/**
 * Whether an amount looks like a strength that was typed as a number of pieces: "47.5" tablets of 47.5 mg each. It may be
 * right, and is asked about.
 */
export function isUnlikelyAmount(amount: number, unit: Unit, strength: string): boolean {
  if (!PIECES.includes(unit)) return false;
  const inStrength = [...strength.matchAll(/\d+(?:[.,]\d+)?/g)].map(([digits]) =>
    Number(digits.replace(",", ".")),
  );
  return amount > MANY_PIECES || (amount !== 1 && inStrength.includes(amount));
}

/** Whether an amount is one piece, whose dose is the strength. */
export const isOnePiece = (amount: number, unit: Unit): boolean => amount === 1 && PIECES.includes(unit);

/** The problem of an amount, or null; `decimals` are the typed ones. */
function findAmountProblem(amount: number, unit: Unit, decimals: number): { problem: Message } | null {
  if (amount <= 0) return { problem: AMOUNT_MESSAGES.positive };
  if (amount > MAX_AMOUNT) return { problem: AMOUNT_MESSAGES.large };
  const most = getDecimals(unit);
  return decimals > most ? { problem: AMOUNT_MESSAGES.decimals(most) } : null;
}

/** Whether an amount that a program sends may be stored for this unit. */
export const isAmount = (amount: number, unit: Unit): boolean =>
  Number.isFinite(amount) && amount > 0 && amount <= MAX_AMOUNT && isRounded(amount, getDecimals(unit));

const isRounded = (amount: number, decimals: number): boolean => Number(amount.toFixed(decimals)) === amount;

/** Parts of a piece as one character, which the safe-practice lists prefer to 0.5 for tablets. */
const FRACTIONS: Record<number, string> = { 0.25: "¼", 0.5: "½", 0.75: "¾" };

type NumberOptions = {
  locale?: string | undefined;
  /** With decimals only, for texts that are compared with others. */
  isPlain?: boolean | undefined;
};

/**
 * The number of an amount. Part of a piece is a fraction by itself ("½"), never next to a digit, where "1½" may be read
 * as 11/2: that is "1.5".
 */
export function formatCount(amount: number, unit: Unit, { locale, isPlain = false }: NumberOptions): string {
  const fraction = isPlain || !PIECES.includes(unit) ? undefined : FRACTIONS[amount];
  return fraction ?? formatNumber(amount, locale);
}

/** A number as part of an amount. */
export const formatNumber = (amount: number, locale = getReaderLocale()): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: "always" }).format(amount);

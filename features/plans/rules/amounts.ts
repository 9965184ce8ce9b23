/**
 * What is counted, with its words for one and for more. Written out, as the safe-practice lists of pharmacists ask for:
 * "units", never "U"; "ml" is the same for both.
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
  number: "Enter a number, such as 1 or 0.5",
  positive: "Enter more than 0",
  large: `Enter at most ${MAX_AMOUNT.toLocaleString("en")}`,
  decimals: (most: number) => `Enter at most ${most} decimals`,
} as const;

/** Half a tablet and 2.5 ml are given; thousandths only of a liquid. */
export const decimalsOf = (unit: Unit): number => (unit === "ml" ? 3 : 2);

/** Reads an amount as people type it, with a point or a comma; a sentence says what is wrong with it. */
export function readAmount(text: string, unit: Unit): { amount: number } | { problem: string } {
  const trimmed = text.trim();
  // "1.000" may be a thousand or one: only plain digits and one separator of decimals are understood.
  if (!/^\d{1,6}(?:[.,]\d{1,6})?$/.test(trimmed)) return { problem: AMOUNT_MESSAGES.number };
  const amount = Number(trimmed.replace(",", "."));
  return amountProblem(amount, unit, trimmed.split(/[.,]/)[1]?.length ?? 0) ?? { amount };
}

/** What is wrong with an amount, or null; `decimals` are those that were typed. */
function amountProblem(amount: number, unit: Unit, decimals: number): { problem: string } | null {
  if (amount <= 0) return { problem: AMOUNT_MESSAGES.positive };
  if (amount > MAX_AMOUNT) return { problem: AMOUNT_MESSAGES.large };
  const most = decimalsOf(unit);
  return decimals > most ? { problem: AMOUNT_MESSAGES.decimals(most) } : null;
}

/** Whether an amount that a program sends may be stored for this unit. */
export const isAmount = (amount: number, unit: Unit): boolean =>
  Number.isFinite(amount) && amount > 0 && amount <= MAX_AMOUNT && isRounded(amount, decimalsOf(unit));

const isRounded = (amount: number, decimals: number): boolean => Number(amount.toFixed(decimals)) === amount;

/**
 * An amount in words, as the safe-practice lists ask for: a leading zero (0.5), no trailing one (5), a space before the
 * unit, groups from 1,000 on.
 */
export function amountWords(amount: number, unit: Unit, locale?: string): string {
  const [one, more] = UNITS[unit];
  return `${numberWords(amount, locale)} ${amount === 1 || (amount < 1 && amount > 0) ? one : more}`;
}

/** A number as it stands in an amount. */
export const numberWords = (amount: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: "always" }).format(amount);

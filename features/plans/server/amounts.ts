import { CareError } from "../../../lib/errors.ts";
import { formatAmount } from "../rules/amount-words.ts";
import { AMOUNT_MESSAGES, getDecimals, isAmount, isUnlikelyAmount, type Unit } from "../rules/amounts.ts";

/** Throws unless an amount may be stored for the plan's unit. */
export function checkAmount(amount: number, unit: Unit): void {
  if (!isAmount(amount, unit))
    throw new CareError("invalid", AMOUNT_MESSAGES.decimals(getDecimals(unit)), { path: "amount" });
}

/** Throws for amounts that look like a strength, as long as nobody has confirmed them. */
export function checkLikely(amounts: readonly number[], unit: Unit, strength: string): void {
  const amount = amounts.find((each) => isUnlikelyAmount(each, unit, strength));
  if (amount === undefined) return;
  const message = AMOUNT_MESSAGES.unlikely(formatAmount(amount, unit, "en"), strength);
  throw new CareError("invalid", message, { path: "schedule" });
}

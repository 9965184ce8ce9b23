import { CareError } from "../../../lib/errors.ts";
import { AMOUNT_MESSAGES, decimalsOf, isAmount, type Unit } from "../rules/amounts.ts";

/** Throws unless an amount may be stored for what the plan counts. */
export function checkAmount(amount: number, unit: Unit): void {
  if (!isAmount(amount, unit))
    throw new CareError("invalid", AMOUNT_MESSAGES.decimals(decimalsOf(unit)), { path: "amount" });
}

import { DAY } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import type { Unit } from "../../plans/rules/amounts.ts";

/** Entries about a stock: counted, added and discarded amounts. Given amounts are in the ledger of doses. */
export const STOCK_KINDS = ["counted", "added", "discarded"] as const;
export type StockKind = (typeof STOCK_KINDS)[number];

/** What the number of a warning is: days at the planned amounts, or an amount in the plan's unit. */
export const WARNING_KINDS = ["days", "amount"] as const;
export type StockWarning = { below: number; of: (typeof WARNING_KINDS)[number] };

/** The history shows the newest ones. */
export const MAX_STOCK_EVENTS = 200;
/** A count may be entered so long afterwards. */
export const MAX_STOCK_AGE = 366 * DAY;
/** How far ahead a stock is compared with the plan. */
export const MAX_SUPPLY_DAYS = 180;

/** How long a stock lasts: until the first planned dose that it doesn't cover, to the plan's end, or longer than is computed. */
export type Supply = { kind: "until"; at: number } | { kind: "toEnd" } | { kind: "long" };

/** The stock of a plan's medicine by the entries; `supply` null for a plan without planned times. */
export type Stock = { amount: number; countedAt: number; supply: Supply | null };

/** For how many whole days a supply lasts from now on; null for one without an end in sight. */
export const countDaysLeft = (supply: Supply | null, now: number): number | null =>
  supply?.kind === "until" ? Math.max(0, Math.floor((supply.at - now) / DAY)) : null;

/** Whether less is left than the number that the family typed. */
export function isLow({ amount, supply }: Stock, warning: StockWarning | null, now: number): boolean {
  if (warning === null) return false;
  if (warning.of === "amount") return amount < warning.below;
  const days = countDaysLeft(supply, now);
  return days !== null && days < warning.below;
}

/** "12 tablets left", or that nothing is left by the entries: then they don't fit the count. */
export const formatLeft = (amount: number, unit: Unit): string =>
  amount > 0 ? t("stock.left", { amount: formatAmount(amount, unit) }) : t("stock.nothingLeft");

/** How long it lasts in words, and when it was counted: "About 6 days at the planned amounts, counted on May 3, 2026". */
export function formatSupply(
  { supply, countedAt }: Stock,
  { now, dayOf }: { now: number; dayOf: (at: number) => string },
): string {
  const day = shortDay(dayOf(countedAt));
  if (supply === null) return t("stock.counted", { day });
  if (supply.kind === "toEnd") return t("stock.supplyToEnd", { day });
  if (supply.kind === "long") return t("stock.supplyLong", { days: MAX_SUPPLY_DAYS, day });
  const days = countDaysLeft(supply, now)!;
  return days === 0 ? t("stock.supplyShort", { day }) : t("stock.supplyDays", { days, day });
}

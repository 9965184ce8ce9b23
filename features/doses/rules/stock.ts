import { DAY } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { formatAmount, formatNumber, type Unit } from "../../plans/rules/amounts.ts";

/** Entries about a stock: counted, added and discarded amounts. Given amounts are in the ledger of doses. */
export const STOCK_KINDS = ["counted", "added", "discarded"] as const;
export type StockKind = (typeof STOCK_KINDS)[number];

export const STOCK_WORDS: Record<StockKind, string> = {
  counted: "Counted",
  added: "Added",
  discarded: "Thrown away",
};

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

/** "12 tablets", or that nothing is left by the entries: then they don't fit the count. */
export const formatLeft = (amount: number, unit: Unit, locale?: string): string =>
  amount > 0 ? `${formatAmount(amount, unit, locale)} left` : "Nothing left by the entries";

/** How long it lasts in words, and when it was counted: "About 6 days at the planned amounts, counted on May 3, 2026". */
export function formatSupply(
  { supply, countedAt }: Stock,
  { now, dayOf }: { now: number; dayOf: (at: number) => string },
): string {
  const counted = `ounted on ${shortDay(dayOf(countedAt))}`;
  const words = formatLasts(supply, now);
  return words ? `${words}, c${counted}` : `C${counted}`;
}

function formatLasts(supply: Supply | null, now: number): string | null {
  if (supply === null) return null;
  if (supply.kind === "toEnd") return "Enough to the plan's last day at the planned amounts";
  if (supply.kind === "long") return `More than ${MAX_SUPPLY_DAYS} days at the planned amounts`;
  const days = countDaysLeft(supply, now)!;
  if (days === 0) return "Less than a day at the planned amounts";
  return days === 1 ? "About 1 day at the planned amounts" : `About ${days} days at the planned amounts`;
}

/** The warning level in words. */
export const formatWarning = ({ below, of }: StockWarning, unit: Unit): string =>
  of === "days"
    ? `You are told here when fewer than ${formatNumber(below)} ${below === 1 ? "day is" : "days are"} left.`
    : `You are told here when less than ${formatAmount(below, unit)} is left.`;

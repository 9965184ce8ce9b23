import { getReaderLocale } from "../../../lib/reader-locale.ts";
import { formatCount, type Unit } from "./amounts.ts";

/** An amount, or without a unit a number, as its reader types it into a field, which `readNumber` reads: "½", "1,5". */
export function formatTyped(amount: number, unit?: Unit, locale = getReaderLocale()): string {
  const count = unit && formatCount(amount, unit, { locale });
  if (count && /[¼½¾]/.test(count)) return count;
  const style = { maximumFractionDigits: 3, useGrouping: false, numberingSystem: "latn" };
  return new Intl.NumberFormat(locale, style).format(amount);
}

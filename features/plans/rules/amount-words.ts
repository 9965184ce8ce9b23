import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { formatCount, type Unit } from "./amounts.ts";

const AMOUNTS: Record<Unit, Key> = {
  tablet: "schedule.amountTablet",
  capsule: "schedule.amountCapsule",
  ml: "schedule.amountMl",
  drop: "schedule.amountDrop",
  puff: "schedule.amountPuff",
  spray: "schedule.amountSpray",
  patch: "schedule.amountPatch",
  unit: "schedule.amountUnit",
  sachet: "schedule.amountSachet",
  suppository: "schedule.amountSuppository",
  application: "schedule.amountApplication",
  mg: "schedule.amountMg",
  mcg: "schedule.amountMcg",
  g: "schedule.amountG",
};

/**
 * An amount in words, as the safe-practice lists ask for: "½" or a leading zero (0.2), no trailing one (5), a space
 * before the unit, groups from 1,000 on.
 */
export const formatAmount = (amount: number, unit: Unit, locale?: string, isPlain?: boolean): string =>
  t(AMOUNTS[unit], {
    count: formatCount(amount, unit, { locale, isPlain }),
    number: amount,
    isPart: String(amount > 0 && amount < 1),
  });

const UNITS: Record<Unit, Key> = {
  tablet: "schedule.unitTablet",
  capsule: "schedule.unitCapsule",
  ml: "schedule.unitMl",
  drop: "schedule.unitDrop",
  puff: "schedule.unitPuff",
  spray: "schedule.unitSpray",
  patch: "schedule.unitPatch",
  unit: "schedule.unitUnit",
  sachet: "schedule.unitSachet",
  suppository: "schedule.unitSuppository",
  application: "schedule.unitApplication",
  mg: "schedule.unitMg",
  mcg: "schedule.unitMcg",
  g: "schedule.unitG",
};

/** What a plan counts, in the plural: "tablets". */
export const formatUnit = (unit: Unit): string => t(UNITS[unit]);

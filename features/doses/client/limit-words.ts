import type { DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { formatCount } from "../../plans/rules/amounts.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import type { LimitState } from "./as-needed.ts";
import { isDoubt, type ShownConflict } from "./conflicts.ts";
import { formatDoseAmount, formatMedicine, formatMoment, getWho, type Reading } from "./dose-words.ts";

/** The source of a plan's limits as values of a text. */
export const getLimitSource = ({ current: { saidBy } }: Pick<DosePlan, "current">) => ({
  hasSource: String(Boolean(saidBy)),
  source: saidBy,
});

/** The state of the typed limits: "By the limits you entered: from 16:40; 2 of 4 in 24 hours." Null where nobody typed any. */
export function limitWords(plan: DosePlan, standing: LimitState, reading: Reading): string | null {
  const { from, count, amount, windowHours: hours, isOverLimit } = standing;
  const parts = [
    from === null ? null : t("doseconflicts.limitFrom", { when: formatMoment(from, reading) }),
    from === null && isOverLimit ? t("doseconflicts.limitOver") : null,
    count && t("doseconflicts.limitCount", { given: count.given, most: count.most, hours }),
    amount &&
      t("doseconflicts.limitAmount", {
        given: formatCount(amount.given, plan.doseUnit, {}),
        most: formatDoseAmount(amount.most, plan),
        hours,
      }),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return t("doseconflicts.byLimits", {
    ...getLimitSource(plan),
    limits: joinParts("schedule.semicolon", parts),
  });
}

/** The doses that conflict with one: each once, in order of time, with the limits that name it. */
export function formatConflicts(
  conflicts: readonly ShownConflict[],
  plan: Pick<DosePlan, "doseUnit" | "current">,
  reading: Reading,
): { key: string; words: string }[] {
  const byDose = Map.groupBy(
    conflicts.filter((each) => !isDoubt(each)),
    ({ id }) => id,
  );
  return [...byDose]
    .map(([key, [first, ...more]]) => ({
      key,
      first: first!,
      limits: [first!, ...more].map(({ limit }) => limit),
    }))
    .sort((a, b) => a.first.at - b.first.at)
    .map(({ key, first, limits }) => ({ key, words: formatConflict(first, limits, plan, reading) }));
}

function formatConflict(
  { at, by, amount, medicine }: ShownConflict,
  limits: readonly ShownConflict["limit"][],
  plan: Pick<DosePlan, "doseUnit" | "current">,
  reading: Reading,
): string {
  const { name } = getWho(null, by, undefined);
  const when = formatMoment(at, reading);
  if (limits.includes("claim")) return t("doseconflicts.givesNow", { name, when });
  if (amount === null)
    return t("doseconflicts.tooLarge", { amount: formatDoseAmount(plan.current.maxAmount ?? 0, plan) });
  const values = { amount: formatDoseAmount(amount, medicine ?? plan), when, name };
  if (medicine) return t("doseconflicts.otherMedicine", { ...values, medicine: formatMedicine(medicine) });
  return limits.includes("slot") ? t("doseconflicts.recorded", values) : t("doseconflicts.otherDose", values);
}

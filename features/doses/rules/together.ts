import { MINUTE } from "../../../lib/dates/time.ts";
import { computeShare } from "../../plans/rules/same-medicine.ts";
import {
  type Conflict,
  findConflicts,
  type GivenDose,
  type LimitName,
  type Limits,
} from "./dose-conflicts.ts";

/** A plan of one medicine; without limits when it has ended. */
export type MedicinePlan = { id: string; strength: string; doseUnit: string; limits: Limits | null };

/** A dose of one of them. */
export type MedicineDose = GivenDose & { planId: string };

export type TogetherConflict = { id: string; limit: LimitName | "sameMedicine" };

/**
 * Doses of one medicine under two plans that are closer than this are asked about where nobody has typed how far apart they
 * must be. Bookkeeping, as the default of one plan (`getDefaultSameDose`).
 */
const CLOSE_MINUTES = 240;

/**
 * Conflicts of a dose when the plans of its medicine count together: by the limits of each of them, and by close doses
 * of the others. The first of `plans` is its own plan, whose own limits are checked elsewhere.
 */
export function findConflictsTogether(
  plans: readonly [MedicinePlan, ...MedicinePlan[]],
  given: readonly MedicineDose[],
  dose: GivenDose,
): TogetherConflict[] {
  const [own, ...others] = plans;
  const found: TogetherConflict[] = plans.flatMap(({ limits, ...plan }): Conflict[] => {
    if (!limits) return [];
    // Names of planned doses and their distances belong to one plan.
    const typed = { ...limits, sameDoseMinutes: null };
    const convertToPlan = (amount: number, of: MedicinePlan) => amount * (computeShare(of, plan) ?? 0);
    const all = given.flatMap((each): GivenDose[] => {
      const of = plans.find(({ id }) => id === each.planId);
      return of ? [{ ...each, slot: null, amount: convertToPlan(each.amount, of) }] : [];
    });
    return findConflicts(typed, all, { ...dose, slot: null, amount: convertToPlan(dose.amount, own) });
  });
  for (const other of others) {
    const hasGap = [own, other].some(({ limits }) => limits?.minGapMinutes);
    if (hasGap) continue;
    const close =
      Math.min(own.limits?.sameDoseMinutes ?? CLOSE_MINUTES, other.limits?.sameDoseMinutes ?? CLOSE_MINUTES) *
      MINUTE;
    for (const { id, planId, givenAt } of given)
      if (planId === other.id && id !== dose.id && Math.abs(givenAt - dose.givenAt) < close)
        found.push({ id, limit: "sameMedicine" });
  }
  return found.filter(
    (each, index) => found.findIndex(({ id, limit }) => id === each.id && limit === each.limit) === index,
  );
}

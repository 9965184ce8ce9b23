import type { Dose, DoseDays, DosePlan } from "../../../lib/api.ts";
import { HOUR } from "../../../lib/dates/time.ts";
import { computeShare } from "../../plans/rules/same-medicine.ts";
import { findConflicts, findFirstAllowed, type GivenDose, type Limits } from "../rules/dose-conflicts.ts";
import { isJustGiven } from "../rules/just-given.ts";
import {
  findConflictsTogether,
  type MedicineDose,
  type MedicinePlan,
  type TogetherConflict,
} from "../rules/together.ts";
import type { ShownConflict } from "./conflicts.ts";

/** Where a medicine is relative to its typed limits; moments are epoch ms. */
export type LimitState = {
  last: Dose | null;
  /** What a dose now would go against. */
  conflicts: TogetherConflict[];
  /** Whether a dose now would go against a typed limit. */
  isOverLimit: boolean;
  /** From when on a dose goes against no typed limit; null when it goes against none now, or always does. */
  from: number | null;
  /** How many doses and how much were given in the window that rolls; null without a limit of that kind. */
  count: { given: number; most: number } | null;
  amount: { given: number; most: number } | null;
  windowHours: number;
  /** Doses of a moment ago: one more tap may mean the same dose. */
  justGiven: Dose[];
};

/** Another plan of the same medicine, which counts together with one; its last doses are the newest first. */
export type SameMedicine = { plan: DosePlan; lately: readonly Dose[] };

/** The other plans of a plan's medicine with their last doses. */
export const listSameMedicine = ({ plans, together, lately }: DoseDays, planId: string): SameMedicine[] =>
  (together.find((each) => each.planId === planId)?.others ?? []).flatMap((id) => {
    const plan = plans.find(({ _id }) => _id === id);
    return plan ? [{ plan, lately: lately.find((each) => each.planId === id)?.doses ?? [] }] : [];
  });

export const getLimits = ({ current }: DosePlan): Limits => ({
  minGapMinutes: current.minGapMinutes,
  maxCount: current.maxCount,
  maxAmount: current.maxAmount,
  windowHours: current.windowHours,
  sameDoseMinutes: current.sameDoseMinutes,
});

/** Conflicts of a dose at a moment, in the form of the server's refusals. */
export function findKnownConflicts(
  plan: DosePlan,
  lately: readonly Dose[],
  { amount, givenAt }: { amount: number; givenAt: number },
): ShownConflict[] {
  const found = findConflicts(getLimits(plan), lately.map(asGiven), { id: "", slot: null, givenAt, amount });
  return found.flatMap(({ id, limit }) => {
    const dose = lately.find(({ _id }) => _id === id);
    return dose ? [{ id, limit, at: dose.givenAt!, by: dose.givenBy, amount: dose.amount }] : [];
  });
}

const asGiven = ({ _id, slot, givenAt, amount }: Dose): GivenDose => ({
  id: _id,
  slot,
  givenAt: givenAt!,
  amount: amount!,
});

/**
 * Compares a dose of this amount at this moment with the limits of its plan; `lately` has the last doses, `same` the
 * other plans of its medicine, which count together.
 */
export function getNeededState(
  plan: DosePlan,
  lately: readonly Dose[],
  amount: number,
  now: number,
  same: readonly SameMedicine[] = [],
): LimitState {
  // Doses of other plans count by their strength.
  const given = [
    ...lately.map(asGiven),
    ...same.flatMap((other) =>
      other.lately.map((dose) => ({
        ...asGiven(dose),
        slot: null,
        amount: dose.amount! * (computeShare(other.plan, plan) ?? 0),
      })),
    ),
  ].sort((a, b) => b.givenAt - a.givenAt);
  const typed: Limits = { ...getLimits(plan), sameDoseMinutes: null };
  const dose = { id: "", slot: null, givenAt: now, amount };
  const isOverLimit = findConflicts(typed, given, dose).length > 0;
  const since = now - typed.windowHours * HOUR;
  const inWindow = given.filter(({ givenAt }) => givenAt > since);
  return {
    last: lately[0] ?? null,
    conflicts: [
      ...findConflicts(getLimits(plan), lately.map(asGiven), dose),
      ...(same.length === 0
        ? []
        : findConflictsTogether(
            [asMedicine(plan), ...same.map((each) => asMedicine(each.plan))],
            [{ plan, lately }, ...same].flatMap(toMedicineDoses),
            dose,
          )),
    ],
    isOverLimit,
    from: isOverLimit ? findFirstAllowed(typed, given, amount, now) : null,
    count: typed.maxCount === null ? null : { given: inWindow.length, most: typed.maxCount },
    amount:
      typed.maxAmount === null
        ? null
        : {
            given: inWindow.reduce((sum, each) => sum + Math.round(each.amount * 1000), 0) / 1000,
            most: typed.maxAmount,
          },
    windowHours: typed.windowHours,
    justGiven: lately.filter(({ givenAt }) => isJustGiven(now, givenAt!)),
  };
}

const asMedicine = (plan: DosePlan): MedicinePlan => ({
  id: plan._id,
  strength: plan.strength,
  doseUnit: plan.doseUnit,
  limits: plan.endedAt === null ? getLimits(plan) : null,
});

const toMedicineDoses = ({ plan, lately }: SameMedicine): MedicineDose[] =>
  lately.map((dose) => ({ ...asGiven(dose), planId: plan._id }));

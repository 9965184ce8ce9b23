import type { Dose, DoseConflict, DosePlan } from "../../../lib/api.ts";
import { HOUR } from "../../../lib/time.ts";
import { type Conflict, doseConflicts, firstAllowed, type GivenDose, type Limits } from "../rules/guard.ts";
import { JUST_GIVEN_MS } from "../rules/limits.ts";

/** How a medicine stands against the limits that somebody typed; moments are epoch ms. */
export type Standing = {
  last: Dose | null;
  /** What a dose now would go against. */
  conflicts: Conflict[];
  /** From when on a dose goes against nothing; null when it goes against nothing now, or always does. */
  from: number | null;
  /** How many doses and how much were given in the window that rolls; null without a limit of that kind. */
  count: { given: number; most: number } | null;
  amount: { given: number; most: number } | null;
  windowHours: number;
  /** Those of a moment ago: one more tap may mean the same dose. */
  justGiven: Dose[];
};

export const limitsOf = ({ current }: DosePlan): Limits => ({
  minGapMinutes: current.minGapMinutes,
  maxCount: current.maxCount,
  maxAmount: current.maxAmount,
  windowHours: current.windowHours,
  sameDoseMinutes: current.sameDoseMinutes,
});

/** What a dose at a moment would go against, as the server says it when it refuses one. */
export function knownConflicts(
  plan: DosePlan,
  lately: readonly Dose[],
  { amount, givenAt }: { amount: number; givenAt: number },
): DoseConflict[] {
  const found = doseConflicts(limitsOf(plan), lately.map(asGiven), { id: "", slot: null, givenAt, amount });
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

/** How a dose of so much at this moment stands against the limits of its plan; `lately` has the last doses. */
export function standingOf(plan: DosePlan, lately: readonly Dose[], amount: number, now: number): Standing {
  const limits = limitsOf(plan);
  const given = lately.map(asGiven);
  const conflicts = doseConflicts(limits, given, { id: "", slot: null, givenAt: now, amount });
  const since = now - limits.windowHours * HOUR;
  const inWindow = given.filter(({ givenAt }) => givenAt > since);
  const last = lately[0] ?? null;
  return {
    last,
    conflicts,
    from: conflicts.length > 0 ? firstAllowed(limits, given, amount, now) : null,
    count: limits.maxCount === null ? null : { given: inWindow.length, most: limits.maxCount },
    amount:
      limits.maxAmount === null
        ? null
        : {
            given: inWindow.reduce((sum, dose) => sum + Math.round(dose.amount * 1000), 0) / 1000,
            most: limits.maxAmount,
          },
    windowHours: limits.windowHours,
    justGiven: lately.filter(({ givenAt }) => Math.abs(now - givenAt!) < JUST_GIVEN_MS),
  };
}

import { MINUTE } from "../../../lib/dates/time.ts";

/** The limits of a plan's version, as people typed them; null where none was typed. */
export type Limits = {
  minGapMinutes: number | null;
  maxCount: number | null;
  maxAmount: number | null;
  /** The length of the rolling window in which `maxCount` and `maxAmount` count. */
  windowHours: number;
  /** Two doses of a plan with times are taken for the same one when they are closer than this. */
  sameDoseMinutes: number | null;
};

/** A dose that was given; `givenAt` in epoch ms. */
export type GivenDose = { id: string; slot: string | null; givenAt: number; amount: number };

/** The limits that a dose can violate. */
export type LimitName = "slot" | "sameDose" | "gap" | "count" | "amount";

export type Conflict = { id: string; limit: LimitName };

/**
 * Given doses that a new dose conflicts with, each with the limit; in the order of the limits, then by time. A dose that
 * is larger than the greatest amount conflicts with itself. `dose_conflicts` is the same rule in SQL, for the guard of the
 * database; a test compares them.
 */
export function findConflicts(limits: Limits, given: readonly GivenDose[], dose: GivenDose): Conflict[] {
  const others = given.filter(({ id }) => id !== dose.id);
  const isWithin = (distance: number) => (other: GivenDose) =>
    Math.abs(other.givenAt - dose.givenAt) < distance;
  const nameConflicts = (limit: LimitName, found: readonly GivenDose[]): Conflict[] =>
    [...found].sort(compareByTime).map(({ id }) => ({ id, limit }));
  return [
    ...nameConflicts(
      "slot",
      others.filter(({ slot }) => slot !== null && slot === dose.slot),
    ),
    ...nameConflicts("sameDose", others.filter(isWithin((limits.sameDoseMinutes ?? 0) * MINUTE))),
    ...nameConflicts("gap", others.filter(isWithin((limits.minGapMinutes ?? 0) * MINUTE))),
    ...nameConflicts("count", findInFullWindows(limits, others, dose, "count")),
    ...nameConflicts("amount", findInFullWindows(limits, others, dose, "amount")),
  ];
}

/** The doses of every window that contains the new dose and would hold more than the most. */
function findInFullWindows(
  { windowHours, maxCount, maxAmount }: Limits,
  others: readonly GivenDose[],
  dose: GivenDose,
  counted: "count" | "amount",
): GivenDose[] {
  const most = counted === "count" ? maxCount : maxAmount;
  if (most === null) return [];
  const length = windowHours * 60 * MINUTE;
  const computeSize = (doses: readonly GivenDose[]) =>
    counted === "count" ? doses.length : doses.reduce((sum, { amount }) => sum + toThousandths(amount), 0);
  // A dose that alone exceeds the limit violates it without any other dose.
  const full = new Set<GivenDose>(
    counted === "amount" && toThousandths(dose.amount) > toThousandths(most) ? [dose] : [],
  );
  // A window begins with one of its doses: later ones would only lose doses.
  const begins = [dose, ...others].map(({ givenAt }) => givenAt);
  for (const begin of begins) {
    if (begin > dose.givenAt || begin + length <= dose.givenAt) continue;
    const inside = others.filter(({ givenAt }) => givenAt >= begin && givenAt < begin + length);
    if (computeSize([...inside, dose]) > (counted === "count" ? most : toThousandths(most)))
      for (const other of inside) full.add(other);
  }
  return [...full];
}

/** Amounts have three decimals: whole numbers of thousandths add up without rounding. */
const toThousandths = (amount: number): number => Math.round(amount * 1000);

const compareByTime = (a: GivenDose, b: GivenDose) => a.givenAt - b.givenAt || (a.id < b.id ? -1 : 1);

/** The first moment from `now` on (epoch ms) at which a dose violates no limit; null when there is none. */
export function findFirstAllowed(
  limits: Limits,
  given: readonly GivenDose[],
  amount: number,
  now: number,
): number | null {
  const steps = [limits.minGapMinutes, limits.sameDoseMinutes, limits.windowHours * 60]
    .filter((minutes) => minutes !== null)
    .map((minutes) => minutes * MINUTE);
  const moments = [now, ...given.flatMap(({ givenAt }) => steps.map((step) => givenAt + step))]
    .filter((moment) => moment >= now)
    .sort((a, b) => a - b);
  return (
    moments.find(
      (givenAt) => findConflicts(limits, given, { id: "", slot: null, givenAt, amount }).length === 0,
    ) ?? null
  );
}

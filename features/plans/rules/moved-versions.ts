import { toDayInZone, toMomentInZone, toTimeInZone } from "../../../lib/dates/zone-day.ts";
import type { PlanVersion } from "./slots.ts";
import { listEffectiveVersions } from "./versions.ts";

type Began = Pick<PlanVersion, "effectiveFrom" | "timeZone">;

/** A version that goes by another clock from a moment on (epoch ms). */
export type Moved<Version> = { of: Version; effectiveFrom: number };

/**
 * The versions of a plan from `from` on (epoch ms) when it goes by the clock of `timeZone` from then: the one of that
 * moment, and each version that was to hold later, at its own local day and time by the new clock. `versions` are all
 * of the plan, in their order.
 */
export function moveVersions<Version extends Began>(
  versions: readonly Version[],
  { from, timeZone }: { from: number; timeZone: string },
): Moved<Version>[] {
  const standing = listEffectiveVersions(versions);
  const begun = standing.filter(({ effectiveFrom }) => effectiveFrom <= from);
  const later = standing.slice(begun.length);
  const moved = later.map((of) => ({ of, effectiveFrom: Math.max(from, toSameLocalTime(of, timeZone)) }));
  const present = begun.at(-1);
  return [...(present ? [{ of: present, effectiveFrom: from }] : []), ...moved].filter(
    ({ effectiveFrom }, index, all) =>
      all.slice(index + 1).every((next) => next.effectiveFrom > effectiveFrom),
  );
}

/** The beginning of a version by another clock: Monday at midnight stays Monday at midnight. */
function toSameLocalTime({ effectiveFrom, timeZone: former }: Began, timeZone: string): number {
  return toMomentInZone(toDayInZone(effectiveFrom, former), toTimeInZone(effectiveFrom, former), timeZone);
}

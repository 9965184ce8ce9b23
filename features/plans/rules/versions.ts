/** What decides when a version holds; epoch ms. */
type Held = { effectiveFrom: number };

/**
 * The versions that hold one after the other: a version that was replaced before it began never held. `versions` are in
 * their order.
 */
export const listEffectiveVersions = <Version extends Held>(versions: readonly Version[]): Version[] =>
  versions.filter(({ effectiveFrom }, index) =>
    versions.slice(index + 1).every((next) => next.effectiveFrom > effectiveFrom),
  );

/** The version that holds at a moment, the first one before any began; undefined without versions. */
export const findValidVersion = <Version extends Held>(
  versions: readonly Version[],
  at: number,
): Version | undefined => versions.findLast(({ effectiveFrom }) => effectiveFrom <= at) ?? versions[0];

/** The versions that begin after a moment, in the order in which they begin. */
export const listComingVersions = <Version extends Held>(
  versions: readonly Version[],
  at: number,
): Version[] => listEffectiveVersions(versions).filter(({ effectiveFrom }) => effectiveFrom > at);

/** The versions that hold at a moment and later, in the order in which they begin. */
export function listVersionsHeldFrom<Version extends Held>(
  versions: readonly Version[],
  at: number,
): Version[] {
  const coming = listComingVersions(versions, at);
  const present = findValidVersion(versions, at);
  // Before its first version a plan holds none, and its first one comes.
  return present && !coming.includes(present) ? [present, ...coming] : coming;
}

type Versions<Version> = { current: Version; coming: readonly Version[] };

/** A plan as it is at a moment: the answer that it came with may have waited while a change began. */
export function getValidPlan<Version extends Held, Plan extends Versions<Version>>(
  plan: Plan,
  at: number,
): Plan {
  const begun = plan.coming.findLast(({ effectiveFrom }) => effectiveFrom <= at);
  if (!begun) return plan;
  return { ...plan, current: begun, coming: plan.coming.slice(plan.coming.indexOf(begun) + 1) };
}

/** The version that a change or a move is based on: the newest one, whether it holds already or only later. */
export const getNewest = <Version>({ current, coming }: Versions<Version>): Version =>
  coming.at(-1) ?? current;

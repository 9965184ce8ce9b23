/**
 * Which plans are the same medicine, as typed: by their names without case, spaces and strength, and by ties that a
 * member set. No substance is looked up.
 */

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
const MEASURE = String.raw`(?:mg|g|kg|mcg|[\u00B5\u03BC]g|ug|ng|ml|l|iu|i\.u\.|ie|i\.e\.|units?|mmol|meq|%)`;
const PER = String.raw`(?:\s*/\s*(?:${NUMBER})?\s*(?:${MEASURE}|h|hour|day|dose|tablet|puff|drop)\b)?(?![\p{L}\p{N}])`;
const STRENGTH = new RegExp(String.raw`${NUMBER}\s*${MEASURE}${PER}`, "giu");
/** "Ramipril 5" has a strength too. */
const BARE_STRENGTH = new RegExp(String.raw`${NUMBER}\s*${MEASURE}?${PER}`, "giu");

/** Words next to many names that name no medicine. */
const NO_NAMES = new Set(
  `tablet tablets capsule capsules pill pills drop drops syrup solution spray cream ointment gel patch inhaler injection oral
   morning noon midday evening night bedtime daily weekly monthly needed prn retard prolonged slow forte plus pain fever sleep
   heart left right eye ear generic brand new old mg ml`.split(/\s+/),
);

type Named = { id: string; name: string };
type Names = { whole: string; parts: string[] };

/** The names in a name: "Tylenol (paracetamol) 500 mg" has two. */
function parseNames(name: string): Names {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const parts = removeStrength(BARE_STRENGTH, plain)
    .split(/[()[\]/,;:+&®™]|\s[-–—]\s/u)
    // More than one word next to the first name is rather a remark: "(for blood pressure)".
    .filter((part, index) => index === 0 || part.trim().split(/\s+/).length === 1)
    .map(keepLetters)
    .filter((part) => part.length > 1 && !NO_NAMES.has(part));
  return { whole: keepLetters(removeStrength(STRENGTH, plain)), parts };
}

/** The 12 of "B12" is a part of the name. */
const removeStrength = (strength: RegExp, name: string): string =>
  name.replace(strength, (found: string, at: number) =>
    at > 0 && /[\p{L}\p{N}-]/u.test(name[at - 1]!) ? found : " ",
  );

const keepLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

/** Whether two names name the same medicine: they are the same, or share a generic or brand name. */
export const isSameName = (one: string, other: string): boolean =>
  hasSharedName(parseNames(one), parseNames(other));

const hasSharedName = (a: Names, b: Names): boolean =>
  (a.whole !== "" && a.whole === b.whole) || a.parts.some((part) => b.parts.includes(part));

/** A member's tie of two plans: they count together, or they don't although their names are alike. */
export type Tie = { planIds: readonly [string, string]; isTogether: boolean };

/**
 * The other plans that count together with each plan, by its id. A tie of two plans takes precedence over their names.
 */
export function groupTogether(plans: readonly Named[], ties: readonly Tie[]): Map<string, string[]> {
  const tied = new Map(
    ties.flatMap(({ planIds: [a, b], isTogether }) => [
      [`${a} ${b}`, isTogether],
      [`${b} ${a}`, isTogether],
    ]),
  );
  const groups = new Map(plans.map(({ id }) => [id, new Set([id])]));
  const named = plans.map(({ id, name }) => ({ id, names: parseNames(name) }));
  for (const [index, one] of named.entries())
    for (const other of named.slice(index + 1)) {
      if (!(tied.get(`${one.id} ${other.id}`) ?? hasSharedName(one.names, other.names))) continue;
      const [into, from] = [groups.get(one.id)!, groups.get(other.id)!];
      if (into === from) continue;
      for (const id of from) {
        into.add(id);
        groups.set(id, into);
      }
    }
  return new Map(
    plans.flatMap(({ id }) => {
      const others = [...groups.get(id)!].filter(
        (other) => other !== id && tied.get(`${id} ${other}`) !== false,
      );
      return others.length === 0 ? [] : [[id, others.sort()] as const];
    }),
  );
}

const MILLIGRAMS: Record<string, number> = {
  kg: 1e6,
  g: 1000,
  mg: 1,
  mcg: 0.001,
  µg: 0.001,
  μg: 0.001,
  ug: 0.001,
};

/** The milligrams in one unit of a plan, when its strength has them: "1 g", or "100 mg/5 ml" for one ml. */
export function parseMilligrams(strength: string): number | null {
  const found = new RegExp(
    String.raw`^\s*(${NUMBER})\s*(kg|g|mg|mcg|[\u00B5\u03BC]g|ug)(?:\s*/\s*(${NUMBER})?\s*(?:ml|tablet|puff|drop|dose))?\s*$`,
    "iu",
  ).exec(strength);
  if (!found) return null;
  const [, much, unit, per] = found;
  const milligrams = (parseNumber(much!) * MILLIGRAMS[unit!.toLowerCase()]!) / (per ? parseNumber(per) : 1);
  return Number.isFinite(milligrams) && milligrams > 0 ? milligrams : null;
}

/** "1,000" has a separator, "0,5" a comma before its decimals. */
const parseNumber = (text: string): number =>
  Number(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text.replace(",", "."));

/**
 * How many of one plan one of another plan is: two tablets of 500 mg for one of 1 g. Without strengths that can be compared
 * one is taken for one where both count the same; null where they don't.
 */
export function computeShare(
  of: { strength: string; doseUnit: string },
  to: { strength: string; doseUnit: string },
): number | null {
  const [from, into] = [parseMilligrams(of.strength), parseMilligrams(to.strength)];
  if (from !== null && into !== null) return from / into;
  return of.doseUnit === to.doseUnit ? 1 : null;
}

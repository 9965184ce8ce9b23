import { shorten } from "../../../lib/cut-text.ts";
import { getMedicationName } from "../../notes/rules/medication-limits.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import type { DifferenceKind } from "../rules.ts";

// Not among the rules that lists of notes load: only a list's own pages compare it with another.

export type MedicationPair = { before: Medication; after: Medication };

/** The differences between two lists; a medication whose dose and timing changed is in both arrays. */
export type MedicationChanges = {
  started: Medication[];
  stopped: Medication[];
  doseChanged: MedicationPair[];
  timingChanged: MedicationPair[];
};

/** Compares two lists by the names of their medications; see `matchMedications`. */
export function compareMedications(
  before: readonly Medication[],
  after: readonly Medication[],
): MedicationChanges {
  const { pairs, stopped, started } = matchMedications(before, after);
  return {
    started,
    stopped,
    doseChanged: pairs.filter((pair) => !isSame(pair, "dosage")),
    timingChanged: pairs.filter((pair) => !isSame(pair, "timing")),
  };
}

/**
 * Finds the medications in both lists, by name and ignoring case: the generic name, or the brand name where there is no
 * other. One listed twice is matched with its most similar counterpart. The rest is matched once more by either name,
 * so that a medication stays the same one when its generic name is added.
 */
export function matchMedications(before: readonly Medication[], after: readonly Medication[]) {
  const pairs: MedicationPair[] = [];
  const stopped: Medication[] = [];
  const started: Medication[] = [];
  for (const name of new Set([...before, ...after].map(nameKey))) {
    const isNamed = (item: Medication) => nameKey(item) === name;
    const found = pairRemaining(before.filter(isNamed), after.filter(isNamed));
    pairs.push(...found.pairs);
    stopped.push(...found.remaining);
    started.push(...found.added);
  }
  const renamed = pairRemaining(stopped, started, hasSharedName);
  return { pairs: [...pairs, ...renamed.pairs], stopped: renamed.remaining, started: renamed.added };
}

/** Pairs identical entries first, then those with the same dose, then any that may be the same, in order. */
function pairRemaining(
  before: readonly Medication[],
  after: readonly Medication[],
  maybeSame: (pair: MedicationPair) => boolean = () => true,
) {
  const pairs: MedicationPair[] = [];
  const added = [...after];
  let remaining = [...before];
  const matchers: ((pair: MedicationPair) => boolean)[] = [
    (pair) => isSame(pair, "dosage") && isSame(pair, "timing") && pair.before.notes === pair.after.notes,
    (pair) => isSame(pair, "dosage") && isSame(pair, "timing"),
    (pair) => isSame(pair, "dosage"),
    () => true,
  ];
  for (const isAlike of matchers) {
    remaining = remaining.filter((former) => {
      const index = added.findIndex((item) => {
        const pair = { before: former, after: item };
        return maybeSame(pair) && isAlike(pair);
      });
      if (index >= 0) pairs.push({ before: former, after: added.splice(index, 1)[0]! });
      return index < 0;
    });
  }
  return { pairs, remaining, added };
}

/** Whether one is listed by a brand name alone that the other has too. */
function hasSharedName({ before, after }: MedicationPair): boolean {
  const isBrandOfOther = (one: Medication, other: Medication) =>
    !one.genericName.trim() && nameKey(one) === normalizeName(other.brandName);
  return isBrandOfOther(before, after) || isBrandOfOther(after, before);
}

const isSame = ({ before, after }: MedicationPair, field: "dosage" | "timing") =>
  normalizeText(before[field]) === normalizeText(after[field]);

/** One difference between two lists; `before` and `after` are the values of the field, or dose and timing of a row. */
export type MedicationDifference = {
  kind: DifferenceKind;
  /** The name of the medication. */
  name: string;
  before: string;
  after: string;
};

/** How many differences of two lists are listed, and how much of a text. */
const MAX_DIFFERENCES = 20;
const TEXT_LENGTH = 120;

/**
 * The first differences between two lists in the order of the later one, then stopped medications; `more` counts
 * others.
 */
export function listMedicationDifferences(
  before: readonly Medication[],
  after: readonly Medication[],
): { shown: MedicationDifference[]; more: number } {
  const { pairs, stopped, started } = matchMedications(before, after);
  const formerOf = new Map(pairs.map((pair) => [pair.after, pair.before]));
  const all = [
    ...after.flatMap((item): MedicationDifference[] => {
      const former = formerOf.get(item);
      if (former) return listFieldDifferences({ before: former, after: item });
      if (!started.includes(item)) return [];
      return [{ kind: "started", name: getMedicationName(item), before: "", after: formatHowTaken(item) }];
    }),
    ...stopped.map((item): MedicationDifference => {
      return { kind: "stopped", name: getMedicationName(item), before: formatHowTaken(item), after: "" };
    }),
  ].map((difference) => ({
    ...difference,
    name: shorten(difference.name, TEXT_LENGTH),
    before: shorten(difference.before, TEXT_LENGTH),
    after: shorten(difference.after, TEXT_LENGTH),
  }));
  return { shown: all.slice(0, MAX_DIFFERENCES), more: Math.max(0, all.length - MAX_DIFFERENCES) };
}

function listFieldDifferences(pair: MedicationPair): MedicationDifference[] {
  const { before, after } = pair;
  const name = getMedicationName(before);
  const found: MedicationDifference[] = [];
  if (formatBothNames(before) !== formatBothNames(after)) {
    found.push({ kind: "name", name, before: formatFullName(before), after: formatFullName(after) });
  }
  for (const kind of ["dosage", "timing"] as const) {
    if (!isSame(pair, kind)) found.push({ kind, name, before: before[kind], after: after[kind] });
  }
  for (const kind of ["compliance", "notes"] as const) {
    if (before[kind] !== after[kind]) found.push({ kind, name, before: before[kind], after: after[kind] });
  }
  return found;
}

/** "5 mg, in the morning". */
const formatHowTaken = ({ dosage, timing }: Medication) => [dosage, timing].filter(Boolean).join(", ");

/** "Ramipril (Tritace)". */
const formatFullName = ({ genericName, brandName }: Medication) =>
  genericName && brandName ? `${genericName} (${brandName})` : genericName || brandName;

const formatBothNames = ({ genericName, brandName }: Medication) =>
  JSON.stringify([normalizeName(genericName), normalizeName(brandName)]);

const nameKey = (item: Medication) => normalizeName(getMedicationName(item));

const normalizeName = (name: string) => normalizeBlanks(name).toLowerCase();

/** Words whose meaning doesn't depend on case, although they begin with the letter of milli and mega. */
const WORDS_WITH_M = new Set(["mg", "ml", "mcg", "mol", "meq", "min"]);

/**
 * Normalizes a dosage or timing for comparison. Only differences that can't mean another dose are ignored: spaces
 * between a number and a word ("5 mg", "5mg"), and case ("5 MG"), except the M of milli and mega in a short unit ("1
 * mIU", "1 MIU"). Everything else counts as a change for a person to judge: "2 5 mg" isn't "25 mg", "2,5" may be 2.5 or
 * 2 and 5.
 */
export function normalizeText(text: string): string {
  return normalizeBlanks(text).replace(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase();
    const isUnit = [...word].length <= 3 && word.startsWith("M") && !WORDS_WITH_M.has(lower);
    return isUnit ? `M${lower.slice(1)}` : lower;
  });
}

/** Collapses spaces, and removes those between a digit and a letter. */
const normalizeBlanks = (text: string) =>
  text
    .normalize("NFC")
    // The micro sign and the Greek letter mu look alike.
    .replaceAll("\u00b5", "\u03bc")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Nd}) (?=\p{L})|(?<=\p{L}) (?=\p{Nd})/gu, "");

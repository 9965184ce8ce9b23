import { shortened } from "../../lib/cut-text.ts";
import { shortDay } from "../../lib/zone-day.ts";
import { EMPTY_SUMMARY, MEDICATIONS_SHOWN, TABLE_CELL_LENGTH } from "./rules/limits.ts";
import type { Medication, NewerList } from "./schema.ts";

export * from "./rules/limits.ts";

/** One medication in short: "Ramipril 5 mg". */
export const medicationLabel = ({
  genericName,
  dosage,
}: Pick<Medication, "genericName" | "dosage">): string => `${genericName} ${dosage}`.trim();

/** "Current Medications - November 20, 2026"; `today` is formatted for the viewer's locale. */
export const medicationTitle = (today: string): string => `Current Medications - ${today}`;

/** The heading of a list: its summary, or a placeholder. */
export const summaryText = (summary: string): string => summary.trim() || EMPTY_SUMMARY;

/** Truncates a table cell's text to 24 characters and "…". */
export const tableCell = (text: string): string => shortened(text, TABLE_CELL_LENGTH);

/** The medications that a card shows, and the line about the others, null when there are none. */
export function shownMedications<Item>(list: readonly Item[]): { shown: Item[]; more: string | null } {
  const rest = list.length - MEDICATIONS_SHOWN;
  return { shown: list.slice(0, MEDICATIONS_SHOWN), more: rest > 0 ? `+ ${rest} more` : null };
}

/** The notice on an older list. */
export const newerListWords = (newer: NewerList): string =>
  newer.isShared
    ? `Replaced on ${shortDay(newer.noteDay)} by ${newer.creatorName || "Unknown"}`
    : "A newer list exists that isn't shared with you";

type Change = { before: Medication; after: Medication };

/** The differences between two lists; a medication whose dose and timing changed is in both arrays. */
export type MedicationChanges = {
  started: Medication[];
  stopped: Medication[];
  doseChanged: Change[];
  timingChanged: Change[];
};

/**
 * Compares two lists by generic name, ignoring case. A medication listed twice is matched with its most similar
 * counterpart.
 */
export function medicationChanges(
  before: readonly Medication[],
  after: readonly Medication[],
): MedicationChanges {
  const changes: MedicationChanges = { started: [], stopped: [], doseChanged: [], timingChanged: [] };
  const names = new Set([...before, ...after].map((item) => comparedName(item.genericName)));
  for (const name of names) {
    const isNamed = (item: Medication) => comparedName(item.genericName) === name;
    const { pairs, remaining, added } = pairMedications(before.filter(isNamed), after.filter(isNamed));
    changes.stopped.push(...remaining);
    changes.started.push(...added);
    for (const pair of pairs) {
      if (!same(pair, "dosage")) changes.doseChanged.push(pair);
      if (!same(pair, "timing")) changes.timingChanged.push(pair);
    }
  }
  return changes;
}

/** Matches identical entries first, then those with the same dose, then any with the same name, in order. */
function pairMedications(before: readonly Medication[], after: readonly Medication[]) {
  const pairs: Change[] = [];
  const added = [...after];
  let remaining = [...before];
  const matchers: ((pair: Change) => boolean)[] = [
    (pair) => same(pair, "dosage") && same(pair, "timing"),
    (pair) => same(pair, "dosage"),
    () => true,
  ];
  for (const isAlike of matchers) {
    remaining = remaining.filter((former) => {
      const index = added.findIndex((item) => isAlike({ before: former, after: item }));
      if (index >= 0) pairs.push({ before: former, after: added.splice(index, 1)[0]! });
      return index < 0;
    });
  }
  return { pairs, remaining, added };
}

const same = ({ before, after }: Change, field: "dosage" | "timing") =>
  comparedText(before[field]) === comparedText(after[field]);

const comparedName = (name: string) => comparedBlanks(name).toLowerCase();

/** Words whose meaning doesn't depend on case, although they begin with the letter of milli and mega. */
const WORDS_WITH_M = new Set(["mg", "ml", "mcg", "mol", "meq", "min"]);

/**
 * Normalizes a dosage or timing for comparison. Only differences that can't mean another dose are ignored: spaces
 * between a number and a word ("5 mg", "5mg"), and case ("5 MG"), except the M of milli and mega in a short unit ("1
 * mIU", "1 MIU"). Everything else counts as a change for a person to judge: "2 5 mg" isn't "25 mg", "2,5" may be 2.5 or
 * 2 and 5.
 */
export function comparedText(text: string): string {
  return comparedBlanks(text).replace(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase();
    const isUnit = [...word].length <= 3 && word.startsWith("M") && !WORDS_WITH_M.has(lower);
    return isUnit ? `M${lower.slice(1)}` : lower;
  });
}

/** Collapses spaces, and removes those between a digit and a letter. */
const comparedBlanks = (text: string) =>
  text
    .normalize("NFC")
    // The micro sign and the Greek letter mu look alike.
    .replaceAll("\u00b5", "\u03bc")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Nd}) (?=\p{L})|(?<=\p{L}) (?=\p{Nd})/gu, "");

import type { Medication } from "../../notes/rules/medication-schema.ts";
import { type MedicationPair, matchMedications, normalizeText } from "./changes.ts";

type DatedList = { noteDay: string; isLost: boolean; medications: readonly Medication[] };

/** The day of the first list that has it; `orBefore` where no earlier list exists. */
export type Since = { day: string; orBefore: boolean };

/**
 * Since when each medication of the newest list is listed with its dose and timing; `lists` are the newest first. A
 * medication of the first list may have been taken before.
 */
export function computeSince(lists: readonly DatedList[]): Since[] {
  const [newest, ...former] = lists;
  if (!newest) return [];
  const found = newest.medications.map(() => ({ day: newest.noteDay, orBefore: true }));
  /** The indexes in the newest list, by their counterpart in the next older list. */
  let followed = new Map(newest.medications.map((item, index) => [item, index]));
  let later = newest;
  for (const list of former) {
    // The content of a list that can't be read any more is unknown.
    if (list.isLost) break;
    const { pairs } = matchMedications(list.medications, later.medications);
    const next = new Map<Medication, number>();
    for (const pair of pairs) {
      const index = followed.get(pair.after);
      if (index === undefined || !isTakenAlike(pair)) continue;
      found[index] = { day: list.noteDay, orBefore: true };
      next.set(pair.before, index);
    }
    const kept = new Set(next.values());
    for (const index of followed.values()) if (!kept.has(index)) found[index]!.orBefore = false;
    followed = next;
    later = list;
  }
  return found;
}

const isTakenAlike = ({ before, after }: MedicationPair) =>
  normalizeText(before.dosage) === normalizeText(after.dosage) &&
  normalizeText(before.timing) === normalizeText(after.timing);

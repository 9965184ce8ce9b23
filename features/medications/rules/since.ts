import type { Medication } from "../schema.ts";
import { type MedicationPair, matchMedications, normalizeText } from "./changes.ts";

type DatedList = { noteDay: string; isLost: boolean; medications: readonly Medication[] };

/** Since which day's list something stands in it; `orBefore` where no earlier list tells. */
export type Since = { day: string; orBefore: boolean };

/**
 * Since when each medication of the newest list stands in the lists with its dose and timing; `lists` are the newest
 * first. Who takes something already when the first list is written may have taken it before.
 */
export function computeSince(lists: readonly DatedList[]): Since[] {
  const [newest, ...former] = lists;
  if (!newest) return [];
  const found = newest.medications.map(() => ({ day: newest.noteDay, orBefore: true }));
  /** The places in the newest list, by what stands for them in the list before the one that is read. */
  let followed = new Map(newest.medications.map((item, index) => [item, index]));
  let later = newest;
  for (const list of former) {
    // What a list says that can't be read any more isn't known.
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

import { shortDay } from "../../../lib/dates/zone-day.ts";
import { EMPTY_SUMMARY, getMedicationName, MEDICATIONS_SHOWN } from "./medication-limits.ts";
import type { Medication, NewerList } from "./medication-schema.ts";

/** One medication in short: "Ramipril 5 mg". */
export const formatMedicationLabel = (
  item: Pick<Medication, "genericName" | "brandName" | "dosage">,
): string => `${getMedicationName(item)} ${item.dosage}`.trim();

/** The heading of a list: its summary, or a placeholder. */
export const formatSummary = (summary: string): string => summary.trim() || EMPTY_SUMMARY;

/** The medications that a card shows, and the line about the others, null when there are none. */
export function limitShown<Item>(list: readonly Item[]): { shown: Item[]; more: string | null } {
  const rest = list.length - MEDICATIONS_SHOWN;
  return { shown: list.slice(0, MEDICATIONS_SHOWN), more: rest > 0 ? `+ ${rest} more` : null };
}

/** The notice on an older list. */
export const formatNewerList = (newer: NewerList): string =>
  newer.isShared
    ? `Replaced on ${shortDay(newer.noteDay)} by ${newer.creatorName || "Unknown"}`
    : "A newer list exists that isn't shared with you";

import { getMedicationName, MEDICATIONS_SHOWN } from "./medication-limits.ts";
import type { Medication } from "./medication-schema.ts";

/** One medication in short: "Ramipril 5 mg". */
export const formatMedicationLabel = (
  item: Pick<Medication, "genericName" | "brandName" | "dosage">,
): string => `${getMedicationName(item)} ${item.dosage}`.trim();

/**
 * The medications that a card shows, and the line about the others, null when there are none. It is stored in English;
 * `formatMore` writes it for its reader.
 */
export function limitShown<Item>(list: readonly Item[]): { shown: Item[]; more: string | null } {
  const rest = list.length - MEDICATIONS_SHOWN;
  return { shown: list.slice(0, MEDICATIONS_SHOWN), more: rest > 0 ? `+ ${rest} more` : null };
}

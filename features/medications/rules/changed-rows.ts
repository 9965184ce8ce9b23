import { CareError } from "../../../lib/errors.ts";
import { MAX_MEDICATIONS } from "../../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import type { MedicationChange } from "../schema.ts";

/** The rows of a list after a change of one of them; throws when there is no such row, or nothing would change. */
export function applyChange(rows: readonly Medication[], change: MedicationChange): Medication[] {
  if (change.kind === "add") {
    if (rows.length >= MAX_MEDICATIONS) throw new CareError("limit", MEDICATION_MESSAGES.tooMany);
    return [...rows, change.medication];
  }
  const row = rows[change.row];
  if (!row) throw new CareError("conflict", MEDICATION_MESSAGES.changed);
  if (change.kind === "stop") return rows.filter((each) => each !== row);
  if (isSameRow(row, change.medication)) throw new CareError("invalid", MEDICATION_MESSAGES.unchanged);
  return rows.map((each) => (each === row ? change.medication : each));
}

const FIELDS = ["brandName", "genericName", "dosage", "timing", "compliance", "notes"] as const;

/** Whether two rows are equal, letter by letter. */
export const isSameRow = (a: Medication, b: Medication): boolean =>
  FIELDS.every((field) => a[field].trim() === b[field].trim());

/** A row that was edited while another member changed it: the editor's changes stay, all else is the other's. */
export function mergeRow(base: Medication, mine: Medication, theirs: Medication): Medication {
  const changed = FIELDS.filter((field) => mine[field] !== base[field]);
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

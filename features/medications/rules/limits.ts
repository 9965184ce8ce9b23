// In a file of its own: the schemas import it, and the other rules import the schemas.

/** Limits of a medication list (care-core 9 and our own). Lengths are in characters. */
export const MAX_MEDICATIONS = 100;
export const MEDICATION_TEXT_LENGTH = 500;
export const MEDICATION_NOTES_LENGTH = 2000;
export const MEDICATIONS_SHOWN = 6;
export const TABLE_CELL_LENGTH = 24;

export const COMPLIANCE_LEVELS = ["unknown", "excellent", "good", "fair", "poor"] as const;
export type Compliance = (typeof COMPLIANCE_LEVELS)[number];

export const DEFAULT_SUMMARY = "Manual entry";
export const EMPTY_SUMMARY = "Current Medications";

/** Texts of the medications form, verbatim where the specification has them (care-core 8). */
export const MEDICATION_MESSAGES = {
  none: "Please add at least one medication with a generic name",
  genericName: "Please enter the generic name of this medication",
  tooMany: `A list may have at most ${MAX_MEDICATIONS} medications`,
  createFailed: "Failed to create medications note",
} as const;

// As for note dates: the years 1 to 9999, which browsers and PostgreSQL handle alike.
export const EARLIEST_TIME = -62_135_596_800_000;
export const LATEST_TIME = 253_402_300_799_999;

/** The texts of a row of the form. */
type MedicationTexts = Partial<
  Record<"brandName" | "genericName" | "dosage" | "timing" | "notes", string | undefined>
>;

/** Whether a row of the form is empty; compliance alone doesn't count. */
export const isBlank = ({ brandName, genericName, dosage, timing, notes }: MedicationTexts): boolean =>
  [brandName, genericName, dosage, timing, notes].every((text) => !text?.trim());

/** The indexes of rows that aren't empty but lack the generic name. */
export const namelessRows = (rows: readonly MedicationTexts[]): number[] =>
  rows.flatMap((row, index) => (!row.genericName?.trim() && !isBlank(row) ? [index] : []));

// In a file of its own: the schemas import it, and the other rules import the schemas.

/** Limits of a medication list (care-core 9 and our own). Lengths are in characters. */
export const MAX_MEDICATIONS = 100;
export const MEDICATION_TEXT_LENGTH = 500;
export const MEDICATION_NOTES_LENGTH = 2000;
export const MEDICATIONS_SHOWN = 6;

export const COMPLIANCE_LEVELS = ["unknown", "excellent", "good", "fair", "poor"] as const;
export type Compliance = (typeof COMPLIANCE_LEVELS)[number];

/** The stored summary of a list without one of its own; screens show it in the language of their reader. */
export const DEFAULT_SUMMARY = "Manual entry";

/** The texts of a row of the form. */
type MedicationTexts = Partial<
  Record<"brandName" | "genericName" | "dosage" | "timing" | "notes", string | undefined>
>;

/** Whether a row of the form is empty; compliance alone doesn't count. */
export const isBlank = ({ brandName, genericName, dosage, timing, notes }: MedicationTexts): boolean =>
  [brandName, genericName, dosage, timing, notes].every((text) => !text?.trim());

/** What a medication is called: its generic name, or its brand name where there is no other. */
export const getMedicationName = ({ genericName, brandName }: MedicationTexts): string =>
  genericName?.trim() || brandName?.trim() || "";

/** The indexes of rows that aren't empty but lack both names. */
export const findNamelessRows = (rows: readonly MedicationTexts[]): number[] =>
  rows.flatMap((row, index) => (!getMedicationName(row) && !isBlank(row) ? [index] : []));

/** Whether all rows with a name have only that of a brand. */
export const hasOnlyBrandNames = (rows: readonly MedicationTexts[]): boolean =>
  rows.some(getMedicationName) && !rows.some((row) => row.genericName?.trim());

/**
 * Whether a list lacks the generic name that at least one of its medications must have (care-core 8), unless its writer
 * states that only brand names are known.
 */
export const isGenericNameMissing = (rows: readonly MedicationTexts[], onlyBrandNames: boolean | undefined) =>
  !rows.some((row) => row.genericName?.trim()) && !(onlyBrandNames && hasOnlyBrandNames(rows));

import type { Medication } from "./medication-schema.ts";

/** The columns of a list, in the order of a table. */
const COLUMNS = [
  { field: "genericName" },
  { field: "brandName" },
  { field: "dosage" },
  { field: "timing" },
  { field: "compliance" },
  { field: "notes" },
] as const satisfies readonly { field: keyof Medication }[];

/** The columns with at least one entered value. */
export const listUsedColumns = (medications: readonly Medication[]) =>
  COLUMNS.filter(({ field }) => medications.some((row) => getEnteredText(row, field)));

/** The entered text, "" for none: "unknown" is the default of a new row. */
export const getEnteredText = (row: Medication, field: keyof Medication): string =>
  field === "compliance" && row.compliance === "unknown" ? "" : row[field];

import type { Medication } from "./medication-schema.ts";

/** The columns of a list, in the order of a table. */
const COLUMNS = [
  { field: "genericName", title: "Generic name" },
  { field: "brandName", title: "Brand name" },
  { field: "dosage", title: "Dosage" },
  { field: "timing", title: "Timing" },
  { field: "compliance", title: "Compliance" },
  { field: "notes", title: "Notes" },
] as const satisfies readonly { field: keyof Medication; title: string }[];

/** The columns with at least one entered value. */
export const listUsedColumns = (medications: readonly Medication[]) =>
  COLUMNS.filter(({ field }) => medications.some((row) => getEnteredText(row, field)));

/** The entered text, "" for none: "unknown" is the default of a new row. */
export const getEnteredText = (row: Medication, field: keyof Medication): string =>
  field === "compliance" && row.compliance === "unknown" ? "" : row[field];

import type { ExportFormat } from "../../../lib/export-formats.ts";
import type { ExportType } from "../rules/reports.ts";

/** The content of each type of export. */
export const EXPORT_TYPE_WORDS: Readonly<Record<ExportType, string>> = {
  "phase-report": "Each phase and activity: what was done, what was missed",
  "weekly-summary": "Week by week: what was done, what was missed",
  "full-report": "Everything: phases, activities, weeks, people and all tasks",
  "api-snapshot": "The raw data, for other programs",
};

export const EXPORT_FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  pdf: "PDF, to print or to hand to a doctor",
  csv: "CSV, for spreadsheets",
  json: "JSON, for other programs",
};

export const REPORT_WORDS = {
  hint: "Save how the program goes as a file: for an appointment, for a spreadsheet, for your own records.",
  createFailed: "The export wasn't started. Please try again.",
  day: "Please choose a real day, or none",
  order: "Must not be before the first day",
} as const;

import type { ExportFormat } from "../../../lib/export-formats.ts";
import type { Message } from "../../../lib/words/message.ts";
import { EXPORT_MESSAGES, getFilenamePart, OPEN_EXPORTS } from "../../exports/rules.ts";

export const EXPORT_TYPES = ["phase-report", "weekly-summary", "full-report", "api-snapshot"] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** The types in the keys of texts. */
export const TYPE_KEYS = {
  "phase-report": "phase",
  "weekly-summary": "weekly",
  "full-report": "full",
  "api-snapshot": "data",
} as const satisfies Record<ExportType, string>;

/** The part of a file's name for each type. */
const EXPORT_FILE_WORDS: Readonly<Record<ExportType, string>> = {
  "phase-report": "phase report",
  "weekly-summary": "weekly summary",
  "full-report": "full report",
  "api-snapshot": "data snapshot",
};

export const PROGRAM_EXPORT_MESSAGES = {
  ...EXPORT_MESSAGES,
  range: { key: "exportrules.programRange" },
  snapshotPdf: { key: "exportrules.programSnapshotPdf" },
  open: { key: "exportrules.programOpen", values: { most: OPEN_EXPORTS } },
  hidden: { key: "exportrules.programHidden" },
} as const satisfies Record<string, Message>;

/** The requested report of a program, as it is stored with an export; epoch ms, left out for its first and last day. */
export type ReportParameters = { exportType: ExportType; from?: number | undefined; to?: number | undefined };

type Report = ReportParameters & { format: ExportFormat };

/** Validates a request beyond its single fields; the message, or null. */
export function exportProblem({ exportType, format, from, to }: Report): Message | null {
  if (from !== undefined && to !== undefined && to < from) return PROGRAM_EXPORT_MESSAGES.range;
  if (exportType === "api-snapshot" && format === "pdf") return PROGRAM_EXPORT_MESSAGES.snapshotPdf;
  return null;
}

/** The name a file is saved under, such as "After a hip operation, full report, 2026-11-21.pdf". */
export const exportFilename = (
  programName: string,
  { exportType, format }: Pick<Report, "exportType" | "format">,
  day: string,
): string => `${getFilenamePart(programName, "Program")}, ${EXPORT_FILE_WORDS[exportType]}, ${day}.${format}`;

import { cutText } from "../../lib/cut-text.ts";

export const EXPORT_TYPES = ["phase-report", "weekly-summary", "full-report", "api-snapshot"] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];
export const EXPORT_FORMATS = ["pdf", "json", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_STATUSES = ["making", "ready", "failed", "expired"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export const EXPORT_TYPE_NAMES: Readonly<Record<ExportType, string>> = {
  "phase-report": "Phase report",
  "weekly-summary": "Weekly summary",
  "full-report": "Full report",
  "api-snapshot": "Data snapshot",
};

/** What the files of each type are named with. */
const EXPORT_FILE_WORDS: Readonly<Record<ExportType, string>> = {
  "phase-report": "phase report",
  "weekly-summary": "weekly summary",
  "full-report": "full report",
  "api-snapshot": "data snapshot",
};

/** What each format is given out as. */
export const EXPORT_CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  pdf: "application/pdf",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** How long a file is kept from the moment it was asked for. */
export const KEPT_DAYS = 30;
/** Exports of one program that are being made or ready. */
export const OPEN_EXPORTS = 20;
/** Exports that one person may ask for in a notebook within 24 hours, deleted ones too. */
export const EXPORTS_A_DAY = 50;
/** Exports of one program that a list holds: the newest. */
export const LISTED_EXPORTS = 100;
/** How long the address of a file opens it. */
export const DOWNLOAD_MINUTES = 5;

export const EXPORT_MESSAGES = {
  range: "The last day must not be before the first",
  snapshotPdf: "A data snapshot is made as JSON or CSV",
  open: `A program may have at most ${OPEN_EXPORTS} exports at a time. Please delete one first.`,
  day: `At most ${EXPORTS_A_DAY} exports a day. Please try again tomorrow.`,
  notReady: "This export isn't ready yet",
  gone: "This export has expired. Please make a new one.",
} as const;

/** Why one failed, by the code that is kept with it. */
export const EXPORT_FAILURES = {
  hidden: "The program was deleted or hidden from the person who asked for this export.",
  failed: "The file couldn't be made. Please delete it and try again.",
} as const;
export type ExportFailure = keyof typeof EXPORT_FAILURES;

type ExportRequest = { exportType: ExportType; format: ExportFormat; from?: number; to?: number };

/** What is wrong with a request beyond its fields, or null. */
export function exportProblem({ exportType, format, from, to }: ExportRequest): string | null {
  if (from !== undefined && to !== undefined && to < from) return EXPORT_MESSAGES.range;
  if (exportType === "api-snapshot" && format === "pdf") return EXPORT_MESSAGES.snapshotPdf;
  return null;
}

/** Characters of a program's name that its exports are named with. */
const NAME_LENGTH = 80;

/**
 * What a file is saved as, such as "After a hip operation, full report, 2026-11-21.pdf", without what could lead into
 * another folder, break a header or turn letters around.
 */
export function exportFilename(
  programName: string,
  { exportType, format }: Pick<ExportRequest, "exportType" | "format">,
  day: string,
): string {
  const kept = programName.replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, " ").replace(/\s+/g, " ");
  const name =
    cutText(kept, NAME_LENGTH)
      .replace(/^[.\s]+/, "")
      .trim() || "Program";
  return `${name}, ${EXPORT_FILE_WORDS[exportType]}, ${day}.${format}`;
}

const DAY_MS = 86_400_000;

/** How long a file is still there, such as "expires in 12 days". Times in epoch ms. */
export function expiryWords(expiresAt: number, now: number): string {
  const days = Math.ceil((expiresAt - now) / DAY_MS);
  if (days <= 0) return "expired";
  return days === 1 ? "expires within a day" : `expires in ${days} days`;
}

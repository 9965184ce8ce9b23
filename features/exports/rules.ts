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

/** The part of a file's name for each type. */
const EXPORT_FILE_WORDS: Readonly<Record<ExportType, string>> = {
  "phase-report": "phase report",
  "weekly-summary": "weekly summary",
  "full-report": "full report",
  "api-snapshot": "data snapshot",
};

/** The media type of each format. */
export const EXPORT_CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  pdf: "application/pdf",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** How many days a file is kept after its request. */
export const KEPT_DAYS = 30;
/** The most exports of one program that are in progress or ready. */
export const OPEN_EXPORTS = 20;
/** The most exports that one person may request in a notebook within 24 hours, deleted ones included. */
export const EXPORTS_A_DAY = 50;
/** The most exports of one program in a list: the newest. */
export const LISTED_EXPORTS = 100;
/** How many minutes the address of a file is valid. */
export const DOWNLOAD_MINUTES = 5;

export const EXPORT_MESSAGES = {
  range: "The last day must not be before the first",
  snapshotPdf: "A data snapshot is made as JSON or CSV",
  open: `A program may have at most ${OPEN_EXPORTS} exports at a time. Please delete one first.`,
  day: `At most ${EXPORTS_A_DAY} exports a day. Please try again tomorrow.`,
  notReady: "This export isn't ready yet",
  gone: "This export has expired. Please make a new one.",
} as const;

/** Why an export failed, by its stored code. */
export const EXPORT_FAILURES = {
  hidden: "The program was deleted or hidden from the person who asked for this export.",
  failed: "The file couldn't be made. Please delete it and try again.",
} as const;
export type ExportFailure = keyof typeof EXPORT_FAILURES;

type ExportRequest = { exportType: ExportType; format: ExportFormat; from?: number; to?: number };

/** Validates a request beyond its single fields; the message, or null. */
export function exportProblem({ exportType, format, from, to }: ExportRequest): string | null {
  if (from !== undefined && to !== undefined && to < from) return EXPORT_MESSAGES.range;
  if (exportType === "api-snapshot" && format === "pdf") return EXPORT_MESSAGES.snapshotPdf;
  return null;
}

/** The most characters of a program's name in a file name. */
const NAME_LENGTH = 80;

/**
 * The name a file is saved under, such as "After a hip operation, full report, 2026-11-21.pdf". Leaves out what could
 * change the folder, break a header or reverse text.
 */
export function exportFilename(
  programName: string,
  { exportType, format }: Pick<ExportRequest, "exportType" | "format">,
  day: string,
): string {
  const cleanedName = programName.replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, " ").replace(/\s+/g, " ");
  const name =
    cutText(cleanedName, NAME_LENGTH)
      .replace(/^[.\s]+/, "")
      .trim() || "Program";
  return `${name}, ${EXPORT_FILE_WORDS[exportType]}, ${day}.${format}`;
}

const DAY_MS = 86_400_000;

/** How long a file is still available, such as "expires in 12 days". Times in epoch ms. */
export function expiryWords(expiresAt: number, now: number): string {
  const days = Math.ceil((expiresAt - now) / DAY_MS);
  if (days <= 0) return "expired";
  return days === 1 ? "expires within a day" : `expires in ${days} days`;
}

import { cutText } from "../../lib/cut-text.ts";
import type { ExportFormat } from "../../lib/export-formats.ts";
import type { Message } from "../../lib/words/message.ts";
import { t } from "../../lib/words/t.ts";

export const EXPORT_STATUSES = ["making", "ready", "failed", "expired"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** The media type of each format. */
export const EXPORT_CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  pdf: "application/pdf",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** How many days a file is kept after its request. */
export const KEPT_DAYS = 30;
/** The most exports of one subject that are in progress or ready. */
export const OPEN_EXPORTS = 20;
/** The most exports that one person may request in a notebook within 24 hours, deleted ones included. */
export const EXPORTS_A_DAY = 50;
/** The most exports of one subject in a list: the newest. */
export const LISTED_EXPORTS = 100;
/** How many minutes the address of a file is valid. */
export const DOWNLOAD_MINUTES = 5;

export const EXPORT_MESSAGES = {
  kind: { key: "exportrules.kind" },
  format: { key: "exportrules.format" },
  day: { key: "exportrules.day", values: { most: EXPORTS_A_DAY } },
  notReady: { key: "exportrules.notReady" },
  gone: { key: "exportrules.gone" },
} as const satisfies Record<string, Message>;

/** Why an export failed, by its stored code; `hidden` has the words of its kind. */
export const EXPORT_FAILURES = {
  failed: { key: "exportrules.failed" },
} as const satisfies Record<string, Message>;
export type ExportFailure = keyof typeof EXPORT_FAILURES | "hidden";

/** The most characters of a name in a file name. */
const NAME_LENGTH = 80;

/**
 * A name as the beginning of a file name. Leaves out characters that could change the folder, break a header or reverse
 * text; `otherwise` replaces an empty result.
 */
export function getFilenamePart(name: string, otherwise: string): string {
  const cleaned = name.replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, " ").replace(/\s+/g, " ");
  return (
    cutText(cleaned, NAME_LENGTH)
      .replace(/^[.\s]+/, "")
      .trim() || otherwise
  );
}

const DAY_MS = 86_400_000;

/** How long a file is still available, such as "expires in 12 days". Times in epoch ms. */
export function describeExpiry(expiresAt: number, now: number): string {
  const days = Math.ceil((expiresAt - now) / DAY_MS);
  return days <= 0 ? t("exportlist.expiredAlready") : t("exportlist.expires", { days });
}

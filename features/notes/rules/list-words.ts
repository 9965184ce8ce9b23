import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { DEFAULT_SUMMARY } from "./medication-limits.ts";
import type { NewerList } from "./medication-schema.ts";

/** The heading of a list: its summary, or a placeholder. */
export function formatSummary(summary: string): string {
  if (summary === DEFAULT_SUMMARY) return t("notewords.manualEntry");
  return summary.trim() || t("notewords.currentMedications");
}

/** The stored line about the medications that a card leaves out, for its reader. */
export const formatMore = (more: string): string =>
  t("notewords.moreMedications", { count: /\d+/.exec(more)?.[0] ?? "" });

/** The notice on an older list. */
export const formatNewerList = (newer: NewerList): string =>
  newer.isShared
    ? t("notewords.replaced", {
        day: shortDay(newer.noteDay),
        name: newer.creatorName || t("notewords.unknown"),
      })
    : t("notewords.newerHidden");

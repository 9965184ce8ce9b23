import { t } from "../../../lib/words/t.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { DOSE_MARKS, NOT_PLANNED, PAUSED_CODE } from "../rules/cell-words.ts";
import { formatReasonCode, nameReason, readReason } from "../rules/reasons.ts";

/** What the letters in the cells mean; reasons only where they occur. */
export function formatCodeLegend(used: readonly (string | null)[]): string {
  const reasons = [...new Set(used.map(readReason))].map(
    (reason) => `${formatReasonCode(reason)} ${nameReason(reason)}`,
  );
  return joinParts("schedule.semicolon", [
    t("dosepaper.legendGiven"),
    t("dosepaper.legendTime"),
    ...reasons,
    `${PAUSED_CODE} ${t("dosecells.paused")}`,
    `${NOT_PLANNED} ${t("dosecells.notPlanned")}`,
    ...Object.values(DOSE_MARKS).map(([mark, words]) => `${mark} ${t(words)}`),
  ]);
}

export const formatInitialsLegend = (
  people: readonly (readonly [initials: string, name: string])[],
): string =>
  people.length === 0
    ? t("dosepaper.nobody")
    : joinParts(
        "schedule.semicolon",
        people.map(([initials, name]) => `${initials} = ${name}`),
      );

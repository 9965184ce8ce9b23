import { t } from "../../../lib/words/t.ts";
import { countWords } from "../../doses/rules/counts.ts";
import { isScheduled } from "../../plans/rules/schedule.ts";
import type { VisitPlan } from "../schema.ts";

/** What the ledger has of the last days in words: "given 27 of 28 due, 1 refused"; facts without a judgement. */
export function formatGiven({
  schedule,
  counts,
  unplanned,
}: Pick<VisitPlan, "schedule" | "counts" | "unplanned">) {
  if (!isScheduled(schedule))
    return unplanned === 0 ? t("visit.notGiven") : t("visit.givenTimes", { count: unplanned });
  const words = countWords(counts);
  return unplanned > 0 ? t("visit.givenBesides", { counts: words, count: unplanned }) : words;
}

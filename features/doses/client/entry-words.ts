import type { DoseEntry, DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import type { HELPED } from "../rules/limits.ts";
import { isReason, nameReason } from "../rules/reasons.ts";
import { BEFORE_SEEN } from "./as-happened.ts";
import { formatDoseAmount, formatMoment, getWho, type Reading } from "./dose-words.ts";

/** Whether a dose helped, with the moment of the answer where it is known: "It helped, 12:40". */
export const formatHelped = (helped: (typeof HELPED)[number], at: number | null, reading: Reading): string =>
  t("dosesheet.helped", {
    helped,
    isTimed: String(at !== null),
    when: at === null ? "" : formatMoment(at, reading),
  });

/** An entry in the history of a dose, in words. */
export function formatEntry(
  { kind, values, why, giver }: DoseEntry,
  plan: Pick<DosePlan, "doseUnit">,
  reading: Reading,
): string {
  const given = {
    amount: values.amount === null ? "" : formatDoseAmount(values.amount, plan),
    when: values.givenAt === null ? "" : formatMoment(values.givenAt, reading),
    ...getWho(values.givenBy, giver, reading.myId),
  };
  switch (kind) {
    case "given":
      return t("dosesheet.entryGiven", given);
    case "not_given":
      return values.reason === "refused"
        ? t("dosesheet.entryRefused")
        : t("dosesheet.entryNotGiven", { reason: nameReason(values.reason) });
    case "claimed":
      return t("dosesheet.entryClaimed");
    case "released":
      return t("dosesheet.entryReleased");
    case "corrected":
      return t("dosesheet.entryCorrected", given);
    case "withdrawn":
      return t("dosesheet.entryWithdrawn", { reason: values.reason ?? "other" });
    case "followed_up":
      return formatHelped(values.helped ?? "yes", values.helpedAt || null, reading);
    case "reviewed":
      return t("dosesheet.entryReviewed");
    default:
      return isReason(why)
        ? t("dosesheet.entryNotGivenBefore", { reason: nameReason(why) })
        : t("dosesheet.entryBeside");
  }
}

/** The reason of an entry, unless its words have it already. */
export function getEntryReason({ kind, why }: DoseEntry): string {
  if (kind === "noted") return "";
  return why === BEFORE_SEEN ? t("dosesheet.beforeSeen") : why;
}

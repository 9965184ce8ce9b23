import { toClockInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { DOSE_MARKS, type SheetNames } from "./cell-words.ts";
import type { TimedDose } from "./month.ts";
import { nameReason } from "./reasons.ts";

/** The remark about a dose in the list with times, on the screen and on paper; "" for none. */
export const formatTimedRemark = ({ kind, dose, nearby }: TimedDose, names: SheetNames): string =>
  joinParts(
    "schedule.comma",
    [
      dose.state === "withdrawn" && t("dosecells.takenBack"),
      dose.state === "not_given" && t("dosecells.remarkNotGiven", { reason: nameReason(dose.reason) }),
      kind === "extra" && t("dosecells.extra"),
      kind === "changed" && t("dosecells.changed"),
      nearby && formatNearbyDose(nearby, names),
      // The other entry shows the conflict.
      dose.isAgainst && !nearby && t(DOSE_MARKS.against[1]),
      dose.isCorrected && t(DOSE_MARKS.corrected[1]),
    ].filter((part) => typeof part === "string"),
  );

function formatNearbyDose(
  { at, by, isReviewed }: NonNullable<TimedDose["nearby"]>,
  { names, timeZone }: SheetNames,
): string {
  const entry = { time: toClockInZone(at, timeZone), name: names[by] || t("shared.unknown") };
  return t(isReviewed ? "dosecells.nearbyReviewed" : "dosecells.nearby", entry);
}

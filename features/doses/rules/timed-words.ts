import { toClockInZone } from "../../../lib/dates/zone-day.ts";
import { DOSE_MARKS, type SheetNames } from "./cell-words.ts";
import type { TimedDose } from "./month.ts";
import { REASON_WORDS, readReason } from "./reasons.ts";
import { TIMED_WORDS } from "./sheet-plans.ts";

/** The remark about a dose in the list with times, on the screen and on paper; "" for none. */
export const formatTimedRemark = ({ kind, dose, nearby }: TimedDose, names: SheetNames): string =>
  [
    dose.state === "withdrawn" && "taken back",
    dose.state === "not_given" && `not given: ${REASON_WORDS[readReason(dose.reason)]}`,
    TIMED_WORDS[kind],
    nearby && formatNearbyDose(nearby, names),
    // The other entry shows the conflict.
    dose.isAgainst && !nearby && DOSE_MARKS.against[1],
    dose.isCorrected && DOSE_MARKS.corrected[1],
  ]
    .filter(Boolean)
    .join(", ");

function formatNearbyDose(
  { at, by, isReviewed }: NonNullable<TimedDose["nearby"]>,
  { names, timeZone }: SheetNames,
): string {
  const entry = `${toClockInZone(at, timeZone)} by ${names[by] || "Unknown"}`;
  return isReviewed
    ? `beside the entry of ${entry}; somebody looked: both were given`
    : `given twice? There is another entry of ${entry}`;
}

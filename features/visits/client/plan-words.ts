import { pluralize } from "../../../lib/pluralize.ts";
import { isScheduled } from "../../plans/rules/schedule.ts";
import type { VisitPlan } from "../schema.ts";

/** What the ledger has of the last days in words: "given 27 of 28 due, 1 refused"; facts without a judgement. */
export function countWords({ schedule, counts }: Pick<VisitPlan, "schedule" | "counts">): string {
  const { due, given, notGiven, notRecorded, unplanned } = counts;
  const parts = [
    ...(isScheduled(schedule) ? [due === 0 ? "nothing was due" : `given ${given} of ${due} due`] : []),
    ...notGiven.map(({ reason, count }) => `${count} ${reason.replaceAll("_", " ")}`),
    ...(notRecorded > 0 ? [`${notRecorded} not recorded`] : []),
  ];
  if (!isScheduled(schedule))
    parts.push(unplanned === 0 ? "not given" : `given ${pluralize(unplanned, "time")}`);
  else if (unplanned > 0) parts.push(`${unplanned} given besides`);
  return parts.join(", ");
}

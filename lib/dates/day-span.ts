import { CareError } from "../errors.ts";
import { countDaysBetween } from "./zone-day.ts";

/** The longest period, in days, that a calendar may request. */
export const MAX_SPAN_DAYS = 100;

/** Throws unless the last day isn't before the first and the period isn't too long. */
export function checkSpan({ fromDay, toDay }: { fromDay: string; toDay: string }): void {
  if (toDay < fromDay) throw new CareError("invalid", { key: "refusals.lastBeforeFirst" }, { path: "toDay" });
  if (countDaysBetween(fromDay, toDay) >= MAX_SPAN_DAYS)
    throw new CareError(
      "limit",
      { key: "refusals.longSpan", values: { most: MAX_SPAN_DAYS } },
      {
        path: "toDay",
      },
    );
}

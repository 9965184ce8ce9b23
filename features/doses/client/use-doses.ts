import { useMemo, useState } from "react";
import { api, type DoseDays } from "../../../lib/api.ts";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { getValidPlan } from "../../plans/rules/versions.ts";
import { countDaysBefore } from "./today-rows.ts";

/** The doses of a day of the notebook's clock, and of the days before whose doses may still be open. Live. */
export function useDoses(diaryId: string, day: string): DoseDays | undefined {
  const [before, setBefore] = useState(1);
  const days = useSteadyQuery(
    api.doses.listDoses,
    { diaryId, fromDay: addDays(day, -before), toDay: day },
    `${diaryId} ${day}`,
  );
  const wanted = days ? countDaysBefore(days.plans) : before;
  // Plans that stay open for days are rare, so only their readers load more days.
  if (wanted > before) setBefore(wanted);
  const now = useMinute();
  // An answer that came before midnight may be shown after a change of a plan has begun.
  return useMemo(
    () => days && { ...days, plans: days.plans.map((plan) => getValidPlan(plan, now)) },
    [days, now],
  );
}

/** The signed-in person's id; undefined while loading. */
export const useMyId = (): string | undefined => useLiveQuery(api.users.getCurrentUser, {})?._id;

import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import type { SheetNames } from "../rules/cell-words.ts";
import { distinctInitials } from "../rules/initials.ts";
import { composeSheet, daysOfMonth, type Sheet, type SheetDays } from "../rules/month.ts";

export type MonthData = FunctionReturnType<typeof api.doses.getMonth>;
export type MonthPlan = MonthData["plans"][number];

export type DoseMonth = {
  data: MonthData;
  days: SheetDays;
  sheet: Sheet;
  names: SheetNames;
  plans: ReadonlyMap<string, MonthPlan>;
};

/** A month's sheet, live, as it stands in this minute; undefined while it loads. */
export function useDoseMonth(diaryId: string, month: string, planId?: string): DoseMonth | undefined {
  const data = useLiveQuery(api.doses.getMonth, { diaryId, month, ...(planId && { planId }) });
  const now = useMinute();
  return useMemo(() => {
    if (!data) return undefined;
    const days = daysOfMonth(month);
    const initials = distinctInitials(data.people);
    return {
      data,
      days,
      sheet: composeSheet(data, days, now),
      names: {
        names: data.people.map(({ name }) => name),
        initials: data.people.map(({ key }) => initials.get(key)!),
        timeZone: data.timeZone,
      },
      plans: new Map(data.plans.map((plan) => [plan._id, plan])),
    };
  }, [data, month, now]);
}

import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import type { SheetNames } from "../rules/cell-words.ts";
import { getDistinctInitials } from "../rules/initials.ts";
import { composeSheet, getDaysOfMonth, type Sheet, type SheetDays } from "../rules/month.ts";
import { listPlansWithoutTimes } from "../rules/sheet-plans.ts";

export type MonthData = FunctionReturnType<typeof api.doses.getMonth>;
export type MonthPlan = MonthData["plans"][number];

export type DoseMonth = {
  data: MonthData;
  days: SheetDays;
  sheet: Sheet;
  names: SheetNames;
  plans: ReadonlyMap<string, MonthPlan>;
  /** Whether the month has neither a planned dose nor an entry, nor a plan without times. */
  isEmpty: boolean;
};

/** A month's sheet, live, as of this minute; undefined while it loads. */
export function useDoseMonth(diaryId: string, month: string, planId?: string): DoseMonth | undefined {
  const data = useLiveQuery(api.doses.getMonth, { diaryId, month, ...(planId && { planId }) });
  const now = useMinute();
  return useMemo(() => {
    if (!data) return undefined;
    const days = getDaysOfMonth(month);
    const initials = getDistinctInitials(data.people);
    const sheet = composeSheet(data, days, now);
    return {
      data,
      days,
      sheet,
      isEmpty:
        sheet.rows.length + sheet.timed.length === 0 &&
        listPlansWithoutTimes(data.plans, sheet, days).length === 0,
      names: {
        names: data.people.map(({ name }) => name),
        initials: data.people.map(({ key }) => initials.get(key)!),
        timeZone: data.timeZone,
      },
      plans: new Map(data.plans.map((plan) => [plan._id, plan])),
    };
  }, [data, month, now]);
}

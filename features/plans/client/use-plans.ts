import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { getValidPlan } from "../rules/versions.ts";

export type Plan = FunctionReturnType<typeof api.plans.listPlans>[number];
export type PlanVersionShown = Plan["current"];
export type Comparison = NonNullable<FunctionReturnType<typeof api.plans.compareList>>;

/** The plans of a notebook, live; undefined while they load. */
export function usePlans(diaryId: string): Plan[] | undefined {
  const plans = useLiveQuery(api.plans.listPlans, { diaryId });
  const now = useMinute();
  return useMemo(() => plans?.map((plan) => getValidPlan(plan, now)), [plans, now]);
}

/** The valid list compared with the plans, live; null when the reader sees none. */
export const useComparison = (diaryId: string): Comparison | null | undefined =>
  useLiveQuery(api.plans.compareList, { diaryId });

/** One plan, live; null when it is missing or hidden. */
export function usePlan(planId: string) {
  const found = useLiveQuery(api.plans.getPlan, { planId });
  const now = useMinute();
  return useMemo(() => found && { ...found, plan: getValidPlan(found.plan, now) }, [found, now]);
}

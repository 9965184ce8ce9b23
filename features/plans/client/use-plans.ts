import type { FunctionReturnType } from "convex/server";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

export type Plan = FunctionReturnType<typeof api.plans.listPlans>[number];
export type PlanVersionShown = Plan["current"];
export type Comparison = NonNullable<FunctionReturnType<typeof api.plans.compareList>>;

/** The plans of a notebook, live; undefined while they load. */
export const usePlans = (diaryId: string): Plan[] | undefined =>
  useLiveQuery(api.plans.listPlans, { diaryId });

/** The valid list compared with the plans, live; null when the reader sees none. */
export const useComparison = (diaryId: string): Comparison | null | undefined =>
  useLiveQuery(api.plans.compareList, { diaryId });

/** One plan, live; null when it is missing or hidden. */
export const usePlan = (planId: string) => useLiveQuery(api.plans.getPlan, { planId });

import type { FunctionReturnType } from "convex/server";
import { api } from "../../../lib/api.ts";
import { useQuarterHour } from "../../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";

export type Visit = FunctionReturnType<typeof api.visits.getVisit>;

/** What the page for a visit shows, live; undefined while it loads. */
export const useVisit = (diaryId: string): Visit | undefined =>
  useSteadyQuery(api.visits.getVisit, { diaryId, at: useQuarterHour() }, diaryId);

import { useMutation } from "convex/react";
import type { PlanOfRow } from "../../features/medications/client/row-plan.ts";
import { usePlans } from "../../features/plans/client/use-plans.ts";
import { matchPlans } from "../../features/plans/rules/plan-rows.ts";
import { formatSchedule } from "../../features/plans/rules/schedule-words.ts";
import { api, type Notebook } from "../../lib/api.ts";
import { placeSideBySide } from "../../lib/side-by-side.ts";

/** Finds the running plan of a row by its name, as the comparison of the list with the plans does. */
export function usePlanOfRow(notebook: Notebook): PlanOfRow {
  const plans = usePlans(notebook._id);
  const end = useMutation(api.plans.endPlan);
  const mayEnd = notebook.permissions.includes("plans.edit");
  return (row) => {
    if (!plans) return undefined;
    const running = plans.filter(({ endedAt, isLost }) => endedAt === null && !isLost);
    const plan = matchPlans([row], running).pairs[0]?.plan;
    if (!plan) return null;
    const { current, doseUnit, name, strength } = plan;
    const schedule =
      current.schedule.kind === "freeText"
        ? current.instructions
        : formatSchedule(current.schedule, { unit: doseUnit });
    return {
      words: `${placeSideBySide([name, strength])}: ${schedule}`,
      end: mayEnd ? (reason) => end({ planId: plan._id, reason }) : null,
    };
  };
}

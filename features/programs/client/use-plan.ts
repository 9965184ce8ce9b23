import { useEffect, useState } from "react";
import { CareError } from "../../../lib/errors.ts";
import type { Plan, PlanArgs } from "../rules/activation.ts";
import type { Rules } from "./use-activation-rules.ts";

/** `past`: how many tasks are over by now, whether they are created or left out. */
export type PlanOutcome = { plan: Plan; past: number } | { refusal: string };

/**
 * The plan of an activation, computed in the browser by the same rules as on the server; undefined until it is ready.
 * During a new computation the previous plan stays, so that the layout doesn't jump. `now` is in epoch ms.
 */
export function usePlan(rules: Rules, args: PlanArgs, now: number): PlanOutcome | undefined {
  const [outcome, setOutcome] = useState<PlanOutcome>();
  useEffect(() => {
    // Runs after the step is rendered: planning thousands of days takes a moment on an old phone.
    const timer = setTimeout(() => setOutcome(getOutcome(rules, args, now)));
    return () => clearTimeout(timer);
  }, [rules, args, now]);
  return outcome;
}

function getOutcome(rules: Rules, args: PlanArgs, now: number): PlanOutcome {
  try {
    const plan = rules.planTasks(args);
    const shown = plan.tasks.filter(({ dueDate }) => dueDate < now).length;
    return { plan, past: shown + plan.leftOut };
  } catch (error) {
    if (error instanceof CareError) return { refusal: error.message };
    throw error;
  }
}

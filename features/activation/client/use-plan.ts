import { useEffect, useState } from "react";
import { CareError } from "../../../lib/errors.ts";
import type { Plan, PlanArgs } from "../rules.ts";
import type { Rules } from "./use-rules.ts";

/** `past`: how many tasks lie before today, made or left out. */
export type PlanOutcome = { plan: Plan; past: number } | { refusal: string };

/**
 * What an activation would make, worked out here by the server's own rules; undefined until it is. While it is worked
 * out anew the former outcome stays, so that nothing jumps. `todayStart` is the notebook's midnight, epoch ms.
 */
export function usePlan(rules: Rules, args: PlanArgs, todayStart: number): PlanOutcome | undefined {
  const [outcome, setOutcome] = useState<PlanOutcome>();
  useEffect(() => {
    // After the step has been drawn: thousands of days take a moment on an old phone.
    const timer = setTimeout(() => setOutcome(outcomeOf(rules, args, todayStart)));
    return () => clearTimeout(timer);
  }, [rules, args, todayStart]);
  return outcome;
}

function outcomeOf(rules: Rules, args: PlanArgs, todayStart: number): PlanOutcome {
  try {
    const plan = rules.planTasks(args);
    const shown = plan.tasks.filter(({ scheduledDate }) => scheduledDate < todayStart).length;
    return { plan, past: shown + plan.leftOut };
  } catch (error) {
    if (error instanceof CareError) return { refusal: error.message };
    throw error;
  }
}

import { useEffect, useState } from "react";
import { CareError } from "../../../lib/errors.ts";
import type { Plan, PlanArgs } from "../rules.ts";
import type { Rules } from "./use-rules.ts";

export type PlanOutcome = { plan: Plan } | { refusal: string };

/** What an activation would make, worked out here by the server's own rules; undefined until it is. */
export function usePlan(rules: Rules, args: PlanArgs): PlanOutcome | undefined {
  const [made, setMade] = useState<{ args: PlanArgs; outcome: PlanOutcome }>();
  useEffect(() => {
    // After the step has been drawn: thousands of days take a moment on an old phone.
    const timer = setTimeout(() => setMade({ args, outcome: outcomeOf(rules, args) }));
    return () => clearTimeout(timer);
  }, [rules, args]);
  return made?.args === args ? made.outcome : undefined;
}

function outcomeOf(rules: Rules, args: PlanArgs): PlanOutcome {
  try {
    return { plan: rules.planTasks(args) };
  } catch (error) {
    if (error instanceof CareError) return { refusal: error.message };
    throw error;
  }
}

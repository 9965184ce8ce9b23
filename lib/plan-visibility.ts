import type { Reader } from "./visibility.ts";

/**
 * Who may see a plan and everything that belongs to it: its doses, its stock, and pauses of it. Used by screens and for
 * rows that are already read. The same rules in SQL are in features/plans/server/visibility.ts; visibility.test.ts there
 * compares the two.
 */

/** Plans have no "private": everybody who gives doses has to see what the guard checks. */
export const PLAN_VISIBILITIES = ["team", "extended"] as const;
export type PlanVisibility = (typeof PLAN_VISIBILITIES)[number];

/** The property of a reader that decides which plans they see. */
export type PlanReader = Pick<Reader, "seesTeam">;

/** Whether a member sees a plan. */
export const seesPlan = ({ visibility }: { visibility: string }, { seesTeam }: PlanReader): boolean =>
  visibility === "extended" || seesTeam;

/** Whether a member sees a pause, given the plans that it names; null when it is of all plans. */
export const seesPause = (plans: readonly { visibility: string }[] | null, reader: PlanReader): boolean =>
  plans === null || plans.some((plan) => seesPlan(plan, reader));

import type { Selectable } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { type PlanReader, seesPlan } from "../../../lib/plan-visibility.ts";
import { toReader } from "../../../lib/visibility.ts";
import {
  type AccessRule,
  type Caller,
  denied,
  inNotebook,
  mayOnItem,
  membership,
  type NotebookAccess,
} from "../../../server/access/gate.ts";
import type { NotebookAction } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { mayListNotes, type NotesAccess } from "../../notes/server/public.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";

declare const brand: unique symbol;

/** Shows that a member sees the plans and doses of a notebook: the team's, or only plans that viewers see too. */
export type PlansAccess = {
  readonly [brand]: "plans";
  readonly diaryId: string;
  readonly seesTeam: boolean;
};

export type PlanRow = Selectable<Tables["medication_plans"]>;

/** Shows that a member sees a plan and may do the requested action. */
export type PlanAccess = NotebookAccess & { readonly plan: PlanRow };

/** What the whole care team sees of a notebook's plans, for pages that are the same for all of it. */
export const toTeamPlans = (diaryId: string): PlansAccess => toPlansAccess({ diaryId, seesTeam: true });

/** What a member sees of a notebook's plans. */
export const toMemberPlans = (member: NotebookAccess): PlansAccess =>
  toPlansAccess({ diaryId: member.diaryId, ...toReader(member) });

const toPlansAccess = ({ diaryId, seesTeam }: { diaryId: string } & PlanReader): PlansAccess =>
  ({ diaryId, seesTeam }) as PlansAccess;

export const maySeePlans = (
  action: "plans.see" | "doses.see",
): AccessRule<{ diaryId: string }, PlansAccess> => ({
  action,
  async resolve(caller, args) {
    return toMemberPlans(await inNotebook(action).resolve(caller, args));
  },
});

/** Reading one plan; null when it is missing or hidden from the caller. */
export const maySeePlan = (): AccessRule<{ planId: string }, PlanAccess | null> => ({
  action: "plans.see",
  resolve: (caller, { planId }) => findSeenPlan(caller, planId),
});

/** Doing something with a plan. A missing and a hidden one give the same error. */
export const onPlan = (action: NotebookAction): AccessRule<{ planId: string }, PlanAccess> => ({
  action,
  async resolve(caller, { planId }) {
    const access = await findSeenPlan(caller, planId);
    if (!access) throw new CareError("not-found", PLAN_MESSAGES.noPlan);
    const own = access.plan.created_by === access.userId;
    if (!(await mayOnItem(caller, access, action, { seen: true, own, isPrivate: false }))) throw denied();
    return access;
  },
});

/** Doing something with two plans of one notebook. */
export const onPlans = (
  action: NotebookAction,
): AccessRule<{ planId: string; otherPlanId: string }, PlanAccess> => ({
  action,
  async resolve(caller, { planId, otherPlanId }) {
    const access = await onPlan(action).resolve(caller, { planId });
    const other = await onPlan(action).resolve(caller, { planId: otherPlanId });
    if (other.diaryId !== access.diaryId) throw new CareError("not-found", PLAN_MESSAGES.noPlan);
    return access;
  },
});

/** The plan, if the caller sees it; null when it is missing or hidden. */
export async function findSeenPlan(caller: Caller, planId: string): Promise<PlanAccess | null> {
  const plan = isFullId(planId)
    ? await caller.db.selectFrom("medication_plans").selectAll().where("id", "=", planId).executeTakeFirst()
    : undefined;
  const access = await membership(caller, plan?.diary_id ?? "");
  if (!plan || !access || !seesPlan(plan, toReader(access))) return null;
  return { ...access, plan };
}

/** Shows that a member sees the lists of medications and the plans of a notebook. */
export type ComparisonAccess = { readonly lists: NotesAccess; readonly plans: PlansAccess };

/** Comparing the list that the caller sees with the plans that they see. */
export const mayCompare = (): AccessRule<{ diaryId: string }, ComparisonAccess> => ({
  action: ["plans.see", "notes.see"],
  async resolve(caller, args) {
    const lists = await mayListNotes().resolve(caller, args);
    return { lists, plans: toPlansAccess(lists) };
  },
});

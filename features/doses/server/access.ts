import type { Selectable } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import {
  type AccessRule,
  type Caller,
  denied,
  person,
  readMemberships,
} from "../../../server/access/gate.ts";
import { may, mayOn, type NotebookAction } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { findSeenPlan, type PlanAccess } from "../../plans/server/public.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";

export type DoseRow = Selectable<Tables["doses"]>;

/** Shows that a member sees a dose and may do the requested action. */
export type DoseAccess = PlanAccess & { readonly dose: DoseRow };

declare const brand: unique symbol;

/** The notebooks where a member gives medicines. */
export type GivesAccess = {
  readonly [brand]: "gives";
  readonly userId: string;
  readonly diaryIds: readonly string[];
};

/**
 * Reading the due doses of all notebooks where the caller may give. Members who may give see all plans of a notebook.
 */
export const mayGiveAnywhere = (): AccessRule<unknown, GivesAccess> => ({
  action: "doses.give",
  async resolve(caller) {
    const { userId } = await person().resolve(caller, {});
    const notebooks = await readMemberships(caller, userId);
    const gives = notebooks.filter(({ role }) => may(role, "doses.give"));
    const diaryIds: readonly string[] = gives.map(({ diaryId }) => diaryId);
    return { userId, diaryIds } as GivesAccess;
  },
});

/** Reading one dose; null when it is missing or hidden from the caller. */
export const maySeeDose = (): AccessRule<{ doseId: string }, DoseAccess | null> => ({
  action: "doses.see",
  resolve: (caller, { doseId }) => findSeenDose(caller, doseId),
});

/** Changing entries about a dose: the caller's own, or other members'. */
export const onDose = (action: NotebookAction): AccessRule<{ doseId: string }, DoseAccess> => ({
  action,
  async resolve(caller, { doseId }) {
    const access = await findSeenDose(caller, doseId);
    if (!access) throw new CareError("not-found", DOSE_MESSAGES.noDose);
    const own = access.dose.recorded_by === access.userId;
    if (!mayOn(access.role, action, { seen: true, own, isPrivate: false })) throw denied();
    return access;
  },
});

async function findSeenDose(caller: Caller, doseId: string): Promise<DoseAccess | null> {
  const dose = isFullId(doseId)
    ? await caller.db.selectFrom("doses").selectAll().where("id", "=", doseId).executeTakeFirst()
    : undefined;
  const access = await findSeenPlan(caller, dose?.plan_id ?? "");
  return dose && access ? { ...access, dose } : null;
}

import { getGrant, type Role } from "../../../../server/access/permissions.ts";
import type { EscalatedKind } from "../../../escalation/rules.ts";

/** Whether people with a role may be told next of a kind: whoever may do it, whoever it is assigned to. */
export function mayBeTold(role: Role, kind: EscalatedKind): boolean {
  const grant = getGrant(role, kind === "task-due" ? "tasks.setStatus" : "doses.give");
  return grant === "yes" || grant === "seen";
}

/** Whether people with a role lead the notebook: they are told at last. */
export const leads = (role: Role): boolean => getGrant(role, "escalation.set") === "yes";

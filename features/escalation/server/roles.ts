import { grantOf, type Role } from "../../../server/access/permissions.ts";
import type { EscalatedKind } from "../rules.ts";

/** Whether people with a role may be told next of a kind: whoever may do it, whoever it is assigned to. */
export function mayBeNotified(role: Role, kind: EscalatedKind): boolean {
  const grant = grantOf(role, kind === "task-due" ? "tasks.setStatus" : "doses.give");
  return grant === "yes" || grant === "seen";
}

/** Whether people with a role lead the notebook: they are told at last. */
export const isLeading = (role: Role): boolean => grantOf(role, "escalation.set") === "yes";

import { may, mayOnOthers, type Role } from "../../../server/access/permissions.ts";
import type { EscalatedKind } from "../rules.ts";

/** Whether a role may be notified of a kind by escalation: it may do the subject, regardless of the assignee. */
export function mayBeNotified(role: Role, kind: EscalatedKind): boolean {
  return mayOnOthers(role, kind === "task-due" ? "tasks.setStatus" : "doses.give");
}

/** Whether a role leads the notebook: leaders are notified last. */
export const isLeading = (role: Role): boolean => may(role, "escalation.set");

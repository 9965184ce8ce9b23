import type { Message } from "../../lib/words/message.ts";
/** The roles that can be assigned; ownership is transferred instead. */
export const ASSIGNABLE_ROLES = ["admin", "member", "clinician", "extended"] as const;
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

/** Texts of the members' screens and errors (care-core 6, 8; workspace 2.4). */
export const MEMBER_MESSAGES = {
  ownerStays: { key: "memberrules.ownerStays" },
  ownerKeepsRole: { key: "memberrules.ownerKeepsRole" },
  ownerLeaves: { key: "memberrules.ownerLeaves" },
  ownsAlready: { key: "memberrules.ownsAlready" },
} as const satisfies Record<string, Message>;

/** The roles that a role may assign to others: owners all, admins those below their own. */
export function getAssignableRoles(role: string): readonly AssignableRole[] {
  if (role === "owner") return ASSIGNABLE_ROLES;
  return role === "admin" ? ASSIGNABLE_ROLES.filter((each) => each !== "admin") : [];
}

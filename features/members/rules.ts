/** The roles that can be assigned; ownership is transferred instead. */
export const ASSIGNABLE_ROLES = ["admin", "member", "clinician", "extended"] as const;
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

/** The roles that a role may assign to others: owners all, admins those below their own. */
export function getAssignableRoles(role: string): readonly AssignableRole[] {
  if (role === "owner") return ASSIGNABLE_ROLES;
  return role === "admin" ? ASSIGNABLE_ROLES.filter((each) => each !== "admin") : [];
}

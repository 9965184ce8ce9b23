/** A role that somebody can be given; the owner's is handed over instead. */
export type AssignableRole = "admin" | "member" | "extended";

/** Texts of the members' screens and refusals (care-core 6, 8; workspace 2.4). */
export const MEMBER_MESSAGES = {
  ownerStays: "The owner cannot be removed",
  ownerKeepsRole: "The owner's role cannot be changed",
  ownerLeaves: "Transfer the notebook to somebody else before you leave",
  ownsAlready: "You own this notebook already",
} as const;

/** What leaving a notebook means, wherever it is asked. */
export const LEAVING =
  "You can come back only when somebody invites you again. Your tasks in it become unassigned, and your private notes stay stored, unseen, until then.";

/** The roles that somebody of a role may give to others: an owner all, an admin those below their own. */
export function assignableRoles(role: string): readonly AssignableRole[] {
  if (role === "owner") return ["admin", "member", "extended"];
  return role === "admin" ? ["member", "extended"] : [];
}

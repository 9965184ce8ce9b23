/** Roles in a notebook, the first with the most rights. */
export const ROLES = ["owner", "admin", "member", "clinician", "extended"] as const;
export type Role = (typeof ROLES)[number];

import type { Member } from "../../../lib/api.ts";

export type Role = Member["role"];

/** From most to least rights. */
const RANK: readonly Role[] = ["owner", "admin", "member", "extended"];

/** Whether a person with role `from` may do less with role `to`. */
export const takesRightsAway = (from: Role, to: Role): boolean => RANK.indexOf(to) > RANK.indexOf(from);

import type { Member } from "../../../lib/api.ts";
import { ROLES } from "../../../lib/roles.ts";

export type Role = Member["role"];

/** Whether changing role `from` to role `to` reduces a person's rights. */
const reducesRights = (from: Role, to: Role): boolean => ROLES.indexOf(to) > ROLES.indexOf(from);

/**
 * Whether a change of role takes something away, and is asked about first: rights, or the tasks that a clinician isn't
 * assigned.
 */
export const takesAway = (from: Role, to: Role): boolean =>
  reducesRights(from, to) || (to === "clinician" && from !== to);

import type { Role } from "../../../lib/roles.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

type Assignable = Exclude<Role, "owner">;

const RIGHTS: Record<Assignable, Key> = {
  admin: "rights.admin",
  member: "rights.member",
  clinician: "rights.clinician",
  extended: "rights.extended",
};

const RIGHTS_IN_BRIEF: Record<Assignable, Key> = {
  admin: "rights.adminBrief",
  member: "rights.memberBrief",
  clinician: "rights.clinicianBrief",
  extended: "rights.extendedBrief",
};

/**
 * The rights of a role that can be assigned, in words that follow "can" or "will be able to". They name medicines: who
 * gives them is what a family asks first. A test compares them with the permission table.
 */
export const getRoleRights = (role: Assignable): string => t(RIGHTS[role]);

/** The same in one line on a phone. */
export const getRoleRightsInBrief = (role: Assignable): string => t(RIGHTS_IN_BRIEF[role]);

import type { Role } from "../../../lib/roles.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

const ROLE_NAMES = {
  owner: "roles.owner",
  admin: "roles.admin",
  member: "roles.member",
  clinician: "roles.clinician",
  extended: "roles.extended",
} as const satisfies Record<Role, Key>;

/** The name of a role in a notebook (care-core 6). */
export const getRoleName = (role: Role): string => t(ROLE_NAMES[role]);

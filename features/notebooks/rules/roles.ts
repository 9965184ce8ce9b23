/** Labels of the roles in a notebook (care-core 6). */
export const ROLE_LABELS = {
  owner: "Owner",
  admin: "Admin",
  member: "Caregiver",
  clinician: "Clinician",
  extended: "Viewer",
} as const;

/**
 * The rights of each assignable role, in words that follow "can" or "will be able to". Each names medicines: who gives
 * them is what a family asks first. A test compares them with the permission table.
 */
export const ROLE_RIGHTS = {
  admin:
    "do what caregivers do, plan medicines, edit the notebook's information, invite people and remove them",
  member: "see the care team's notes and all information, write notes and give medicines",
  clinician:
    "see the care team's notes and all information, write own notes and start care programs, but give no medicines",
  extended: "see what is shared with everyone, and comment on it, but give no medicines",
} as const;

/** The same in one line on a phone. */
export const ROLE_RIGHTS_IN_BRIEF = {
  admin: "Also plans medicines and invites",
  member: "Writes notes, gives medicines",
  clinician: "Writes notes, gives no medicines",
  extended: "Reads, comments, gives no medicines",
} as const satisfies Record<keyof typeof ROLE_RIGHTS, string>;

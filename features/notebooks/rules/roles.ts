/** Labels of the roles in a notebook (care-core 6). */
export const ROLE_LABELS = {
  owner: "Owner",
  admin: "Admin",
  member: "Caregiver",
  clinician: "Clinician",
  extended: "Viewer",
} as const;

/** The rights of each assignable role, in words that follow "can" or "will be able to". */
export const ROLE_RIGHTS = {
  admin: "do what caregivers do, edit the notebook's information, invite people and remove them",
  member: "see the care team's notes and all information, and write notes",
  clinician: "see the care team's notes and all information, write own notes and start care programs",
  extended: "see what is shared with everyone, and comment on it",
} as const;

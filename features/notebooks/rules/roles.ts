/** Labels of the roles in a notebook (care-core 6). */
export const ROLE_LABELS = {
  owner: "Owner",
  admin: "Admin",
  member: "Caregiver",
  extended: "Viewer",
} as const;

/**
 * What each assignable role allows: in one line on a phone, as a description of the role, to its reader, and of somebody who gets fewer rights.
 */
export const ROLE_RIGHTS = {
  admin: {
    inBrief: "Also edits, invites and removes",
    ofRole: "Can do what caregivers do, edit the notebook's information, invite people and remove them.",
    ofReader:
      "You will be able to do what caregivers do, edit the notebook's information, invite people and remove them.",
    ofLess: (name: string) =>
      `${name} will only be able to do what caregivers do, edit the notebook's information, invite people and remove them. That holds at once.`,
  },
  member: {
    inBrief: "Sees and writes the team's notes",
    ofRole: "Can see the care team's notes and all information, and write notes.",
    ofReader: "You will be able to see the care team's notes and all information, and write notes.",
    ofLess: (name: string) =>
      `${name} will only be able to see the care team's notes and all information, and write notes. That holds at once.`,
  },
  extended: {
    inBrief: "Sees what is for everyone, comments",
    ofRole: "Can see what is shared with everyone, and comment on it.",
    ofReader: "You will be able to see what is shared with everyone, and comment on it.",
    ofLess: (name: string) =>
      `${name} will only be able to see what is shared with everyone, and comment on it. That holds at once.`,
  },
} as const;

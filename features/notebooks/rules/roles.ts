/** Labels of the roles in a notebook (care-core 6). */
export const ROLE_LABELS = {
  owner: "Owner",
  admin: "Admin",
  member: "Caregiver",
  clinician: "Clinician",
  extended: "Viewer",
} as const;

/** The author of a note or a comment, with the role of a clinician: "Dr Lee (Clinician)". */
export const authorWords = ({ creatorName, byClinician }: { creatorName: string; byClinician?: boolean }) =>
  `${creatorName.trim() || "Unknown"}${byClinician ? ` (${ROLE_LABELS.clinician})` : ""}`;

/** The mark of what a clinician writes; absent from everything else. */
export const markOf = (byClinician: boolean) => (byClinician ? { byClinician: true as const } : {});

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
  clinician: {
    inBrief: "Reads everything, writes their own notes",
    ofRole:
      "Can see the care team's notes and all information, write notes of their own and start care programs.",
    ofReader:
      "You will be able to see the care team's notes and all information, write notes of your own and start care programs. Your notes and comments are marked with your role.",
    ofLess: (name: string) =>
      `${name} will only be able to see the care team's notes and all information, write notes of their own and start care programs. Their open tasks become unassigned. That holds at once.`,
  },
  extended: {
    inBrief: "Sees what is for everyone, comments",
    ofRole: "Can see what is shared with everyone, and comment on it.",
    ofReader: "You will be able to see what is shared with everyone, and comment on it.",
    ofLess: (name: string) =>
      `${name} will only be able to see what is shared with everyone, and comment on it. That holds at once.`,
  },
} as const;

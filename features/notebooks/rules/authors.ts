import { ROLE_LABELS } from "./roles.ts";

/** The author of a note or a comment, with the role of a clinician: "Dr Lee (Clinician)". */
export const describeAuthor = ({
  creatorName,
  byClinician,
}: {
  creatorName: string;
  byClinician?: boolean;
}) => `${creatorName.trim() || "Unknown"}${byClinician ? ` (${ROLE_LABELS.clinician})` : ""}`;

/** The mark of a clinician's texts; absent from all others. */
export const getAuthorMark = (byClinician: boolean) => (byClinician ? { byClinician: true as const } : {});

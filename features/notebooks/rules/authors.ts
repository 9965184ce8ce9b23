import { t } from "../../../lib/words/t.ts";
import { getRoleName } from "./roles.ts";

/** The author of a note or a comment, with the role of a clinician: "Dr Lee (Clinician)". */
export function describeAuthor({ creatorName, byClinician }: { creatorName: string; byClinician?: boolean }) {
  const name = creatorName.trim() || t("shared.unknown");
  return byClinician ? t("roles.nameAndRole", { name, role: getRoleName("clinician") }) : name;
}

/** The mark of a clinician's texts; absent from all others. */
export const getAuthorMark = (byClinician: boolean) => (byClinician ? { byClinician: true as const } : {});

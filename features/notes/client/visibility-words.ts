import type { Visibility } from "../../../lib/visibility-levels.ts";
import { t } from "../../../lib/words/t.ts";

/** Who sees a note or a comment, in a few words. */
export function describeVisibility(visibility: Visibility): string {
  if (visibility === "private") return t("notewords.onlyMe");
  return visibility === "team" ? t("notewords.careTeam") : t("notewords.everyone");
}

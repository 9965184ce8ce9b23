import type { Notebook } from "../../../lib/api.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";

/**
 * The allergies as they were entered; null for a reader who may not see them. Without any it states only that nothing was
 * entered: that there are no allergies is for a person to state.
 */
export function formatAllergies({ allergies }: Pick<Notebook["details"], "allergies">): string | null {
  if (!allergies) return null;
  if (allergies.length === 0) return t("medicationlist.printedNoAllergies");
  return t("medicationlist.printedAllergies", { allergies: listNames(allergies) });
}

import type { Notebook } from "../../../lib/api.ts";

/** States only that nothing was entered: that there are no allergies is for a person to state. */
export const NO_ALLERGIES_ENTERED = "nobody has entered any yet";

/** The allergies as they were entered; null for a reader who may not see them. */
export function formatAllergies({ allergies }: Pick<Notebook["details"], "allergies">): string | null {
  if (!allergies) return null;
  return allergies.join(", ") || NO_ALLERGIES_ENTERED;
}

import type { Visibility } from "../../../lib/visibility-levels.ts";
/** Who sees a list, as a sentence. */
export const AUDIENCE_WORDS: Record<Visibility, string> = {
  private: "Only you see it.",
  team: "The owner, admins, caregivers and clinicians see it.",
  extended: "All members of the notebook see it.",
};

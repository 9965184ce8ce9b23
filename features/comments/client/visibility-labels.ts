import type { Visibility } from "../../../lib/visibility-levels.ts";
/** The labels of a comment's visibility; the widest is everybody who sees the target. */
export const VISIBILITY_LABELS: Record<Visibility, string> = {
  extended: "Everyone",
  team: "Care team",
  private: "Only me",
};

import type { Visibility } from "../../notes/rules.ts";

/** Who sees a comment, the widest being whoever sees what it is about. */
export const LEVEL_LABELS: Record<Visibility, string> = {
  extended: "Everyone",
  team: "Care team",
  private: "Only me",
};

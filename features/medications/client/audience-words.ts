import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { Key } from "../../../lib/words/keys.ts";

/** Who sees a list, as a sentence. */
export const AUDIENCES: Record<Visibility, Key> = {
  private: "medicationrow.seenByMe",
  team: "medicationrow.seenByTeam",
  extended: "medicationrow.seenByAll",
};

import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { PauseKind } from "./pauses.ts";

const KINDS: Record<PauseKind, Key> = {
  hospital: "pauses.kindHospital",
  away: "pauses.kindAway",
  other: "pauses.kindOther",
};

/** Why medicines are paused, within a sentence: "away from home". */
export const namePauseKind = (kind: PauseKind): string => t(KINDS[kind]);

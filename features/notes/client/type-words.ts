import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

const NAMES: Partial<Record<string, Key>> = {
  default: "notewords.generalNote",
  "current-medications": "notewords.currentMedications",
  handover: "notewords.handover",
};

/** The name of a note's type: in the reader's language if the app has it, else as it is stored. */
export function getTypeName(type: string, stored: string): string {
  const key = NAMES[type];
  return key ? t(key) : stored;
}

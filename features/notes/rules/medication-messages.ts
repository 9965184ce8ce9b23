import type { Message } from "../../../lib/words/message.ts";
import { MAX_MEDICATIONS } from "./medication-limits.ts";

/** Texts of the medications form, verbatim where the specification has them (care-core 8). */
export const MEDICATION_MESSAGES = {
  none: { key: "medicationrules.none" },
  name: { key: "medicationrules.name" },
  tooMany: { key: "medicationrules.tooMany", values: { most: MAX_MEDICATIONS } },
  createFailed: { key: "medicationrules.createFailed" },
  changeFailed: { key: "medicationrules.changeFailed" },
  changed: { key: "medicationrules.changed" },
  changedAgain: { key: "medicationrules.changedAgain" },
  unchanged: { key: "medicationrules.unchanged" },
  lost: { key: "medicationrules.lost" },
} as const satisfies Record<string, Message>;

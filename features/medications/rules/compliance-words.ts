import type { Key } from "../../../lib/words/keys.ts";
import type { Compliance } from "../../notes/rules/medication-limits.ts";

/** The labels of compliance. */
export const COMPLIANCE: Record<Compliance, Key> = {
  unknown: "medicationwords.unknown",
  excellent: "medicationwords.excellent",
  good: "medicationwords.good",
  fair: "medicationwords.fair",
  poor: "medicationwords.poor",
};

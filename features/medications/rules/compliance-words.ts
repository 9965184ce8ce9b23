import type { Compliance } from "../../notes/rules/medication-limits.ts";
/** The labels of compliance. */
export const COMPLIANCE_WORDS: Record<Compliance, string> = {
  unknown: "Unknown",
  excellent: "Excellent",
  good: "Good",
  fair: "Fair",
  poor: "Poor",
};

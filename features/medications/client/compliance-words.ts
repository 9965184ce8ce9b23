import type { Compliance } from "../rules.ts";

/** How well a medication is taken, in words. */
export const COMPLIANCE_WORDS: Record<Compliance, string> = {
  unknown: "Unknown",
  excellent: "Excellent",
  good: "Good",
  fair: "Fair",
  poor: "Poor",
};

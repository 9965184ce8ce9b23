import type { Compliance } from "../../notes/rules/medication-limits.ts";
import type { MedicationDifference } from "./changes.ts";
import { COMPLIANCE_WORDS } from "./compliance-words.ts";

/** A difference between two lists in words: "Amlodipine: 5 mg → 10 mg". */
export function formatDifference({ kind, name, before, after }: MedicationDifference): string {
  switch (kind) {
    case "started":
      return `${[name, after].filter(Boolean).join(" ")}: added`;
    case "stopped":
      return `${name}: stopped`;
    case "name":
      return `${before}: now called ${after}`;
    case "dosage":
      return `${name}: ${change(before, after)}`;
    case "timing":
      return `${name}, when: ${change(before, after)}`;
    case "compliance":
      return `${name}, compliance: ${change(formatCompliance(before), formatCompliance(after))}`;
    case "notes":
      return `${name}, notes: ${change(before, after)}`;
  }
}

const change = (before: string, after: string) => `${before || "not said"} → ${after || "not said"}`;

const formatCompliance = (level: string) => COMPLIANCE_WORDS[level as Compliance] ?? level;

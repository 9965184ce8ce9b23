import { t } from "../../../lib/words/t.ts";
import type { Compliance } from "../../notes/rules/medication-limits.ts";
import type { MedicationDifference } from "./changes.ts";
import { COMPLIANCE } from "./compliance-words.ts";

/** A difference between two lists in words: "Amlodipine: 5 mg → 10 mg". */
export function formatDifference({ kind, name, before, after }: MedicationDifference): string {
  const values = {
    name,
    before: before || t("medicationwords.notSaid"),
    after: after || t("medicationwords.notSaid"),
  };
  switch (kind) {
    case "started":
      return t("medicationwords.added", { medicine: [name, after].filter(Boolean).join(" ") });
    case "stopped":
      return t("medicationwords.stopped", { name });
    case "name":
      return t("medicationwords.renamed", { before, after });
    case "dosage":
      return t("medicationwords.dosage", values);
    case "timing":
      return t("medicationwords.timing", values);
    case "compliance":
      return t("medicationwords.compliance", {
        name,
        before: formatCompliance(before),
        after: formatCompliance(after),
      });
    case "notes":
      return t("medicationwords.notes", values);
  }
}

function formatCompliance(level: string): string {
  const key = COMPLIANCE[level as Compliance];
  return key ? t(key) : level || t("medicationwords.notSaid");
}

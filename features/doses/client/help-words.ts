import type { Dose } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import { formatDose, type Reading } from "./dose-words.ts";

/** A dose in a sentence, and the answer to "Did it help?" where there is one: "1 tablet, 12:40, Ana. It helped". */
export function formatDoseAndHelp(dose: Dose, plan: { doseUnit: Unit }, reading: Reading): string {
  const words = formatDose(dose, plan, reading);
  return dose.helped ? t("doses.helped", { dose: words, helped: dose.helped }) : words;
}

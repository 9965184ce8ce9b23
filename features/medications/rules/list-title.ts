import { writeOnce } from "../../../lib/words/t.ts";

/** "Current Medications - November 20, 2026"; `today` is formatted for the viewer's locale. */
export const formatMedicationTitle = (today: string): string =>
  writeOnce("notewords.medicationTitle", { day: today });

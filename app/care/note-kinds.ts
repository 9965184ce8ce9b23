import { HANDOVER_KIND } from "../../features/handover/components/handover-kind.tsx";
import {
  createBody,
  findProblems,
  type MedicationBody,
  readSavedBody,
  toContent,
} from "../../features/medications/client/medication-body.ts";
import { useMedicationStart } from "../../features/medications/client/use-medication-start.ts";
import {
  MedicationFields,
  ShortMedicationFields,
} from "../../features/medications/components/medication-fields.tsx";
import { MedicationReading } from "../../features/medications/components/medication-note.tsx";
import { formatMedicationTitle } from "../../features/medications/rules/list-title.ts";
import type { NoteKind } from "../../features/notes/client/note-kind.ts";
import { TEXT_KIND } from "../../features/notes/components/text-kind.tsx";
import { MEDICATION_MESSAGES } from "../../features/notes/rules/medication-messages.ts";
import { NOTE_MESSAGES } from "../../features/notes/rules/messages.ts";
import { writtenDay } from "../../lib/dates/zone-day.ts";
import type { Key } from "../../lib/words/keys.ts";

const MEDICATION_KIND: NoteKind<MedicationBody> = {
  type: "current-medications",
  name: "Current Medications",
  icon: "Pill",
  failed: { create: MEDICATION_MESSAGES.createFailed, update: NOTE_MESSAGES.updateFailed },
  mayRepeat: false,
  newTitle: (day) => formatMedicationTitle(writtenDay(day)),
  emptyBody: createBody,
  useStart: useMedicationStart,
  savedBody: readSavedBody,
  contentOf: toContent,
  problemsOf: findProblems,
  Fields: MedicationFields,
  QuickFields: ShortMedicationFields,
  quickHint: "noteform.wholeList" satisfies Key,
  Reading: MedicationReading,
};

/** The form of each type of note; a type that isn't listed has none. */
export const NOTE_KINDS: Record<string, NoteKind> = {
  [TEXT_KIND.type]: TEXT_KIND,
  [MEDICATION_KIND.type]: MEDICATION_KIND,
  [HANDOVER_KIND.type]: HANDOVER_KIND,
};

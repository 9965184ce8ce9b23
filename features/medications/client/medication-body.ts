import type { Note } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import {
  DEFAULT_SUMMARY,
  findNamelessRows,
  hasOnlyBrandNames,
  isBlank,
  isGenericNameMissing,
} from "../../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import type { Medication, MedicationContent } from "../../notes/rules/medication-schema.ts";

/** One row of the form; `key` is its stable React key. */
export type MedicationRow = Medication & { key: number };

/**
 * The body of the medications form, as saved in drafts; `kept` are the fields of a saved list that the form doesn't
 * show.
 */
export type MedicationBody = {
  rows: MedicationRow[];
  summary: string;
  /** Shown when no row has a generic name: only brand names are known. */
  onlyBrandNames?: true | undefined;
  kept: { snapshotDate?: number; reason?: string | undefined; metadata: MedicationContent["metadata"] };
};

const NOTHING_KEPT = { metadata: { photoTranscripts: [], processingSteps: [] } };

export function createRow(key: number): MedicationRow {
  return {
    key,
    brandName: "",
    genericName: "",
    dosage: "",
    timing: "",
    compliance: "unknown",
    notes: "",
  };
}

export const createBody = (): MedicationBody => toBody([]);

/** The form's values for these medications. */
export function toBody(medications: readonly Medication[]): MedicationBody {
  const rows = medications.map((medication, key) => ({ ...medication, key }));
  return {
    rows: rows.length > 0 ? rows : [createRow(0)],
    summary: DEFAULT_SUMMARY,
    // Set earlier, when the list was written.
    ...(hasOnlyBrandNames(medications) && { onlyBrandNames: true as const }),
    kept: NOTHING_KEPT,
  };
}

/** The form's values for a saved list. */
export function readSavedBody(
  { content, noteDay }: Pick<Note, "content" | "noteDay">,
  timeZone: string,
): MedicationBody {
  if (content.type !== "current-medications") return createBody();
  const { medications, snapshotDate, summary, reason } = content.data;
  const { metadata } = content;
  // A snapshot date equal to the note's day follows when that day changes.
  const isOfNote = toDayInZone(snapshotDate, timeZone) === noteDay;
  const kept = { metadata, ...(reason && { reason }), ...(!isOfNote && { snapshotDate }) };
  return { ...toBody(medications), summary, kept };
}

/** The form's values as they are stored; rows without any text are dropped. */
export function toContent({ rows, summary, onlyBrandNames, kept }: MedicationBody) {
  const { metadata, snapshotDate, reason } = kept;
  const medications = rows
    .filter((row) => !isBlank(row))
    .map(({ key: _, ...medication }) => trimTexts(medication));
  return {
    type: "current-medications" as const,
    data: {
      medications,
      summary: summary.trim(),
      ...(snapshotDate !== undefined && { snapshotDate }),
      ...(reason && { reason }),
      ...(onlyBrandNames && hasOnlyBrandNames(medications) && { onlyBrandNames }),
    },
    metadata,
  };
}

const trimTexts = ({ compliance, ...texts }: Medication): Medication => ({
  brandName: texts.brandName.trim(),
  genericName: texts.genericName.trim(),
  dosage: texts.dosage.trim(),
  timing: texts.timing.trim(),
  notes: texts.notes.trim(),
  compliance,
});

/** The errors of the form, by the key of each row without a name. */
export function findProblems({
  rows,
  onlyBrandNames,
}: Pick<MedicationBody, "rows" | "onlyBrandNames">): Record<string, string> {
  if (isGenericNameMissing(rows, onlyBrandNames)) {
    return { [rows[0]!.key]: writeMessage(MEDICATION_MESSAGES.none) };
  }
  return Object.fromEntries(
    findNamelessRows(rows).map((index) => [rows[index]!.key, writeMessage(MEDICATION_MESSAGES.name)]),
  );
}

/** The rows plus an empty one. */
export const withRow = (rows: readonly MedicationRow[]): MedicationRow[] => [
  ...rows,
  createRow(Math.max(...rows.map(({ key }) => key)) + 1),
];

import { z } from "zod";
import { day, id, moment } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../notes/rules/limits.ts";
import {
  COMPLIANCE_LEVELS,
  DEFAULT_SUMMARY,
  EARLIEST_TIME,
  isBlank,
  LATEST_TIME,
  MAX_MEDICATIONS,
  MEDICATION_MESSAGES,
  MEDICATION_NOTES_LENGTH,
  MEDICATION_TEXT_LENGTH,
  namelessRows,
} from "./rules/limits.ts";

const LONG_TEXT_LENGTH = 20_000;
const MAX_STEPS = 100;
const MAX_TRANSCRIPTS = 20;

const textUpTo = (length: number) => z.string().trim().max(length).default("");

/** One row of the list. The generic name identifies it; everything else is optional. */
const medication = z.strictObject({
  brandName: textUpTo(MEDICATION_TEXT_LENGTH),
  genericName: textUpTo(MEDICATION_TEXT_LENGTH),
  dosage: textUpTo(MEDICATION_TEXT_LENGTH),
  timing: textUpTo(MEDICATION_TEXT_LENGTH),
  compliance: z.enum(COMPLIANCE_LEVELS).default("unknown"),
  notes: textUpTo(MEDICATION_NOTES_LENGTH),
});

/** Empty rows are dropped; the others need names. */
const medications = z
  .array(medication)
  .max(MAX_MEDICATIONS, MEDICATION_MESSAGES.tooMany)
  .superRefine((rows, context) => {
    if (!rows.some((row) => row.genericName)) {
      context.addIssue({ code: "custom", message: MEDICATION_MESSAGES.none });
      return;
    }
    for (const index of namelessRows(rows)) {
      context.addIssue({
        code: "custom",
        path: [index, "genericName"],
        message: MEDICATION_MESSAGES.genericName,
      });
    }
  })
  .transform((rows) => rows.filter((row) => !isBlank(row)));

const time = z.number().min(EARLIEST_TIME).max(LATEST_TIME);

/** The content of a medication note (care-core 3). `snapshotDate` defaults to the note's date. */
export const medicationContent = z.strictObject({
  type: z.literal("current-medications"),
  data: z.strictObject({
    medications,
    snapshotDate: time.optional(),
    summary: z.string().trim().max(MEDICATION_TEXT_LENGTH).default(DEFAULT_SUMMARY),
  }),
  metadata: z
    .strictObject({
      photoTranscripts: z.array(z.string().max(LONG_TEXT_LENGTH)).max(MAX_TRANSCRIPTS).default([]),
      processingSteps: z
        .array(
          z.strictObject({
            step: z.string().max(MEDICATION_TEXT_LENGTH),
            timestamp: time,
            status: z.string().max(MEDICATION_TEXT_LENGTH),
          }),
        )
        .max(MAX_STEPS)
        .default([]),
      aiRationalization: z.string().max(LONG_TEXT_LENGTH).optional(),
    })
    .prefault({}),
});

/** A medication as it is stored. */
const storedMedication = z.strictObject({
  brandName: z.string(),
  genericName: z.string(),
  dosage: z.string(),
  timing: z.string(),
  compliance: z.enum(COMPLIANCE_LEVELS),
  notes: z.string(),
});

/** The content of a medication note as it is stored. */
export const storedMedications = z.strictObject({
  type: z.literal("current-medications"),
  data: z.strictObject({
    medications: z.array(storedMedication),
    snapshotDate: moment,
    summary: z.string(),
  }),
  metadata: z.strictObject({
    photoTranscripts: z.array(z.string()),
    processingSteps: z.array(z.strictObject({ step: z.string(), timestamp: moment, status: z.string() })),
    aiRationalization: z.string().optional(),
  }),
});

export type Medication = z.output<typeof storedMedication>;

/** Medications as they are stored; times are epoch ms. */
export type MedicationContent = z.output<typeof storedMedications>;

/** The newer list that replaced one, as far as its reader may see it. */
export const newerList = z.discriminatedUnion("isShared", [
  z.strictObject({
    isShared: z.literal(true),
    _id: id,
    shortId: id,
    noteDay: day,
    creatorName: z.string(),
  }),
  z.strictObject({ isShared: z.literal(false) }),
]);
export type NewerList = z.output<typeof newerList>;

/** A note's list of medications. */
const listOfNote = z.strictObject({
  _id: id,
  shortId: id,
  title: z.string(),
  medications: z.array(storedMedication),
  snapshotDate: moment,
  summary: z.string(),
  noteDay: day,
  noteDate: moment,
  visibility: z.enum(VISIBILITIES),
  isEncrypted: z.boolean(),
  isLost: z.boolean(),
  creatorId: id,
  creatorName: z.string(),
  updatedAt: moment,
});

export const latestMedications = {
  args: z.object({ diaryId: id }),
  returns: listOfNote.extend({ newerList: newerList.nullable() }).nullable(),
};

export const formerMedications = {
  args: z.object({ noteId: id }),
  returns: listOfNote.nullable(),
};

export const newerMedications = {
  args: z.object({ noteId: id }),
  returns: newerList.nullable(),
};

import { z } from "zod";
import { EARLIEST_TIME, LATEST_TIME } from "../../../lib/dates/time.ts";
import { day, id, moment } from "../../../lib/schemas.ts";
import { toIssue } from "../../../lib/words/message.ts";
import {
  COMPLIANCE_LEVELS,
  DEFAULT_SUMMARY,
  findNamelessRows,
  isBlank,
  isGenericNameMissing,
  MAX_MEDICATIONS,
  MEDICATION_NOTES_LENGTH,
  MEDICATION_TEXT_LENGTH,
} from "./medication-limits.ts";
import { MEDICATION_MESSAGES } from "./medication-messages.ts";

const LONG_TEXT_LENGTH = 20_000;
const MAX_STEPS = 100;
const MAX_TRANSCRIPTS = 20;

const createTextSchema = (length: number) => z.string().trim().max(length).default("");

/** One row of the list. One of its names identifies it; everything else is optional. */
export const enteredMedication = z.strictObject({
  brandName: createTextSchema(MEDICATION_TEXT_LENGTH),
  genericName: createTextSchema(MEDICATION_TEXT_LENGTH),
  dosage: createTextSchema(MEDICATION_TEXT_LENGTH),
  timing: createTextSchema(MEDICATION_TEXT_LENGTH),
  compliance: z.enum(COMPLIANCE_LEVELS).default("unknown"),
  notes: createTextSchema(MEDICATION_NOTES_LENGTH),
});

/** Why a list differs from the one before. */
export const reason = z
  .string()
  .trim()
  .max(MEDICATION_TEXT_LENGTH)
  .transform((text) => text || undefined)
  .optional();

const time = z.number().min(EARLIEST_TIME).max(LATEST_TIME);

/** The content of a medication note (care-core 3). `snapshotDate` defaults to the note's date. */
export const medicationContent = z.strictObject({
  type: z.literal("current-medications"),
  data: z
    .strictObject({
      medications: z.array(enteredMedication).max(MAX_MEDICATIONS, toIssue(MEDICATION_MESSAGES.tooMany)),
      snapshotDate: time.optional(),
      summary: z.string().trim().max(MEDICATION_TEXT_LENGTH).default(DEFAULT_SUMMARY),
      reason,
      /** The writer knows that no row has a generic name. */
      onlyBrandNames: z.literal(true).optional(),
    })
    .superRefine(({ medications: rows, onlyBrandNames }, context) => {
      const addIssue = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path: ["medications", ...path], message });
      if (isGenericNameMissing(rows, onlyBrandNames)) return addIssue([], toIssue(MEDICATION_MESSAGES.none));
      for (const index of findNamelessRows(rows))
        addIssue([index, "genericName"], toIssue(MEDICATION_MESSAGES.name));
    })
    // Empty rows are dropped.
    .transform(({ medications: rows, ...data }) => ({
      ...data,
      medications: rows.filter((row) => !isBlank(row)),
    })),
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
export const storedMedication = z.strictObject({
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
    reason: z.string().optional(),
    onlyBrandNames: z.literal(true).optional(),
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

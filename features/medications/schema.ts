import { z } from "zod";
import { day, getPage, id, moment, nothing, paginationOptions } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility.ts";
import { NOTE_MESSAGES, NOTE_TITLE_LENGTH } from "../notes/rules/limits.ts";
import {
  COMPLIANCE_LEVELS,
  DEFAULT_SUMMARY,
  DIFFERENCE_KINDS,
  EARLIEST_TIME,
  findNamelessRows,
  getMedicationName,
  isBlank,
  isGenericNameMissing,
  LATEST_TIME,
  MAX_MEDICATIONS,
  MEDICATION_MESSAGES,
  MEDICATION_NOTES_LENGTH,
  MEDICATION_TEXT_LENGTH,
} from "./rules/limits.ts";

const LONG_TEXT_LENGTH = 20_000;
const MAX_STEPS = 100;
const MAX_TRANSCRIPTS = 20;

const createTextSchema = (length: number) => z.string().trim().max(length).default("");

/** One row of the list. One of its names identifies it; everything else is optional. */
const medication = z.strictObject({
  brandName: createTextSchema(MEDICATION_TEXT_LENGTH),
  genericName: createTextSchema(MEDICATION_TEXT_LENGTH),
  dosage: createTextSchema(MEDICATION_TEXT_LENGTH),
  timing: createTextSchema(MEDICATION_TEXT_LENGTH),
  compliance: z.enum(COMPLIANCE_LEVELS).default("unknown"),
  notes: createTextSchema(MEDICATION_NOTES_LENGTH),
});

/** Why a list differs from the one before. */
const reason = z
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
      medications: z.array(medication).max(MAX_MEDICATIONS, MEDICATION_MESSAGES.tooMany),
      snapshotDate: time.optional(),
      summary: z.string().trim().max(MEDICATION_TEXT_LENGTH).default(DEFAULT_SUMMARY),
      reason,
      /** The writer knows that no row has a generic name. */
      onlyBrandNames: z.literal(true).optional(),
    })
    .superRefine(({ medications: rows, onlyBrandNames }, context) => {
      const addIssue = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path: ["medications", ...path], message });
      if (isGenericNameMissing(rows, onlyBrandNames)) return addIssue([], MEDICATION_MESSAGES.none);
      for (const index of findNamelessRows(rows)) addIssue([index, "genericName"], MEDICATION_MESSAGES.name);
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

/** Who changed a list after it was written, the last time, and when. */
const edited = z.strictObject({ name: z.string(), at: moment });

/** The time, author and visibility of a list. */
const listHead = z.strictObject({
  _id: id,
  shortId: id,
  noteDay: day,
  visibility: z.enum(VISIBILITIES),
  isEncrypted: z.boolean(),
  isLost: z.boolean(),
  creatorName: z.string(),
  /** Present when the author was a clinician when they wrote it. */
  byClinician: z.literal(true).optional(),
  writtenAt: moment,
  edited: edited.nullable(),
  /** Why it differs from the list before; "" without a reason. */
  reason: z.string(),
});

/** A note's list of medications. */
const listOfNote = listHead.extend({
  title: z.string(),
  medications: z.array(storedMedication),
  snapshotDate: moment,
  summary: z.string(),
  noteDate: moment,
  creatorId: id,
  updatedAt: moment,
  version: z.number(),
});

/** The newest list that people see who don't see the reader's newest one; null when they see none. */
const listForOthers = z.strictObject({
  whom: z.enum(["team", "extended"]),
  list: listHead.pick({ _id: true, shortId: true, noteDay: true, creatorName: true }).nullable(),
});

export const latestMedications = {
  args: z.object({ diaryId: id }),
  returns: listOfNote
    .extend({ newerList: newerList.nullable(), forOthers: z.array(listForOthers) })
    .nullable(),
};

export const formerMedications = {
  args: z.object({ noteId: id }),
  returns: listOfNote.nullable(),
};

export const newerMedications = {
  args: z.object({ noteId: id }),
  returns: newerList.nullable(),
};

const difference = z.strictObject({
  kind: z.enum(DIFFERENCE_KINDS),
  name: z.string(),
  before: z.string(),
  after: z.string(),
});

export const pageMedications = {
  args: z.object({ diaryId: id, paginationOpts: paginationOptions }),
  returns: getPage(
    listHead.extend({
      /** How many medications it has. */
      count: z.number(),
      /** What differs from the list before that the reader sees; null for the first one and for a lost one. */
      differences: z.strictObject({ shown: z.array(difference), more: z.number() }).nullable(),
    }),
  ),
};

/** One row as it is entered by itself. */
const namedMedication = medication.superRefine((row, context) => {
  if (getMedicationName(row)) return;
  context.addIssue({ code: "custom", path: ["genericName"], message: MEDICATION_MESSAGES.name });
});

const rowIndex = z.number().int().min(0).max(MAX_MEDICATIONS);

/** The change of one row; rows are counted from 0. */
export const medicationChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("add"), medication: namedMedication }),
  z.strictObject({ kind: z.literal("change"), row: rowIndex, medication: namedMedication }),
  z.strictObject({ kind: z.literal("stop"), row: rowIndex }),
]);
export type MedicationChange = z.output<typeof medicationChange>;

export const undoMedications = {
  args: z.object({ noteId: id }),
  returns: nothing,
};

export const changeMedications = {
  args: z.object({
    diaryId: id,
    /** The base of the change, which must be the newest list that the caller sees; null without a list. */
    list: z.strictObject({ noteId: id, version: z.number().int().min(1) }).nullable(),
    change: medicationChange,
    reason,
    title: z.string().trim().min(1, NOTE_MESSAGES.title).max(NOTE_TITLE_LENGTH),
  }),
  returns: id,
};

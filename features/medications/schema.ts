import { z } from "zod";
import { day, getPage, id, moment, nothing, paginationOptions } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { toIssue } from "../../lib/words/message.ts";
import { NOTE_TITLE_LENGTH } from "../notes/rules/limits.ts";
import { getMedicationName, MAX_MEDICATIONS } from "../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../notes/rules/medication-messages.ts";
import { enteredMedication, newerList, reason, storedMedication } from "../notes/rules/medication-schema.ts";
import { NOTE_MESSAGES } from "../notes/rules/messages.ts";
import { DIFFERENCE_KINDS } from "./rules.ts";

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
  /** Whether its present version was written from the plans. */
  isFromPlans: z.boolean(),
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
const namedMedication = enteredMedication.superRefine((row, context) => {
  if (getMedicationName(row)) return;
  context.addIssue({ code: "custom", path: ["genericName"], message: toIssue(MEDICATION_MESSAGES.name) });
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
    title: z.string().trim().min(1, toIssue(NOTE_MESSAGES.title)).max(NOTE_TITLE_LENGTH),
  }),
  returns: id,
};

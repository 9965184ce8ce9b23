import { z } from "zod";
import { EARLIEST_TIME, LATEST_TIME } from "../../lib/dates/time.ts";
import { day, id, moment } from "../../lib/schemas.ts";
import { doseCounts } from "../doses/schema.ts";
import { DIFFERENCE_KINDS } from "../medications/rules.ts";
import { storedMedications } from "../notes/rules/medication-schema.ts";
import { UNIT_NAMES } from "../plans/rules/amounts.ts";
import type { Schedule } from "../plans/rules/schedule.ts";

/** Who wrote something, and whether as a clinician. */
const author = {
  creatorName: z.string(),
  byClinician: z.literal(true).optional(),
};

const visitNote = z.strictObject({
  _id: id,
  shortId: id,
  noteDay: day,
  title: z.string(),
  /** The beginning of its text. */
  preview: z.string(),
  ...author,
  creatorId: id,
  tags: z.array(z.string()),
  commentCount: z.number(),
});
export type VisitNote = z.output<typeof visitNote>;

/** The day of the first list that has the medication as it is; `orBefore` where no earlier list exists. */
const since = z.strictObject({ day, orBefore: z.boolean() });

const visitMedications = z.strictObject({
  /** The list that is valid. */
  _id: id,
  shortId: id,
  noteDay: day,
  ...author,
  writtenAt: moment,
  /** Whether it is encrypted with a destroyed key. */
  isLost: z.boolean(),
  rows: z.array(storedMedications.shape.data.shape.medications.element.extend({ since })),
  /** The lists of the last days, newest first, with the differences from the list before; null for the first one. */
  changes: z.array(
    z.strictObject({
      noteDay: day,
      ...author,
      reason: z.string(),
      differences: z
        .strictObject({
          shown: z.array(
            z.strictObject({
              kind: z.enum(DIFFERENCE_KINDS),
              name: z.string(),
              before: z.string(),
              after: z.string(),
            }),
          ),
          more: z.number(),
        })
        .nullable(),
    }),
  ),
});
export type VisitMedications = z.output<typeof visitMedications>;

/** A running plan, and its doses of the last days in the ledger. */
const visitPlan = z.strictObject({
  _id: id,
  name: z.string(),
  strength: z.string(),
  doseUnit: z.enum(UNIT_NAMES),
  schedule: z.custom<Schedule>(),
  instructions: z.string(),
  saidBy: z.string(),
  /** Its later versions, in the order in which they begin. */
  coming: z.array(z.strictObject({ fromDay: day, schedule: z.custom<Schedule>(), instructions: z.string() })),
  counts: doseCounts,
  /** Doses that were given without being planned. */
  unplanned: z.number(),
});
export type VisitPlan = z.output<typeof visitPlan>;

/** Notes, and whether there are more than these. */
const notes = z.strictObject({ shown: z.array(visitNote), isCut: z.boolean() });

export const getVisit = {
  args: z.object({ diaryId: id, at: z.number().min(EARLIEST_TIME).max(LATEST_TIME) }),
  returns: z.strictObject({
    plans: z.array(visitPlan),
    /** Null when the care team sees no list. */
    medications: visitMedications.nullable(),
    /** Where the list and the plans differ: the dose of each; null where it isn't there. */
    differences: z.array(
      z.strictObject({ name: z.string(), list: z.string().nullable(), plan: z.string().nullable() }),
    ),
    questions: notes,
    notes,
    /** Of the tasks of each program that were due in the last days. */
    programs: z.array(z.strictObject({ programName: z.string(), done: z.number(), missed: z.number() })),
    commentCount: z.number(),
  }),
};

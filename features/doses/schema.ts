import { z } from "zod";
import { id, moment, nothing } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import { NAME_LENGTH, WORDS_LENGTH } from "../plans/rules/limits.ts";
import { amount, calendarDay, createTextSchema, plan } from "../plans/schema.ts";
import { DOUBTS } from "./rules/doubts.ts";
import { HELPED, MAX_SPAN_DAYS, WITHDRAW_REASONS } from "./rules/limits.ts";
import { DOSE_MESSAGES } from "./rules/messages.ts";
import { pause } from "./rules/pause-schema.ts";
import { DOSE_STATES, NOT_GIVEN_REASONS } from "./rules/slot-states.ts";

/** A moment by the device's clock, epoch ms. `toServerTime` refuses in words what can't be true. */
const deviceTime = z.number().int();

/** A reference moment, epoch ms. */
const lookedAt = z
  .number()
  .int()
  .min(0)
  .max(Date.UTC(2100, 0, 1));

/** The id of an entry, made by the device: sent twice, it is written once. */
const entryId = z.uuid();

const dose = z.strictObject({
  _id: id,
  planId: id,
  version: z.number(),
  slot: z.string().nullable(),
  dueAt: moment.nullable(),
  state: z.enum(DOSE_STATES),
  reason: z.string().nullable(),
  amount: z.number().nullable(),
  givenAt: moment.nullable(),
  /** The giver's name; null for a former member. */
  givenBy: z.string().nullable(),
  /** The member who gave it; null for other people. */
  givenById: id.nullable(),
  recordedBy: z.string().nullable(),
  recordedById: id,
  recordedAt: moment,
  note: z.string(),
  extraOf: id.nullable(),
  against: z.array(id),
  /** Why it doesn't fit its plan; see `DOUBTS`. */
  doubts: z.array(z.string()),
  claimedUntil: moment.nullable(),
  /** Whether it helped, and when that was seen. */
  helped: z.enum(HELPED).nullable(),
  helpedAt: moment.nullable(),
  /** When a member reviewed a conflicting dose. */
  reviewedAt: moment.nullable(),
  revision: z.number(),
});

/** A planned dose. */
const planned = {
  planId: id,
  slot: z.string(),
  dueAt: moment,
  amount: z.number(),
  version: z.number(),
  lateAfterMinutes: z.number(),
  lateUntilMinutes: z.number(),
};

/** The schedule of a planned dose, from its own version of the plan. */
const asPlanned = {
  mealRelation: plan.shape.current.shape.mealRelation,
  mealMinutes: plan.shape.current.shape.mealMinutes,
  instructions: z.string(),
};

const month = z.string().regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, toIssue({ key: "doserules.month" }));

const spanArgs = { fromDay: calendarDay, toDay: calendarDay };
const isShortSpan = ({ fromDay, toDay }: { fromDay: string; toDay: string }): boolean =>
  fromDay <= toDay && (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 < MAX_SPAN_DAYS;
const SHORT_SPAN = { path: ["toDay"], message: toIssue(DOSE_MESSAGES.span) };

/** What a sheet of doses is composed of; see `composeSheet`. */
const sheetData = {
  timeZone: z.string(),
  people: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  planned: z.array(
    z.strictObject({
      planId: id,
      version: z.number(),
      timeZone: z.string(),
      lateAfterMinutes: z.number(),
      lateUntilMinutes: z.number(),
      instructions: z.string(),
      slots: z.array(z.strictObject({ slot: z.string(), dueAt: moment, amount: z.number() })),
    }),
  ),
  doses: z.array(
    z.strictObject({
      _id: id,
      planId: id,
      slot: z.string().nullable(),
      dueAt: moment.nullable(),
      state: z.enum(DOSE_STATES),
      reason: z.string().nullable(),
      amount: z.number().nullable(),
      givenAt: moment.nullable(),
      by: z.number(),
      recordedAt: moment,
      extraOf: id.nullable(),
      isAgainst: z.boolean(),
      isReviewed: z.boolean(),
      claimedUntil: moment.nullable(),
      isCorrected: z.boolean(),
      wasNotGiven: z.boolean(),
    }),
  ),
  pauses: z.array(pause.pick({ planIds: true, from: true, until: true })),
};

export const getMonth = {
  args: z.object({ diaryId: id, month, planId: id.optional() }),
  returns: z.strictObject({
    ...sheetData,
    plans: z.array(plan),
    /** Whether all doses are in it; a notebook with very many asks for one plan. */
    isComplete: z.boolean(),
  }),
};

/** Counts of planned doses; see `DoseCounts`. */
export const doseCounts = z.strictObject({
  due: z.number(),
  given: z.number(),
  notGiven: z.partialRecord(z.enum(NOT_GIVEN_REASONS), z.number()),
  notRecorded: z.number(),
  open: z.number(),
  paused: z.number(),
});

export const getSummary = {
  args: z
    .object({
      diaryId: id,
      ...spanArgs,
      planId: id.optional(),
      /** The moment that separates open doses from those that aren't recorded; epoch ms. */
      countsAt: lookedAt,
    })
    .refine(isShortSpan, SHORT_SPAN),
  returns: z.strictObject({
    plans: z.array(
      z.strictObject({
        planId: id,
        name: z.string(),
        strength: z.string(),
        total: doseCounts,
        weeks: z.array(z.strictObject({ firstDay: z.string(), lastDay: z.string(), counts: doseCounts })),
      }),
    ),
    isComplete: z.boolean(),
  }),
};

/** The parameters of the export kind `dose-sheet`. */
export const sheetParameters = z.strictObject({ month, planId: id.optional() });

export const listDoses = {
  args: z.object({ diaryId: id, ...spanArgs }).refine(isShortSpan, SHORT_SPAN),
  returns: z.strictObject({
    timeZone: z.string(),
    /** The number of members who may give: a single one doesn't need to claim doses. */
    givers: z.number(),
    plans: z.array(plan),
    slots: z.array(z.strictObject({ ...planned, ...asPlanned })),
    doses: z.array(dose),
    /** The other plans of the same medicine, which count together with a plan. */
    together: z.array(z.strictObject({ planId: id, others: z.array(id) })),
    /** For each plan the doses that were given last, newest first: what the limits compare with. */
    lately: z.array(z.strictObject({ planId: id, doses: z.array(dose) })),
    pauses: z.array(pause.pick({ _id: true, kind: true, planIds: true, from: true, until: true })),
    /** Whether all doses are in it; of very many the oldest are left out. */
    isComplete: z.boolean(),
  }),
};

/** Doses that are due or late around a moment in all notebooks where the caller gives medicines. */
export const listDue = {
  /** A quarter of an hour, epoch ms: what becomes due within it is listed too. */
  args: z.object({ at: lookedAt }),
  returns: z.array(
    z.strictObject({
      ...planned,
      diaryId: id,
      diaryShortId: z.string(),
      subject: z.string(),
      timeZone: z.string(),
      name: z.string(),
      strength: z.string(),
      doseUnit: plan.shape.doseUnit,
      isLost: z.boolean(),
      ...asPlanned,
      dose: dose.nullable(),
    }),
  ),
};

/** Another plan of the same medicine, as its doses name it. */
const otherMedicine = z.strictObject({
  planId: id,
  name: z.string(),
  strength: z.string(),
  doseUnit: plan.shape.doseUnit,
});

/** Extra doses and doses against a limit that no member has reviewed; newest first. */
export const listToReview = {
  args: z.object({ diaryId: id }),
  returns: z.array(
    z.strictObject({
      name: z.string(),
      strength: z.string(),
      doseUnit: plan.shape.doseUnit,
      dose,
      /** The current doses that it conflicts with; oldest first. */
      others: z.array(dose),
      /** The other plans of those doses. */
      medicines: z.array(otherMedicine),
    }),
  ),
};

/**
 * `justGiven` isn't a limit: another dose was given a moment ago, and it may be the same one. `sameMedicine` is a dose
 * of another plan of the same medicine. The others are reasons why a dose doesn't fit its plan: such a dose is named by
 * its own id, and the facts belong to the last dose of its plan.
 */
const LIMITS = [
  "slot",
  "sameDose",
  "gap",
  "count",
  "amount",
  "claim",
  "justGiven",
  "sameMedicine",
  ...DOUBTS,
] as const;

/** The outcome of an entry: it is recorded, or it conflicts with others, which are named. */
const outcome = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("written"), doseId: id, isExtra: z.boolean() }),
  z.strictObject({
    outcome: z.literal("refused"),
    conflicts: z.array(
      z.strictObject({
        id,
        limit: z.enum(LIMITS),
        at: moment,
        by: z.string().nullable(),
        byId: id.nullable(),
        amount: z.number().nullable(),
        /** The other plan whose dose it is; null for one of the plan itself. */
        medicine: otherMedicine.nullable(),
        /** When the next dose of the plan that is to be given is planned; null when there is none. */
        next: moment.nullable(),
      }),
    ),
  }),
]);

const entry = { entryId, planId: id, slot: z.string().max(80).nullable() };
/**
 * When the device sent it, by its clock: the moment of sending, however long the entry waited before. The difference to
 * the server's clock corrects all times of the device. In an outbox's operation it is when the operation was made.
 */
const sent = { sentAt: deviceTime };
const giver = {
  /** A member; without it and without a name the caller. */
  givenBy: id.optional(),
  /** A person who isn't a member, such as the cared-for person. */
  givenByName: z.string().trim().min(1).max(NAME_LENGTH).optional(),
};
const given = {
  amount,
  /** When it was given, by the device's clock. */
  givenAt: deviceTime,
  ...sent,
  ...giver,
  note: createTextSchema(WORDS_LENGTH),
};

export const giveDose = {
  args: z.object({
    ...entry,
    ...given,
    /**
     * The conflicts that the caller has confirmed: recent doses, also of other plans of the same medicine, that this
     * one is separate from; and the id of this entry or its dose, when it doesn't fit its plan.
     */
    seen: z.array(id).max(200).default([]),
  }),
  returns: outcome,
};

export const recordDose = {
  args: z.object({
    ...entry,
    ...given,
    /**
     * The conflicting doses, and those within five minutes of an unplanned one, which the caller has confirmed as
     * separate.
     */
    acknowledged: z.array(id).max(200).default([]),
    why: createTextSchema(WORDS_LENGTH),
  }),
  returns: outcome,
};

export const skipDose = {
  args: z.object({
    ...entry,
    slot: z.string().max(80),
    reason: z.enum(NOT_GIVEN_REASONS),
    /** When the user recorded it, by the device's clock. */
    saidAt: deviceTime,
    ...sent,
    note: createTextSchema(WORDS_LENGTH),
  }),
  returns: outcome,
};

export const claimDose = { args: z.object({ ...entry, slot: z.string().max(80) }), returns: outcome };

const onRecorded = { entryId, doseId: id, revision: z.number().int().min(1) };

export const releaseDose = { args: z.object(onRecorded), returns: nothing };

export const correctDose = {
  args: z.object({
    ...onRecorded,
    amount,
    /** By the server's clock: it was shown by it. */
    givenAt: deviceTime,
    /** Without a giver the one who was written stays. */
    ...giver,
    note: createTextSchema(WORDS_LENGTH),
    why: z.string().trim().min(1).max(WORDS_LENGTH),
    acknowledged: z.array(id).max(200).default([]),
  }),
  returns: outcome,
};

export const withdrawDose = {
  args: z.object({ ...onRecorded, reason: z.enum(WITHDRAW_REASONS), why: createTextSchema(WORDS_LENGTH) }),
  returns: nothing,
};

export const getDose = {
  args: z.object({ doseId: id }),
  returns: z
    .strictObject({
      diaryId: id,
      timeZone: z.string(),
      /** Whom its notebook is about. */
      subject: z.string(),
      dose,
      /** Its plan; `current` is the version under which it was due or given. */
      plan,
      /** The current doses that it conflicts with; oldest first. */
      others: z.array(dose),
      /** The other plans of those doses. */
      medicines: z.array(otherMedicine),
      mayGive: z.boolean(),
      mayCorrect: z.boolean(),
    })
    .nullable(),
};

export const followUpDose = {
  args: z.object({
    ...onRecorded,
    helped: z.enum(HELPED),
    /** When that was seen, and when the device sent it, by the device's clock. */
    helpedAt: deviceTime,
    ...sent,
    note: createTextSchema(WORDS_LENGTH),
  }),
  returns: nothing,
};

export const reviewDose = { args: z.object(onRecorded), returns: nothing };

export const listDoseEntries = {
  args: z.object({ doseId: id }),
  returns: z
    .array(
      z.strictObject({
        revision: z.number(),
        kind: z.string(),
        by: z.string().nullable(),
        byId: id,
        /** The giver's name, for entries of given doses. */
        giver: z.string().nullable(),
        at: moment,
        values: z.custom<EntryValues>(),
        note: z.string(),
        why: z.string(),
      }),
    )
    .nullable(),
};

/**
 * The values of a dose after an entry; times are epoch ms. `reason` is the entry's, also where the dose stays given.
 */
export type EntryValues = {
  state: (typeof DOSE_STATES)[number];
  slot: string | null;
  dueAt: number | null;
  reason: string | null;
  amount: number | null;
  givenAt: number | null;
  givenBy: string | null;
  givenByName: string | null;
  against: string[];
  doubts?: string[];
  extraOf: string | null;
  helped?: (typeof HELPED)[number] | null;
  helpedAt?: number | null;
  /** When a member reviewed a conflicting dose. */
  reviewedAt?: number | null;
  /** When the dose was recorded as not given on the device: that may be long before the entry was saved. */
  saidAt?: number;
};

import { z } from "zod";
import { id, moment, nothing } from "../../lib/schemas.ts";
import { NAME_LENGTH, WORDS_LENGTH } from "../plans/rules/limits.ts";
import { amount, calendarDay, plan, text } from "../plans/schema.ts";
import { MAX_SPAN_DAYS, WITHDRAW_REASONS } from "./rules/limits.ts";
import { DOSE_STATES, NOT_GIVEN_REASONS } from "./rules/slot-states.ts";

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
  /** Who gave it; null for somebody who left. */
  givenBy: z.string().nullable(),
  recordedBy: z.string().nullable(),
  recordedById: id,
  recordedAt: moment,
  note: z.string(),
  extraOf: id.nullable(),
  against: z.array(id),
  claimedUntil: moment.nullable(),
  revision: z.number(),
});

const month = z.string().regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, "Enter a month such as 2026-05");

const spanArgs = { fromDay: calendarDay, toDay: calendarDay };
const isShortSpan = ({ fromDay, toDay }: { fromDay: string; toDay: string }): boolean =>
  fromDay <= toDay && (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 < MAX_SPAN_DAYS;
const SHORT_SPAN = { path: ["toDay"], message: `Ask for at most ${MAX_SPAN_DAYS} days` };

const pause = { planIds: z.array(id).nullable(), from: moment, until: moment.nullable() };

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
      claimedUntil: moment.nullable(),
      isCorrected: z.boolean(),
      wasNotGiven: z.boolean(),
    }),
  ),
  pauses: z.array(z.strictObject(pause)),
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

const counts = z.strictObject({
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
      /** The moment at which open doses are told from those that aren't recorded; epoch ms. */
      countsAt: z.number().int().min(0),
    })
    .refine(isShortSpan, SHORT_SPAN),
  returns: z.strictObject({
    plans: z.array(
      z.strictObject({
        planId: id,
        name: z.string(),
        strength: z.string(),
        total: counts,
        weeks: z.array(z.strictObject({ firstDay: z.string(), lastDay: z.string(), counts })),
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
    plans: z.array(plan),
    slots: z.array(
      z.strictObject({
        planId: id,
        slot: z.string(),
        dueAt: moment,
        amount: z.number(),
        version: z.number(),
        lateAfterMinutes: z.number(),
        lateUntilMinutes: z.number(),
      }),
    ),
    doses: z.array(dose),
    /** For each plan the doses that were given last, newest first: what the limits compare with. */
    lately: z.array(z.strictObject({ planId: id, doses: z.array(dose) })),
    pauses: z.array(
      z.strictObject({
        _id: id,
        kind: z.enum(["hospital", "away", "other"]),
        ...pause,
      }),
    ),
  }),
};

const LIMITS = ["slot", "sameDose", "gap", "count", "amount", "claim"] as const;

/** What became of an entry: it stands, or it goes against others, which are named. */
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
        amount: z.number().nullable(),
      }),
    ),
  }),
]);

const entry = { entryId, planId: id, slot: z.string().max(80).nullable() };
const given = {
  amount,
  /** When it was given, and when the device sent it, by the device's clock. */
  givenAt: z.number().int().min(0),
  sentAt: z.number().int().min(0),
  givenBy: id.optional(),
  /** Somebody who isn't a member, such as the person themselves. */
  givenByName: z.string().trim().min(1).max(NAME_LENGTH).optional(),
  note: text(WORDS_LENGTH),
};

export const giveDose = { args: z.object({ ...entry, ...given }), returns: outcome };

export const recordDose = {
  args: z.object({
    ...entry,
    ...given,
    /** The doses that it goes against, which the caller has seen. */
    acknowledged: z.array(id).max(200).default([]),
    why: text(WORDS_LENGTH),
  }),
  returns: outcome,
};

export const skipDose = {
  args: z.object({
    ...entry,
    slot: z.string().max(80),
    reason: z.enum(NOT_GIVEN_REASONS),
    note: text(WORDS_LENGTH),
  }),
  returns: outcome,
};

export const claimDose = { args: z.object({ ...entry, slot: z.string().max(80) }), returns: outcome };

const onStanding = { entryId, doseId: id, revision: z.number().int().min(1) };

export const releaseDose = { args: z.object(onStanding), returns: nothing };

export const correctDose = {
  args: z.object({
    ...onStanding,
    amount,
    givenAt: z.number().int().min(0),
    note: text(WORDS_LENGTH),
    why: z.string().trim().min(1).max(WORDS_LENGTH),
    acknowledged: z.array(id).max(200).default([]),
  }),
  returns: outcome,
};

export const withdrawDose = {
  args: z.object({ ...onStanding, reason: z.enum(WITHDRAW_REASONS), why: text(WORDS_LENGTH) }),
  returns: nothing,
};

export const listDoseEntries = {
  args: z.object({ doseId: id }),
  returns: z
    .array(
      z.strictObject({
        revision: z.number(),
        kind: z.string(),
        by: z.string().nullable(),
        at: moment,
        values: z.custom<EntryValues>(),
        note: z.string(),
        why: z.string(),
      }),
    )
    .nullable(),
};

/** The values of a dose after an entry; times are epoch ms. */
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
  extraOf: string | null;
};

import { z } from "zod";
import { isCalendarDay } from "../../lib/dates/zone-day.ts";
import { PLAN_VISIBILITIES, type PlanVisibility } from "../../lib/plan-visibility.ts";
import { WEEKDAYS } from "../../lib/recurrence/recurrence.ts";
import { day, id, moment, nothing } from "../../lib/schemas.ts";
import type { Key } from "../../lib/words/keys.ts";
import { toIssue } from "../../lib/words/message.ts";
import { storedMedication } from "../notes/rules/medication-schema.ts";
import { MAX_AMOUNT, UNIT_NAMES } from "./rules/amounts.ts";
import { FACT_LENGTH, MAX_PLANS, NAME_LENGTH, PLAN_MESSAGES, WORDS_LENGTH } from "./rules/limits.ts";
import { hasMealMinutes, MAX_MEAL_MINUTES, MEAL_RELATIONS } from "./rules/meals.ts";
import { findScheduleProblem, MAX_HOURS, MAX_STEPS, MAX_TIMES, type Schedule } from "./rules/schedule.ts";

export const calendarDay = z.string().refine(isCalendarDay, toIssue({ key: "planrules.calendarDay" }));
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, toIssue({ key: "planrules.clockTime" }));
export const amount = z.number().positive().max(MAX_AMOUNT);
export const createTextSchema = (length: number) => z.string().trim().max(length).default("");
const minutes = z
  .number()
  .int()
  .min(1)
  .max(60 * 24 * 31);
const days = z.union([
  z.strictObject({ everyDays: z.number().int().min(1).max(366) }),
  z.strictObject({ everyWeeks: z.number().int().min(1).max(52) }),
  z.strictObject({ weekdays: z.array(z.enum(WEEKDAYS)).max(7) }),
  z.strictObject({ monthDays: z.array(z.number().int().min(1).max(31)).max(31) }),
]);

const clockSchedule = z.strictObject({
  kind: z.literal("clock"),
  times: z
    .array(z.strictObject({ at: clockTime, amount }))
    .min(1)
    .max(MAX_TIMES),
  days,
});
const hours = z.number().int().min(1).max(MAX_HOURS);
const hoursSchedule = z.strictObject({ kind: z.literal("everyHours"), hours, from: clockTime, amount });

/** When a medicine is to be given; see `Schedule`. */
const schedule = z
  .discriminatedUnion("kind", [
    clockSchedule,
    hoursSchedule,
    z.strictObject({ kind: z.literal("afterLast"), hours, amount }),
    z.strictObject({
      kind: z.literal("steps"),
      steps: z
        .array(
          z.strictObject({
            from: calendarDay,
            until: calendarDay.nullable(),
            schedule: z.discriminatedUnion("kind", [clockSchedule, hoursSchedule]),
          }),
        )
        .min(1)
        .max(MAX_STEPS),
    }),
    z.strictObject({ kind: z.literal("asNeeded"), amount, most: amount.nullable() }),
    z.strictObject({ kind: z.literal("freeText") }),
  ])
  .superRefine((value, context) => {
    const problem = findScheduleProblem(value as Schedule);
    if (problem)
      context.addIssue({ code: "custom", path: problem.path.split("."), message: toIssue(problem.message) });
  });

/** What a medicine is called; encrypted in an encrypted plan. */
export const planFacts = z.strictObject({
  name: z.string().trim().min(1, toIssue(PLAN_MESSAGES.name)).max(NAME_LENGTH),
  strength: createTextSchema(FACT_LENGTH),
  form: createTextSchema(FACT_LENGTH),
  route: createTextSchema(FACT_LENGTH),
  prescriber: createTextSchema(NAME_LENGTH),
  notes: createTextSchema(WORDS_LENGTH),
});
export type PlanFacts = z.output<typeof planFacts>;

/** The words of a version; encrypted in an encrypted plan. */
export type VersionWords = { instructions: string; saidBy: string; reason: string };

/** Why a plan ended, and what it was called before a correction; encrypted in an encrypted plan. */
export type EndWords = { reason: string };
export type CorrectionWords = { facts: PlanFacts; visibility: PlanVisibility; reason: string };

const versionFields = {
  schedule,
  firstDay: calendarDay,
  lastDay: calendarDay.nullable(),
  minGapMinutes: minutes.nullable(),
  maxCount: z.number().int().min(1).max(1000).nullable(),
  maxAmount: amount.nullable(),
  windowHours: z.number().int().min(1).max(744),
  sameDoseMinutes: minutes.nullable(),
  lateAfterMinutes: minutes,
  lateUntilMinutes: minutes,
  mealRelation: z.enum(MEAL_RELATIONS).default("none"),
  /** How long before or after a meal. */
  mealMinutes: z.number().int().min(1).max(MAX_MEAL_MINUTES).nullable().default(null),
  instructions: createTextSchema(WORDS_LENGTH),
  saidBy: createTextSchema(NAME_LENGTH),
};

const isComplete = (
  {
    firstDay,
    lastDay,
    lateAfterMinutes,
    lateUntilMinutes,
    mealRelation,
    mealMinutes,
    schedule: { kind },
    instructions,
  }: VersionArgs,
  context: z.RefinementCtx,
) => {
  const addIssue = (path: string, key: Key) =>
    context.addIssue({ code: "custom", path: [path], message: toIssue({ key }) });
  if (lastDay !== null && lastDay < firstDay) addIssue("lastDay", "planrules.lastBeforeFirst");
  if (lateUntilMinutes < lateAfterMinutes) addIssue("lateUntilMinutes", "planrules.lateFirst");
  if (mealMinutes !== null && !hasMealMinutes(mealRelation)) addIssue("mealMinutes", "planrules.mealMinutes");
  if (kind === "freeText" && instructions === "") addIssue("instructions", "planrules.editorInstructions");
};
const versionArgs = z.object(versionFields);
type VersionArgs = z.output<typeof versionArgs>;

const confirmed = {
  /** Whether its writer confirms amounts that look like a strength, such as 47.5 tablets of 47.5 mg; refused otherwise. */
  confirmsAmounts: z.boolean().default(false),
};

export const createPlan = {
  args: z
    .object({
      diaryId: id,
      facts: planFacts,
      doseUnit: z.enum(UNIT_NAMES),
      visibility: z.enum(PLAN_VISIBILITIES).default("team"),
      isEncrypted: z.boolean().default(false),
      sourceNoteId: id.optional(),
      ...confirmed,
      ...versionFields,
    })
    .superRefine(isComplete),
  returns: id,
};

export const changePlan = {
  args: z
    .object({
      planId: id,
      /**
       * The version that the change is based on, the plan's newest: the last of `coming`, or `current`. Of two changes at
       * once the second is refused.
       */
      baseVersion: z.number().int().min(1),
      /**
       * The first day of the change, by the notebook's clock; until then the plan goes on as before. Today means from
       * now on. Without it a change of a running plan begins on its first day, or now when that isn't to come.
       */
      from: calendarDay.optional(),
      /** Whether its writer knows that planned doses are left without a successor, which is refused otherwise. */
      leavesOut: z.boolean().default(false),
      ...confirmed,
      reason: createTextSchema(WORDS_LENGTH),
      ...versionFields,
    })
    .superRefine(isComplete),
  returns: nothing,
};

export const endPlan = {
  args: z.object({ planId: id, reason: createTextSchema(WORDS_LENGTH) }),
  returns: nothing,
};

export const correctPlan = {
  args: z.object({
    planId: id,
    /** How often it was corrected before: of two corrections at once the second is refused. */
    baseRevision: z.number().int().min(0),
    facts: planFacts,
    visibility: z.enum(PLAN_VISIBILITIES),
    reason: createTextSchema(WORDS_LENGTH),
  }),
  returns: nothing,
};

export const countTogether = {
  args: z.object({ planId: id, otherPlanId: id, isTogether: z.boolean() }),
  returns: nothing,
};

/** Plans as their reader saw them, each with its newest version: the last of `coming`, or `current`. */
const seenPlans = z.array(z.strictObject({ planId: id, version: z.number().int().min(1) })).max(MAX_PLANS);

export const movePlans = {
  args: z.object({
    diaryId: id,
    /** From when on the plans go by the notebook's zone, epoch ms. */
    from: z.number().int().min(0),
    plans: seenPlans.min(1),
    reason: createTextSchema(WORDS_LENGTH),
  }),
  returns: nothing,
};

export const setCaregiversEdit = {
  args: z.object({ diaryId: id, isAllowed: z.boolean() }),
  returns: nothing,
};

const version = z.strictObject({
  version: z.number(),
  effectiveFrom: moment,
  timeZone: z.string(),
  schedule: z.custom<Schedule>(),
  firstDay: z.string(),
  lastDay: z.string().nullable(),
  minGapMinutes: z.number().nullable(),
  maxCount: z.number().nullable(),
  maxAmount: z.number().nullable(),
  windowHours: z.number(),
  sameDoseMinutes: z.number().nullable(),
  lateAfterMinutes: z.number(),
  lateUntilMinutes: z.number(),
  mealRelation: z.enum(MEAL_RELATIONS),
  mealMinutes: z.number().nullable(),
  instructions: z.string(),
  saidBy: z.string(),
  reason: z.string(),
  changedBy: z.string().nullable(),
  changedAt: moment,
});

export const plan = z.strictObject({
  _id: id,
  doseUnit: z.enum(UNIT_NAMES),
  visibility: z.enum(PLAN_VISIBILITIES),
  isEncrypted: z.boolean(),
  /** Whether it is encrypted with a destroyed key. */
  isLost: z.boolean(),
  ...planFacts.shape,
  name: z.string(),
  sourceNoteId: id.nullable(),
  createdAt: moment,
  endedAt: moment.nullable(),
  endedReason: z.string(),
  /** What holds now. */
  current: version,
  /** The coming versions, in the order in which they begin. */
  coming: z.array(version),
});

export const listPlans = { args: z.object({ diaryId: id }), returns: z.array(plan) };

export const listPlanVersions = { args: z.object({ planId: id }), returns: z.array(version).nullable() };

/** The plan's facts before a correction. */
const correction = z.strictObject({
  /** What it was called; null when it is encrypted with a destroyed key. */
  former: z
    .strictObject({ ...planFacts.shape, name: z.string(), visibility: z.enum(PLAN_VISIBILITIES) })
    .nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: moment,
});

const listOfSource = z.strictObject({ _id: id, shortId: id, noteDay: day });

export const getPlan = {
  args: z.object({ planId: id }),
  returns: z
    .strictObject({
      plan,
      diaryId: id,
      endedBy: z.string().nullable(),
      /** Other running plans that are the same medicine by their names, or that a member has tied to it. */
      alike: z.array(
        z.strictObject({ planId: id, name: z.string(), strength: z.string(), isTogether: z.boolean() }),
      ),
      /** Newest first. */
      corrections: z.array(correction),
      /** The list that it was made from: as far as the reader sees it, or the day of a deleted one. */
      source: z
        .discriminatedUnion("state", [
          z.strictObject({ state: z.literal("there"), list: listOfSource }),
          z.strictObject({ state: z.literal("deleted"), noteDay: day }),
        ])
        .nullable(),
    })
    .nullable(),
};

const listRow = storedMedication.extend({
  /** The running plans that are the same medicine by name. */
  planIds: z.array(id),
});

const named = { name: z.string() };
const difference = z.discriminatedUnion("kind", [
  z.strictObject({
    ...named,
    kind: z.literal("differs"),
    row: z.number(),
    planId: id,
    list: z.string(),
    plan: z.string(),
  }),
  z.strictObject({ ...named, kind: z.literal("noPlan"), row: z.number(), list: z.string() }),
  z.strictObject({ ...named, kind: z.literal("noRow"), planId: id, plan: z.string() }),
]);

export const compareList = {
  args: z.object({ diaryId: id }),
  returns: z
    .strictObject({
      list: listOfSource.extend({
        version: z.number(),
        visibility: z.enum(["private", ...PLAN_VISIBILITIES]),
        isEncrypted: z.boolean(),
        isFromPlans: z.boolean(),
      }),
      rows: z.array(listRow),
      differences: z.array(difference),
    })
    .nullable(),
};

export const confirmPlan = { args: z.object({ planId: id }), returns: nothing };

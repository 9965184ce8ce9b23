import { z } from "zod";
import { WEEKDAYS } from "../../lib/recurrence/recurrence.ts";
import { id, moment, nothing } from "../../lib/schemas.ts";
import { isCalendarDay } from "../../lib/zone-day.ts";
import { MAX_AMOUNT, UNIT_NAMES } from "./rules/amounts.ts";
import { FACT_LENGTH, NAME_LENGTH, WORDS_LENGTH } from "./rules/limits.ts";
import { MAX_HOURS, MAX_STEPS, MAX_TIMES, type Schedule, scheduleProblem } from "./rules/schedule.ts";

export const calendarDay = z.string().refine(isCalendarDay, "Enter a day such as 2026-05-03");
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 08:00");
export const amount = z.number().positive().max(MAX_AMOUNT);
export const text = (length: number) => z.string().trim().max(length).default("");
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
    const problem = scheduleProblem(value as Schedule);
    if (problem)
      context.addIssue({ code: "custom", path: problem.path.split("."), message: problem.message });
  });

/** What a medicine is called; encrypted in an encrypted plan. */
export const planFacts = z.strictObject({
  name: z.string().trim().min(1).max(NAME_LENGTH),
  strength: text(FACT_LENGTH),
  form: text(FACT_LENGTH),
  route: text(FACT_LENGTH),
  prescriber: text(NAME_LENGTH),
  notes: text(WORDS_LENGTH),
});
export type PlanFacts = z.output<typeof planFacts>;

/** The words of a version; encrypted in an encrypted plan. */
export type VersionWords = { instructions: string; saidBy: string; reason: string };

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
  instructions: text(WORDS_LENGTH),
  saidBy: text(NAME_LENGTH),
};

const VISIBILITIES = ["team", "extended"] as const;

const isComplete = (
  { firstDay, lastDay, lateAfterMinutes, lateUntilMinutes }: VersionArgs,
  context: z.RefinementCtx,
) => {
  const complain = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (lastDay !== null && lastDay < firstDay)
    complain("lastDay", "The last day must not be before the first");
  if (lateUntilMinutes < lateAfterMinutes)
    complain("lateUntilMinutes", "A dose must be late before it is too late for it");
};
const versionArgs = z.object(versionFields);
type VersionArgs = z.output<typeof versionArgs>;

export const createPlan = {
  args: z
    .object({
      diaryId: id,
      facts: planFacts,
      doseUnit: z.enum(UNIT_NAMES),
      visibility: z.enum(VISIBILITIES).default("team"),
      isEncrypted: z.boolean().default(false),
      sourceNoteId: id.optional(),
      ...versionFields,
    })
    .superRefine(isComplete),
  returns: id,
};

export const changePlan = {
  args: z
    .object({
      planId: id,
      /** The version that the change is based on: of two changes at once the second is refused. */
      baseVersion: z.number().int().min(1),
      reason: text(WORDS_LENGTH),
      ...versionFields,
    })
    .superRefine(isComplete),
  returns: nothing,
};

export const endPlan = { args: z.object({ planId: id }), returns: nothing };

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
  instructions: z.string(),
  saidBy: z.string(),
  reason: z.string(),
  changedBy: z.string().nullable(),
  changedAt: moment,
});

export const plan = z.strictObject({
  _id: id,
  doseUnit: z.enum(UNIT_NAMES),
  visibility: z.enum(VISIBILITIES),
  isEncrypted: z.boolean(),
  /** Whether it is encrypted with a destroyed key. */
  isLost: z.boolean(),
  ...planFacts.shape,
  name: z.string(),
  sourceNoteId: id.nullable(),
  createdAt: moment,
  endedAt: moment.nullable(),
  current: version,
});

export const listPlans = { args: z.object({ diaryId: id }), returns: z.array(plan) };

export const listPlanVersions = { args: z.object({ planId: id }), returns: z.array(version).nullable() };

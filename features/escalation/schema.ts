import { z } from "zod";
import { id, moment, nothing } from "../../lib/schemas.ts";
import {
  ESCALATED_KINDS,
  MAX_AGAIN,
  MAX_AGAIN_MINUTES,
  MAX_PEOPLE,
  MAX_WAIT_MINUTES,
  MIN_AGAIN_MINUTES,
  MIN_WAIT_MINUTES,
  setupProblem,
} from "./rules.ts";

const kind = z.enum(ESCALATED_KINDS);
const waitMinutes = z.number().int().min(MIN_WAIT_MINUTES).max(MAX_WAIT_MINUTES);
const again = z.strictObject({
  everyMinutes: z.number().int().min(MIN_AGAIN_MINUTES).max(MAX_AGAIN_MINUTES),
  // The checks of the whole setup make a step for each of them: not before it is known that they are few.
  times: z.number().int({ abort: true }).min(0).max(MAX_AGAIN, { abort: true }),
});

const setup = z
  .strictObject({
    again,
    people: z.array(z.strictObject({ userId: id, waitMinutes })).max(MAX_PEOPLE),
    leadersWaitMinutes: waitMinutes.nullable(),
  })
  .superRefine((value, { addIssue }) => {
    const problem = setupProblem(value);
    if (problem) addIssue({ code: "custom", ...problem });
  });

export const getEscalation = {
  args: z.object({ diaryId: id }),
  returns: z.strictObject({
    /** What is set up for each kind; without a setup it is off. */
    plans: z.array(
      z.strictObject({
        kind,
        setup: z
          .strictObject({
            again,
            people: z.array(
              z.strictObject({
                userId: id,
                /** Null for somebody who isn't a member any more. */
                name: z.string().nullable(),
                waitMinutes: z.number(),
                /** Not for somebody who has left or whose role doesn't allow it any more: they are passed over. */
                isTold: z.boolean(),
              }),
            ),
            leadersWaitMinutes: z.number().nullable(),
          })
          .nullable(),
        /** 0 where nothing was ever set up. */
        version: z.number(),
        changedBy: z.string().nullable(),
        changedAt: moment.nullable(),
      }),
    ),
    /** Who can be told next; those who lead are told at last too. */
    people: z.array(z.strictObject({ userId: id, name: z.string().nullable(), leads: z.boolean() })),
    /** Whether what is urgent here breaks the caller's quiet hours. */
    breaksQuiet: z.boolean(),
    /** Whether it does in all of their notebooks. */
    breaksQuietEverywhere: z.boolean(),
    hasQuietHours: z.boolean(),
  }),
};

export const setEscalation = {
  args: z.object({
    diaryId: id,
    kind,
    /** Null turns it off. */
    setup: setup.nullable(),
    /** The version that the caller saw: of two changes at once the second is refused. */
    version: z.number().int().min(0),
  }),
  returns: nothing,
};

export const isAtNight = {
  args: z.object({ diaryId: id, kind, setup }),
  /** Whether it tells somebody at night, by the notebook's clock, at some of the times of the week to come. */
  returns: z.strictObject({ atNight: z.boolean() }),
};

export const setBreaksQuiet = {
  args: z.object({ diaryId: id, breaksQuiet: z.boolean() }),
  returns: nothing,
};

/** Who is at something, and until when nobody else is asked. */
const taken = z.strictObject({ byId: id, by: z.string().nullable(), until: moment });

/** How a run stands, as its rows say it. */
export const runState = {
  /** When it was due. */
  occurrence: moment,
  /** Whose task it is; null for what is nobody's. They were reminded when it was due. */
  assignee: z.strictObject({ userId: id, name: z.string() }).nullable(),
  /** Whom its steps told since, in their order; empty while only those who were reminded first were. */
  told: z.array(z.strictObject({ userId: id, name: z.string(), at: moment })),
  taken: taken.nullable(),
};

export const listRunning = {
  args: z.object({}),
  returns: z.array(
    z.strictObject({
      _id: id,
      diaryId: id,
      timeZone: z.string(),
      subjectType: z.enum(["task", "dose"]),
      /** The task, or the plan of the dose. */
      subjectId: id,
      slot: z.string().nullable(),
      ...runState,
      /** Whether the caller may say that they are on it. */
      mayTakeOn: z.boolean(),
    }),
  ),
};

export const takeOn = { args: z.object({ runId: id }), returns: nothing };

import { z } from "zod";
import { id, moment, nothing } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import { runState } from "../notifications/schema.ts";
import {
  checkSetup,
  ESCALATED_KINDS,
  MAX_AGAIN,
  MAX_AGAIN_MINUTES,
  MAX_PEOPLE,
  MAX_WAIT_MINUTES,
  MIN_AGAIN_MINUTES,
  MIN_WAIT_MINUTES,
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
    const problem = checkSetup(value);
    if (problem) addIssue({ code: "custom", path: problem.path, message: toIssue(problem.message) });
  });

export const getEscalation = {
  args: z.object({ diaryId: id }),
  returns: z.strictObject({
    /** The setup of each kind; null when it is off. */
    plans: z.array(
      z.strictObject({
        kind,
        setup: z
          .strictObject({
            again,
            people: z.array(
              z.strictObject({
                userId: id,
                /** Null for a former member. */
                name: z.string().nullable(),
                waitMinutes: z.number(),
                /** False for former members and those whose role forbids it: they are skipped. */
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
    /** Members who can be in the list; leaders are notified last in any case. */
    people: z.array(z.strictObject({ userId: id, name: z.string().nullable(), leads: z.boolean() })),
    /** Whether urgent notifications of this notebook break the caller's quiet hours. */
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
  /** Whether the setup notifies members at night, by the notebook's clock, at some time of the coming week. */
  returns: z.strictObject({ atNight: z.boolean() }),
};

export const setBreaksQuiet = {
  args: z.object({ diaryId: id, breaksQuiet: z.boolean() }),
  returns: nothing,
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
      /** Whether the caller may take the run on. */
      mayTakeOn: z.boolean(),
    }),
  ),
};

export const takeOn = { args: z.object({ runId: id }), returns: nothing };

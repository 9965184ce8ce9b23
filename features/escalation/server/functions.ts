import { inNotebook } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { checkOwnRunning, checkRun } from "./access.ts";
import { isSetupAtNight } from "./night_data.ts";
import * as plans from "./plan_data.ts";
import * as running from "./running_data.ts";

/** Who is told when nobody answers a reminder of a notebook, who could be, and the caller's choice for their quiet hours. */
export const getEscalation = query({
  ...schema.getEscalation,
  access: inNotebook("escalation.see"),
  handler: ({ db, access }) => plans.getEscalation(db, access),
});

/**
 * Sets up who is told when nobody answers a reminder of a kind; null turns it off. What is running goes on under the new
 * setup.
 */
export const setEscalation = mutation({
  ...schema.setEscalation,
  access: inNotebook("escalation.set"),
  handler: async ({ db, access, now, audit }, { diaryId, ...change }) => {
    const planId = await plans.setEscalation(db, access, change, now);
    if (planId !== null)
      await audit({
        eventType: change.setup ? "escalation.changed" : "escalation.turnedOff",
        diaryId,
        targetType: "escalation",
        targetId: planId,
        details: { kind: change.kind, people: change.setup?.people.length ?? 0 },
      });
    return null;
  },
});

/** Whether a setup tells somebody at night, at which people may have quiet hours; nothing of anybody's own. */
export const isAtNight = query({
  ...schema.isAtNight,
  access: inNotebook("escalation.set"),
  handler: async ({ db, access }, { kind, setup }) => ({
    atNight: await isSetupAtNight(db, access, { kind, setup }, new Date()),
  }),
});

/** Lets what is urgent in a notebook break the caller's quiet hours, or no longer. */
export const setBreaksQuiet = mutation({
  ...schema.setBreaksQuiet,
  access: inNotebook("escalation.see"),
  handler: async ({ db, access }, { breaksQuiet }) => {
    await plans.setBreaksQuiet(db, access, breaksQuiet);
    return null;
  },
});

/** What nobody has answered yet in the caller's notebooks: who was told, and who is at it. */
export const listRunning = query({
  ...schema.listRunning,
  access: checkOwnRunning(),
  handler: ({ db, access }) => running.listRunning(db, access),
});

/** “I'm on it”: nobody else is asked for half an hour, and the others are told who it is. */
export const takeOn = mutation({
  ...schema.takeOn,
  access: checkRun(),
  handler: async ({ db, access }) => {
    await running.takeOn(db, access);
    return null;
  },
});

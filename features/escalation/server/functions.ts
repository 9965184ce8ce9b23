import { inNotebook } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { checkOwnRunning, checkRun } from "./access.ts";
import { isSetupAtNight } from "./night_data.ts";
import * as plans from "./plan_data.ts";
import * as running from "./running_data.ts";

/**
 * Returns a notebook's escalation setup, the members who can be in it, and the caller's choice for their quiet hours.
 */
export const getEscalation = query({
  ...schema.getEscalation,
  access: inNotebook("escalation.see"),
  handler: ({ db, access }) => plans.getEscalation(db, access),
});

/** Sets up the escalation of a kind; null turns it off. Running escalations go on under the new setup. */
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

/**
 * Returns whether a setup notifies members at night, when they may have quiet hours; it reads no member's own settings.
 */
export const isAtNight = query({
  ...schema.isAtNight,
  access: inNotebook("escalation.set"),
  handler: async ({ db, access }, { kind, setup }) => ({
    atNight: await isSetupAtNight(db, access, { kind, setup }, new Date()),
  }),
});

/** Lets urgent notifications of a notebook break the caller's quiet hours, or no longer. */
export const setBreaksQuiet = mutation({
  ...schema.setBreaksQuiet,
  access: inNotebook("escalation.see"),
  handler: async ({ db, access }, { breaksQuiet }) => {
    await plans.setBreaksQuiet(db, access, breaksQuiet);
    return null;
  },
});

/**
 * Lists the running escalations in the caller's notebooks, with the members notified and the member who took them on.
 */
export const listRunning = query({
  ...schema.listRunning,
  access: checkOwnRunning(),
  handler: ({ db, access }) => running.listRunning(db, access),
});

/** “I'm on it”: pauses the run for half an hour and notifies the other recipients. */
export const takeOn = mutation({
  ...schema.takeOn,
  access: checkRun(),
  handler: async ({ db, access }) => {
    await running.takeOn(db, access);
    return null;
  },
});

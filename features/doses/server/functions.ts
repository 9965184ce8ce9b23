import { inNotebookWithZone, timeZoneOf } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { maySeeDose, maySeePlan, maySeePlans, onDose, onPlan } from "./access.ts";
import * as corrections from "./corrections.ts";
import * as doses from "./doses.ts";
import * as entries from "./entries.ts";
import * as plans from "./plans.ts";

/** Registered as `plans.listPlans`: the plans that the caller sees, running ones first. */
export const listPlans = query({
  ...schema.listPlans,
  access: maySeePlans("plans.see"),
  handler: ({ db, access, vault }) => plans.listPlans(db, access, vault),
});

/** Registered as `plans.listPlanVersions`: all that a plan has said, newest first; null for a plan that isn't seen. */
export const listPlanVersions = query({
  ...schema.listPlanVersions,
  access: maySeePlan(),
  handler: async ({ db, access, vault }) => access && plans.listVersions(db, access, vault),
});

/** Registered as `plans.createPlan`: adds a plan, valid from now on; returns its id. */
export const createPlan = mutation({
  ...schema.createPlan,
  access: inNotebookWithZone("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { diaryId: _, ...plan }) => {
    const id = await plans.insertPlan(db, access, vault, plan, now);
    await audit({ eventType: "plan.created", diaryId: access.diaryId, targetType: "plan", targetId: id });
    return id;
  },
});

/** Registered as `plans.changePlan`: what the plan says from now on. */
export const changePlan = mutation({
  ...schema.changePlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { planId, ...change }) => {
    const timeZone = await timeZoneOf(db, access);
    await plans.changePlan(db, { ...access, timeZone }, vault, change, now);
    await audit({
      eventType: "plan.changed",
      diaryId: access.diaryId,
      targetType: "plan",
      targetId: planId,
      details: { version: change.baseVersion + 1 },
    });
    return null;
  },
});

/** Registered as `plans.endPlan`: nothing is due any more; the doses stay. */
export const endPlan = mutation({
  ...schema.endPlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, now, audit }, { planId }) => {
    await plans.endPlan(db, access, now);
    await audit({ eventType: "plan.ended", diaryId: access.diaryId, targetType: "plan", targetId: planId });
    return null;
  },
});

/** What is planned and what was given on some days of the notebook's clock; see `listDoses`. */
export const listDoses = query({
  ...schema.listDoses,
  access: maySeePlans("doses.see"),
  handler: ({ db, access, vault }, { fromDay, toDay }) =>
    doses.listDoses(db, access, vault, { fromDay, toDay }),
});

/** Everything that was said about a dose, oldest first; null for one that isn't seen. */
export const listDoseEntries = query({
  ...schema.listDoseEntries,
  access: maySeeDose(),
  handler: async ({ db, access, vault }) => access && doses.listEntries(db, access, vault),
});

/** The caller is about to give a dose: refused when it goes against a limit, another dose or somebody's claim. */
export const giveDose = mutation({
  ...schema.giveDose,
  access: onPlan("doses.give"),
  handler: ({ db, access, vault, now }, { planId: _, ...given }) =>
    entries.recordGiven(db, access, vault, given, null, now),
});

/** A dose was given: written whatever it goes against, once each dose in its way is named. */
export const recordDose = mutation({
  ...schema.recordDose,
  access: onPlan("doses.give"),
  handler: ({ db, access, vault, now }, { planId: _, acknowledged, why, ...given }) =>
    entries.recordGiven(db, access, vault, given, { ids: acknowledged, why }, now),
});

/** A planned dose wasn't given; it stays open until it is too late for it. */
export const skipDose = mutation({
  ...schema.skipDose,
  access: onPlan("doses.give"),
  handler: ({ db, access, vault, now }, { planId: _, ...skipped }) =>
    entries.recordNotGiven(db, access, vault, skipped, now),
});

/** The caller is giving a planned dose at this moment: others see it, for a quarter of an hour. */
export const claimDose = mutation({
  ...schema.claimDose,
  access: onPlan("doses.give"),
  handler: ({ db, access, vault, now }, { planId: _, ...claimed }) =>
    entries.claim(db, access, vault, claimed, now),
});

/** The caller doesn't give it after all. */
export const releaseDose = mutation({
  ...schema.releaseDose,
  access: onDose("doses.correct"),
  handler: async ({ db, access, vault, now }, { doseId: _, ...released }) => {
    await corrections.release(db, access, vault, released, now);
    return null;
  },
});

/** Corrects the amount, the time or the note of a given dose. */
export const correctDose = mutation({
  ...schema.correctDose,
  access: onDose("doses.correct"),
  handler: ({ db, access, vault, now }, { doseId: _, ...correction }) =>
    corrections.correct(db, access, vault, correction, now),
});

/** Takes an entry back; it stays in the history. */
export const withdrawDose = mutation({
  ...schema.withdrawDose,
  access: onDose("doses.correct"),
  handler: async ({ db, access, vault, now }, { doseId: _, ...withdrawal }) => {
    await corrections.withdraw(db, access, vault, withdrawal, now);
    return null;
  },
});

import { inNotebookWithZone, timeZoneOf } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { maySeePlan, maySeePlans, onPlan } from "./access.ts";
import * as data from "./data.ts";

/** The plans that the caller sees, running ones first. */
export const listPlans = query({
  ...schema.listPlans,
  access: maySeePlans("plans.see"),
  handler: ({ db, access, vault }) => data.listPlans(db, access, vault),
});

/** All that a plan has said, newest first; null for a plan that isn't seen. */
export const listPlanVersions = query({
  ...schema.listPlanVersions,
  access: maySeePlan(),
  handler: async ({ db, access, vault }) => access && data.listVersions(db, access, vault),
});

/** Adds a plan, valid from now on; returns its id. */
export const createPlan = mutation({
  ...schema.createPlan,
  access: inNotebookWithZone("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { diaryId: _, ...plan }) => {
    const id = await data.insertPlan(db, access, vault, plan, now);
    await audit({ eventType: "plan.created", diaryId: access.diaryId, targetType: "plan", targetId: id });
    return id;
  },
});

/** What the plan says from now on. */
export const changePlan = mutation({
  ...schema.changePlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { planId, ...change }) => {
    const timeZone = await timeZoneOf(db, access);
    await data.changePlan(db, { ...access, timeZone }, vault, change, now);
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

/** Nothing is due any more; the doses stay. */
export const endPlan = mutation({
  ...schema.endPlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, now, audit }, { planId }) => {
    await data.endPlan(db, access, now);
    await audit({ eventType: "plan.ended", diaryId: access.diaryId, targetType: "plan", targetId: planId });
    return null;
  },
});

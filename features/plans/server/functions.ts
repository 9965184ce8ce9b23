import { inNotebook, inNotebookWithZone, readTimeZone } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import * as schema from "../schema.ts";
import { mayCompare, maySeePlan, maySeePlans, onPlan, onPlans } from "./access.ts";
import * as data from "./data.ts";
import * as lists from "./list_data.ts";
import { countTogether as writeTogether } from "./together.ts";
import * as writes from "./write_data.ts";

/** The plans that the caller sees, running ones first. */
export const listPlans = query({
  ...schema.listPlans,
  access: maySeePlans("plans.see"),
  handler: ({ db, access, vault }) => data.listPlans(db, access, vault),
});

/** One plan with its former names and the list that it was made from; null for a plan that isn't seen. */
export const getPlan = query({
  ...schema.getPlan,
  access: maySeePlan(),
  handler: async ({ db, access, vault }) => access && data.getPlan(db, access, vault),
});

/** All versions of a plan, newest first; null for a plan that isn't seen. */
export const listPlanVersions = query({
  ...schema.listPlanVersions,
  access: maySeePlan(),
  handler: async ({ db, access, vault }) => access && data.listVersions(db, access, vault),
});

/** The valid list of medications with the plans of its rows, and where the two differ; null without such a list. */
export const compareList = query({
  ...schema.compareList,
  access: mayCompare(),
  handler: ({ db, access, vault }) => lists.compareList(db, access, vault),
});

/** Adds a plan, valid from now on; returns its id. */
export const createPlan = mutation({
  ...schema.createPlan,
  access: inNotebookWithZone("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { diaryId: _, ...plan }) => {
    const id = await writes.insertPlan(db, access, vault, plan, now);
    await lists.listChangedPlans(db, access, vault, new Map([[id, {}]]), now);
    await audit({ eventType: "plan.created", diaryId: access.diaryId, targetType: "plan", targetId: id });
    return id;
  },
});

/** Changes a plan from now on. */
export const changePlan = mutation({
  ...schema.changePlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { planId, ...change }) => {
    const timeZone = await readTimeZone(db, access);
    await writes.changePlan(db, { ...access, timeZone }, vault, change, now);
    await lists.listChangedPlans(db, { ...access, timeZone }, vault, new Map([[planId, {}]]), now);
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

/** Corrects a plan's names, or who sees it; earlier values stay readable. */
export const correctPlan = mutation({
  ...schema.correctPlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { planId, ...correction }) => {
    const formerName = await writes.correctPlan(db, access, vault, correction, now);
    const timeZone = await readTimeZone(db, access);
    await lists.listChangedPlans(
      db,
      { ...access, timeZone },
      vault,
      new Map([[planId, { formerName }]]),
      now,
    );
    await audit({
      eventType: "plan.corrected",
      diaryId: access.diaryId,
      targetType: "plan",
      targetId: planId,
      details: { revision: correction.baseRevision + 1, visibility: correction.visibility },
    });
    return null;
  },
});

/** Whether two plans are the same medicine: then their doses and limits count together. */
export const countTogether = mutation({
  ...schema.countTogether,
  access: onPlans("plans.edit"),
  handler: async ({ db, access, now, audit }, { planId, otherPlanId, isTogether }) => {
    await writeTogether(db, access, { otherPlanId, isTogether }, now);
    await audit({
      eventType: "plan.countedTogether",
      diaryId: access.diaryId,
      targetType: "plan",
      targetId: planId,
      details: { otherPlanId, isTogether },
    });
    return null;
  },
});

/** Nothing is due any more; the doses stay. */
export const endPlan = mutation({
  ...schema.endPlan,
  access: onPlan("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { planId, reason }) => {
    await writes.endPlan(db, access, vault, reason, now);
    const timeZone = await readTimeZone(db, access);
    await lists.listChangedPlans(db, { ...access, timeZone }, vault, new Map([[planId, {}]]), now);
    await audit({ eventType: "plan.ended", diaryId: access.diaryId, targetType: "plan", targetId: planId });
    return null;
  },
});

/** From a moment on, plans go by the notebook's present time zone. */
export const movePlans = mutation({
  ...schema.movePlans,
  access: inNotebookWithZone("plans.edit"),
  handler: async ({ db, access, vault, now, audit }, { diaryId, ...move }) => {
    await writes.movePlans(db, access, vault, move, now);
    await lists.listChangedPlans(
      db,
      access,
      vault,
      new Map(move.plans.map(({ planId }) => [planId, {}])),
      now,
    );
    await audit({
      eventType: "plan.moved",
      diaryId,
      targetType: "notebook",
      targetId: diaryId,
      details: { plans: move.plans.map(({ planId }) => planId), from: move.from },
    });
    return null;
  },
});

/** Says that a plan is right where the list of medications differs: its row on the list is written anew. */
export const confirmPlan = mutation({
  ...schema.confirmPlan,
  access: onPlan("notes.create"),
  handler: async ({ db, access, vault, now }, { planId }) => {
    const timeZone = await readTimeZone(db, access);
    await lists.listChangedPlans(db, { ...access, timeZone }, vault, new Map([[planId, {}]]), now);
    return null;
  },
});

/** Lets caregivers write plans too, or no longer. */
export const setCaregiversEdit = mutation({
  ...schema.setCaregiversEdit,
  access: inNotebook("plans.chooseEditors"),
  handler: async ({ db, access, audit }, { diaryId, isAllowed }) => {
    if (await writes.setCaregiversEdit(db, access, isAllowed))
      await audit({
        eventType: "notebook.updated",
        diaryId,
        targetType: "notebook",
        targetId: diaryId,
        details: { fields: ["caregiversEditPlans"], caregiversEditPlans: isAllowed },
      });
    return null;
  },
});

import { EXAMPLE_IDS } from "../../../lib/example-ids.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { maySeePlans, onPlan } from "../../plans/server/public.ts";
import { getDaysOfMonth } from "../rules/month.ts";
import * as schema from "../schema.ts";
import { mayGiveAnywhere, maySeeDose, onDose } from "./access.ts";
import * as corrections from "./corrections.ts";
import * as doses from "./doses.ts";
import * as due from "./due.ts";
import * as entries from "./entries.ts";
import * as oneDose from "./one_dose.ts";
import { readSheet } from "./sheet_data.ts";
import { summarize } from "./summary.ts";

/** The planned and the given doses of some days of the notebook's clock; see `listDoses`. */
export const listDoses = query({
  ...schema.listDoses,
  example: { diaryId: EXAMPLE_IDS.diary, fromDay: "2026-11-25", toDay: "2026-11-25" },
  access: maySeePlans("doses.see"),
  handler: ({ db, access, vault }, { fromDay, toDay }) =>
    doses.listDoses(db, access, vault, { fromDay, toDay }),
});

/** Doses that are due or late around a moment in all notebooks where the caller gives medicines; see `listDue`. */
export const listDue = query({
  ...schema.listDue,
  access: mayGiveAnywhere(),
  handler: ({ db, access, vault }, { at }) => due.listDue(db, access, vault, at),
});

/** The doses that may have been given twice, or that violate a limit, and that no member has reviewed. */
export const listToReview = query({
  ...schema.listToReview,
  access: maySeePlans("doses.see"),
  handler: ({ db, access, vault }) => oneDose.listToReview(db, access, vault),
});

/** A dose with its plan and the doses that it conflicts with; null when the caller doesn't see it. */
export const getDose = query({
  ...schema.getDose,
  access: maySeeDose(),
  handler: async ({ db, access, vault }) => access && oneDose.getDose(db, access, vault),
});

/** What a month's sheet of doses is composed of, for `composeSheet`; with `planId` of one plan. */
export const getMonth = query({
  ...schema.getMonth,
  access: maySeePlans("doses.see"),
  handler: ({ db, access, vault }, { month, planId }) =>
    readSheet(db, access, vault, { ...getDaysOfMonth(month), planId }),
});

/** How many planned doses of some days were given, weren't, or aren't recorded: by plan and week, without a score. */
export const getSummary = query({
  ...schema.getSummary,
  access: maySeePlans("doses.see"),
  handler: ({ db, access, vault }, { fromDay, toDay, planId, countsAt }) =>
    summarize(db, access, vault, { from: fromDay, to: toDay, planId }, countsAt),
});

/** All entries about a dose, oldest first; null when the caller doesn't see it. */
export const listDoseEntries = query({
  ...schema.listDoseEntries,
  access: maySeeDose(),
  handler: async ({ db, access, vault }) => access && oneDose.listEntries(db, access, vault),
});

/**
 * The caller is about to give a dose: refused when it violates a limit, or conflicts with another dose or another
 * member's claim.
 */
export const giveDose = mutation({
  ...schema.giveDose,
  access: onPlan("doses.give"),
  isDurable: true,
  handler: ({ db, access, vault, now, madeAt }, { planId: _, seen, ...given }) =>
    entries.recordGiven(db, access, vault, { ...given, madeAt }, { seen }, now),
});

/** A dose was given: recorded despite conflicts, once each of them is named. */
export const recordDose = mutation({
  ...schema.recordDose,
  access: onPlan("doses.give"),
  isDurable: true,
  handler: ({ db, access, vault, now, madeAt }, { planId: _, acknowledged, why, ...given }) =>
    entries.recordGiven(db, access, vault, { ...given, madeAt }, { acknowledged, why }, now),
});

/** A planned dose wasn't given; it stays open until it is too late for it. */
export const skipDose = mutation({
  ...schema.skipDose,
  access: onPlan("doses.give"),
  isDurable: true,
  handler: ({ db, access, vault, now, madeAt }, { planId: _, ...skipped }) =>
    entries.recordNotGiven(db, access, vault, { ...skipped, madeAt }, now),
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

/** Corrects the amount, the time, the giver or the note of a given dose. */
export const correctDose = mutation({
  ...schema.correctDose,
  access: onDose("doses.correct"),
  isDurable: true,
  handler: ({ db, access, vault, now }, { doseId: _, ...correction }) =>
    corrections.correct(db, access, vault, correction, now),
});

/** Takes an entry back; it stays in the history. */
export const withdrawDose = mutation({
  ...schema.withdrawDose,
  access: onDose("doses.correct"),
  isDurable: true,
  handler: async ({ db, access, vault, now }, { doseId: _, ...withdrawal }) => {
    await corrections.withdraw(db, access, vault, withdrawal, now);
    return null;
  },
});

/** Whether a dose helped, and when that was seen; recorded with the dose. */
export const followUpDose = mutation({
  ...schema.followUpDose,
  access: onDose("doses.give"),
  handler: async ({ db, access, vault, now }, { doseId: _, ...seen }) => {
    await corrections.followUp(db, access, vault, seen, now);
    return null;
  },
});

/** A member has reviewed an extra dose, or one against a limit: it was given all the same. */
export const reviewDose = mutation({
  ...schema.reviewDose,
  access: onDose("doses.give"),
  handler: async ({ db, access, vault, now }, { doseId: _, ...reviewed }) => {
    await corrections.review(db, access, vault, reviewed, now);
    return null;
  },
});

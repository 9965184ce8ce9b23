import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinician author caregvr admin owner  removed elsewh. platf. super
export const NOBODY =
  "signin unknown denied denied denied denied denied denied denied denied denied denied denied denied";

/** What the answer is where a plan or a dose is missing, or hidden from the caller. */
export const hiddenAs = (word: string): Expectation => ({
  row: `signin unknown ${Array(12).fill(word).join(" ")}`,
});

/** Plans of the team are hidden from viewers, like missing ones. */
export const perPlan = (
  word: string,
  team: string,
  all: string,
  changes: string[],
): Record<string, Expectation> => ({
  "a plan of the team": {
    row: `signin unknown ${word} ${word} ${word} ${team} ${word} ${word} ${word} ${word}`,
    changes,
  },
  "a plan for everyone": {
    row: `signin unknown ${word} ${word} ${all} ${team} ${word} ${word} ${word} ${word}`,
    changes,
  },
  "a plan that doesn't exist": hiddenAs(word),
});

const perDose = (
  word: string,
  team: string,
  all: string,
  changes: string[],
): Record<string, Expectation> => ({
  "the caregiver's dose of a plan of the team": {
    row: `signin unknown ${word} ${word} ${word} ${team} ${word} ${word} ${word} ${word}`,
    changes,
  },
  "the caregiver's dose of a plan for everyone": {
    row: `signin unknown ${word} ${word} ${all} ${team} ${word} ${word} ${word} ${word}`,
    changes,
  },
  "a dose that doesn't exist": hiddenAs(word),
});

/** A changed plan is written on the list of medications. */
const LISTED = ["medication_turns", "notes"];
/** Owner and admins write plans. */
const EDITORS = "denied denied denied done done";
/** Caregivers too, where the notebook says so; the author is one. */
const EDITORS_WITH_CAREGIVERS = "denied done done done done";
const MOVED: Expectation = {
  row: `signin unknown denied denied denied ${EDITORS} denied denied denied denied`,
  changes: ["audit_events", "dose_reminders", "dose_turns", "medication_plan_versions", ...LISTED],
};
/** Caregivers give; clinicians don't. */
export const GIVERS = "denied done done done done";
/** Whoever wrote an entry changes it, and those who write plans. */
const CORRECTORS = "denied denied done done done";

const GIVEN = ["dose_entries", "dose_turns", "doses"];
/** When the next dose of a plan by elapsed hours is due depends on it. */
const GIVEN_BEFORE_NEXT = ["dose_entries", "dose_reminders", "dose_turns", "doses"];

export const DOSES_EXPECTED: Record<string, Record<string, Expectation>> = {
  "plans.listPlans": {
    "the notebook": {
      row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "plans.listPlanVersions": perPlan("null", "1 1 1 1 1", "1", []),
  "plans.getPlan": {
    "a plan of the team": {
      row: "signin unknown null null null T T T T T null null null null",
    },
    "a plan for everyone": {
      row: "signin unknown null null E E E E E E null null null null",
    },
    "a plan that doesn't exist": hiddenAs("null"),
  },
  // The newest list that one sees; for viewers there is a newer one that they don't see.
  "plans.compareList": {
    "the notebook": { row: "signin unknown denied denied null T P T T O denied denied denied denied" },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "plans.createPlan": {
    "a notebook in which caregivers write plans": {
      row: `signin unknown denied denied denied ${EDITORS_WITH_CAREGIVERS} denied denied denied denied`,
      changes: ["audit_events", "dose_reminders", "medication_plan_versions", "medication_plans", ...LISTED],
    },
    "the notebook": {
      row: `signin unknown denied denied denied ${EDITORS} denied denied denied denied`,
      changes: ["audit_events", "dose_reminders", "medication_plan_versions", "medication_plans", ...LISTED],
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "plans.changePlan": {
    ...perPlan("no-plan", EDITORS, "denied", [
      "audit_events",
      "dose_reminders",
      "dose_turns",
      "medication_plan_versions",
      ...LISTED,
    ]),
    "a plan of a notebook in which caregivers write plans": {
      row: `signin unknown no-plan no-plan no-plan ${EDITORS_WITH_CAREGIVERS} no-plan no-plan no-plan no-plan`,
      changes: ["audit_events", "dose_reminders", "dose_turns", "medication_plan_versions", ...LISTED],
    },
  },
  "plans.correctPlan": perPlan("no-plan", EDITORS, "denied", [
    "audit_events",
    "dose_turns",
    "medication_plan_corrections",
    "medication_plans",
    ...LISTED,
  ]),
  "plans.countTogether": {
    ...perPlan("no-plan", EDITORS, "denied", ["audit_events", "dose_turns", "medication_plan_ties"]),
    "a plan of another notebook": {
      row: "signin unknown no-plan no-plan no-plan denied denied denied no-plan no-plan no-plan no-plan no-plan no-plan",
    },
  },
  "plans.movePlans": {
    "a plan of the team": MOVED,
    "a plan for everyone": MOVED,
    "a plan that doesn't exist": {
      row: "signin unknown denied denied denied denied denied denied no-plan no-plan denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  // Who writes notes writes a plan's row on the list, too.
  "plans.confirmPlan": perPlan("no-plan", "done done done done done", "denied", LISTED),
  "plans.setCaregiversEdit": {
    "the notebook": {
      row: `signin unknown denied denied denied ${EDITORS} denied denied denied denied`,
      changes: ["audit_events", "diaries"],
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "plans.endPlan": perPlan("no-plan", EDITORS, "denied", [
    "audit_events",
    "dose_reminders",
    "medication_plans",
    // The list doesn't have it.
    "medication_turns",
  ]),
  "doses.listDoses": {
    "the notebook": {
      row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "doses.listDue": {
    "all notebooks": {
      row: "signin unknown none none none none ET ET ET ET none none none none",
    },
  },
  "doses.listToReview": {
    "the notebook": {
      row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "doses.getMonth": {
    "the notebook": {
      row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "doses.getSummary": {
    "the notebook": {
      row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "doses.getDose": perDose("null", "sees gives corrects corrects corrects", "sees", []),
  "doses.listDoseEntries": perDose("null", "1 1 1 1 1", "1", []),
  "doses.giveDose": perPlan("no-plan", GIVERS, "denied", GIVEN_BEFORE_NEXT),
  "doses.recordDose": perPlan("no-plan", GIVERS, "denied", GIVEN_BEFORE_NEXT),
  "doses.skipDose": perPlan("no-plan", GIVERS, "denied", GIVEN),
  "doses.claimDose": perPlan("no-plan", GIVERS, "denied", GIVEN),
  "doses.releaseDose": perDose("no-dose", CORRECTORS, "denied", GIVEN),
  "doses.correctDose": perDose("no-dose", CORRECTORS, "denied", GIVEN_BEFORE_NEXT),
  "doses.followUpDose": perDose("no-dose", GIVERS, "denied", GIVEN),
  "doses.reviewDose": perDose("no-dose", GIVERS, "denied", GIVEN),
  "doses.withdrawDose": perDose("no-dose", CORRECTORS, "denied", GIVEN_BEFORE_NEXT),
};

import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinician author caregvr admin owner  removed elsewh. platf. super
const NOBODY =
  "signin unknown denied denied denied denied denied denied denied denied denied denied denied denied";

/** What the answer is where a plan or a dose is missing, or hidden from the caller. */
const hiddenAs = (word: string): Expectation => ({
  row: `signin unknown ${Array(12).fill(word).join(" ")}`,
});

/** Plans of the team are hidden from viewers, like missing ones. */
const perPlan = (
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

/** Owner and admins write plans. */
const EDITORS = "denied denied denied done done";
/** Caregivers give; clinicians don't. */
const GIVERS = "denied done done done done";
/** Whoever wrote an entry changes it, and those who write plans. */
const CORRECTORS = "denied denied done done done";

const GIVEN = ["dose_entries", "dose_turns", "doses"];

export const DOSES_EXPECTED: Record<string, Record<string, Expectation>> = {
  "plans.listPlans": {
    "the notebook": {
      row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied",
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "plans.listPlanVersions": perPlan("null", "1 1 1 1 1", "1", []),
  "plans.createPlan": {
    "the notebook": {
      row: `signin unknown denied denied denied ${EDITORS} denied denied denied denied`,
      changes: ["audit_events", "medication_plan_versions", "medication_plans"],
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "plans.changePlan": perPlan("no-plan", EDITORS, "denied", [
    "audit_events",
    "dose_turns",
    "medication_plan_versions",
  ]),
  "plans.endPlan": perPlan("no-plan", EDITORS, "denied", ["audit_events", "medication_plans"]),
  "doses.listDoses": {
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
  "doses.listDoseEntries": perDose("null", "1 1 1 1 1", "1", []),
  "doses.giveDose": perPlan("no-plan", GIVERS, "denied", GIVEN),
  "doses.recordDose": perPlan("no-plan", GIVERS, "denied", GIVEN),
  "doses.skipDose": perPlan("no-plan", GIVERS, "denied", GIVEN),
  "doses.claimDose": perPlan("no-plan", GIVERS, "denied", GIVEN),
  "doses.releaseDose": perDose("no-dose", CORRECTORS, "denied", GIVEN),
  "doses.correctDose": perDose("no-dose", CORRECTORS, "denied", GIVEN),
  "doses.withdrawDose": perDose("no-dose", CORRECTORS, "denied", GIVEN),
};

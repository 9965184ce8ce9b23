import { GIVERS, hiddenAs, NOBODY, perPlan } from "./dose_expected.ts";
import type { Expectation } from "./expected.ts";

/** Viewers see what belongs to plans for everyone. */
const LISTED = { row: "signin unknown denied denied E ET ET ET ET ET denied denied denied denied" };

const inNotebook = { "the notebook": LISTED, "a notebook that doesn't exist": { row: NOBODY } };

/** Members who may not give are told so; a pause of a notebook that isn't theirs is like a missing one. */
const perPause = (changes: string[]): Record<string, Expectation> => ({
  "a pause of a plan of the team": {
    row: `signin unknown no-pause no-pause denied ${GIVERS} no-pause no-pause no-pause no-pause`,
    changes,
  },
  "a pause that doesn't exist": hiddenAs("no-pause"),
});

export const PAUSES_EXPECTED: Record<string, Record<string, Expectation>> = {
  "pauses.listPauses": inNotebook,
  "pauses.startPause": {
    "the notebook": {
      row: `signin unknown denied denied denied ${GIVERS} denied denied denied denied`,
      changes: ["audit_events", "care_pauses", "dose_turns"],
    },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "pauses.changePause": perPause(["audit_events", "care_pauses", "dose_turns"]),
  "pauses.endPause": perPause(["audit_events", "care_pauses", "dose_turns"]),
  "stock.listStock": inNotebook,
  "stock.listStockEvents": perPlan("null", "0 0 0 0 0", "0", []),
  "stock.recordStock": perPlan("no-plan", GIVERS, "denied", ["audit_events", "stock_events"]),
  "stock.setStockWarning": perPlan("no-plan", GIVERS, "denied", ["audit_events", "stock_warnings"]),
};

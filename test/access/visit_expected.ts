import type { Expectation } from "./expected.ts";

/**
 * What the page for a visit must answer; see `expected.ts` and `visit_calls.ts`. It is the same for everybody of the care
 * team, without private notes: neither those of others nor one's own. The newest list that the team sees is the team's.
 */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const VISITS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "visits.getVisit": {
    "the notebook": {
      row: "signin unknown denied denied denied ET+T ET+T ET+T ET+T ET+T denied denied denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied denied denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied denied denied denied",
    },
  },
};

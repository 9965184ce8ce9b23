import type { Expectation } from "./expected.ts";

/**
 * What the search must answer; see `expected.ts` and `search_calls.ts`: notes (n), comments (c), tasks (t), files (f) and
 * people (p), each with their number and the letters of the secrets in them.
 */
// anon.  token   outsider  invitee   viewer   author           caregvr        admin          owner            removed   elsewh.   platf.    super
export const SEARCH_EXPECTED: Record<string, Record<string, Expectation>> = {
  "search.searchEverything": {
    "all notebooks": {
      row: "signin unknown none none none none none none none none none none none",
    },
    "the notebook": {
      row: "signin unknown none none none none none none none none none none none",
    },
    tasks: {
      row: "signin unknown none none none none none none none none none none none",
    },
    people: {
      row: "signin unknown none none none none none none none none none none none",
    },
  },
};

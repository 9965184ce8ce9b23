import type { Expectation } from "./expected.ts";

/**
 * What the search must answer; see `expected.ts` and `search_calls.ts`: notes (n), comments (c), tasks (t), files (f) and
 * people (p), each with their number and the letters of the secrets in them.
 */
// anon.  token   outsider  invitee   viewer   author           caregvr        admin          owner            removed   elsewh.   platf.    super
export const SEARCH_EXPECTED: Record<string, Record<string, Expectation>> = {
  "search.searchEverything": {
    "all notebooks": {
      row: "signin unknown none none n2E/c5EV/p2E/d2E/f1E n3ET/c9ETV/p4ET/d4ET/f2ET n5EPT/c12EPTV/p4ET/d4ET/f3EPT n3ET/c9ETV/p4ET/d4ET/f2ET n3ET/c9ETV/p4ET/d4ET/f2ET n4EOT/c12EOTV/p4ET/d4ET/f3EOT none none none none",
    },
    "the notebook": {
      row: "signin unknown denied denied n2E/c5EV/p2E/d2E/f1E n3ET/c9ETV/p4ET/d4ET/f2ET n5EPT/c12EPTV/p4ET/d4ET/f3EPT n3ET/c9ETV/p4ET/d4ET/f2ET n3ET/c9ETV/p4ET/d4ET/f2ET n4EOT/c12EOTV/p4ET/d4ET/f3EOT denied denied denied denied",
    },
    tasks: {
      row: "signin unknown none none t2 t2 t3 t2 t2 t2 none none none none",
    },
    people: {
      row: "signin unknown none none p1 p1 p1 p1 p1 none none none none none",
    },
  },
};

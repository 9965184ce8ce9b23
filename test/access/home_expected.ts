import type { Expectation } from "./expected.ts";

/**
 * What the dashboard's call must answer; see `expected.ts`. Before the stroke the notes by their letters; after it the
 * programs without a note (F), of the team's note (T) and of the owner's private one (O), and the comments by the names
 * that `comment_world.ts` gives them.
 */
// anon.  token   outsider  invitee   viewer   author           caregvr        admin          owner            removed   elsewh.   platf.    super
export const HOME_EXPECTED: Record<string, Record<string, Expectation>> = {
  "home.getHomeRecent": {
    "all notebooks": {
      row: "signin unknown none/none none/none E/Fefhjv ET/FTadefghjktv EPT/FTabdefghijkptv ET/FTadefghjktv ET/FTadefghjktv EOT/FOTacdefghjklotv none/none none/none none/none none/none",
    },
  },
};

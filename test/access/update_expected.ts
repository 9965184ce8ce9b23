import type { Expectation } from "./expected.ts";

/** What was read is marked, and what is said of it is seen. */
const MARKS = ["notifications", "read_marks", "settled_notifications"];

/**
 * What the calls of updates must answer; see `expected.ts`. The names are those of `home_calls.ts`; of what is new, the
 * things that somebody else did something on.
 */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const UPDATES_EXPECTED: Record<string, Record<string, Expectation>> = {
  "updates.listNew": {
    "all notebooks": {
      row: "signin unknown none none (E)F (E)(T)FT (E)(T)FT (E)(T)FT (E)(T)FT (E)(T)FT none none none none",
    },
    "the notebook": {
      row: "signin unknown denied denied (E)F (E)(T)FT (E)(T)FT (E)(T)FT (E)(T)FT (E)(T)FT denied denied denied denied",
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied none denied denied",
    },
  },
  "updates.pageUpdates": {
    "all notebooks": {
      row: "signin unknown none none (E)Fefhjv (E)(T)FTadefghjktv (E)(P)(T)FTabdefghijkptv (E)(T)FTadefghjktv (E)(T)FTadefghjktv (E)(O)(T)FOTacdefghjklotv none none none none",
    },
    "the notebook": {
      row: "signin unknown denied denied (E)Fefhjv (E)(T)FTadefghjktv (E)(P)(T)FTabdefghijkptv (E)(T)FTadefghjktv (E)(T)FTadefghjktv (E)(O)(T)FOTacdefghjklotv denied denied denied denied",
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied none denied denied",
    },
  },
  "updates.markShown": {
    "the notebook": {
      row: "signin unknown denied denied done done done done done done denied denied denied denied",
      changes: MARKS,
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied done denied denied",
      changes: MARKS,
    },
  },
  "updates.markRead": {
    "everyone's note": {
      row: "signin  unknown denied  denied  done    done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "the team's note": {
      row: "signin  unknown denied  denied  denied  done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "the author's private note": {
      row: "signin  unknown denied  denied  denied  denied done    denied  denied  denied  denied  denied  denied  denied",
      changes: MARKS,
    },
    "the owner's private note": {
      row: "signin  unknown denied  denied  denied  denied denied  denied  denied  done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a private note of the removed member": {
      row: "signin  unknown denied  denied  denied  denied denied  denied  denied  denied  denied  denied  denied  denied",
    },
    "the team's encrypted list": {
      row: "signin  unknown denied  denied  denied  done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a task without a note": {
      row: "signin  unknown denied  denied  done    done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin  unknown denied  denied  done    done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a task of the author's private note": {
      row: "signin  unknown denied  denied  denied  denied done    denied  denied  denied  denied  denied  denied  denied",
      changes: MARKS,
    },
    "a program without a note": {
      row: "signin  unknown denied  denied  done    done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a program of the team's note": {
      row: "signin  unknown denied  denied  denied  done done    done    done    done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a program of the owner's private note": {
      row: "signin  unknown denied  denied  denied  denied denied  denied  denied  done    denied  denied  denied  denied",
      changes: MARKS,
    },
    "a task that is taken for a note": {
      row: "signin  unknown denied  denied  denied  denied denied  denied  denied  denied  denied  denied  denied  denied",
    },
    "something that doesn't exist": {
      row: "signin  unknown denied  denied  denied  denied denied  denied  denied  denied  denied  denied  denied  denied",
    },
    "something that isn't an id": {
      row: "signin  unknown denied  denied  denied  denied denied  denied  denied  denied  denied  denied  denied  denied",
    },
  },
  "updates.markAllRead": {
    "the notebook": {
      row: "signin unknown denied denied done done done done done done denied denied denied denied",
      changes: MARKS,
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied done denied denied",
      changes: MARKS,
    },
  },
};

import type { Expectation } from "./expected.ts";

/**
 * What the calls of comments must answer; see `expected.ts`. Listed comments are the letters of `comment_world.ts`:
 * on everyone's note e for everyone, t for the team, v by the viewer for the team, and private ones of the author (p),
 * the owner (o) and the removed member (r). "unseen": somebody was to be mentioned who can't see the comment.
 */
// anon.  token   outsider invitee viewer   clinic. author  caregvr admin  owner  removed elsewh. platf. super
export const COMMENTS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "comments.listComments": {
    "everyone's note": {
      row: "signin unknown denied   denied  ev       etv eptv    etv     etv    eotv   denied  denied  denied denied",
    },
    "the team's note": {
      row: "signin unknown denied   denied  denied   a a       a       a      a      denied  denied  denied denied",
    },
    "the author's private note": {
      row: "signin unknown denied   denied  denied   denied b       denied  denied denied denied  denied  denied denied",
    },
    "the owner's private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied c      denied  denied  denied denied",
    },
    "a private note of the removed member": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "the team's encrypted list": {
      row: "signin unknown denied   denied  denied   d d       d       d      d      denied  denied  denied denied",
    },
    "a task without a note": {
      row: "signin unknown denied   denied  f        f f       f       f      f      denied  denied  denied denied",
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown denied   denied  h        gh gh      gh      gh     gh     denied  denied  denied denied",
    },
    "a task of the author's private note": {
      row: "signin unknown denied   denied  denied   denied i       denied  denied denied denied  denied  denied denied",
    },
    "a program without a note": {
      row: "signin unknown denied   denied  j        j j       j       j      j      denied  denied  denied denied",
    },
    "a program of the team's note": {
      row: "signin unknown denied   denied  denied   k k       k       k      k      denied  denied  denied denied",
    },
    "a program of the owner's private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied l      denied  denied  denied denied",
    },
    "a task that is taken for a note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "comments.createComment": {
    "everyone's note": {
      row: "signin unknown denied   denied  done     done done    done    done   done   denied  denied  denied denied",
      changes: ["comments", "notifications", "unplanned_notifications"],
      changesFor: { author: ["comments"] },
    },
    "the team's note": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ["comments", "notifications", "unplanned_notifications"],
      changesFor: { author: ["comments"] },
    },
    "the author's private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "the owner's private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "a private note of the removed member": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "the team's encrypted list": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ["comments", "notifications", "unplanned_notifications"],
      changesFor: { author: ["comments"] },
    },
    "a task without a note": {
      row: "signin unknown denied   denied  done     done done    done    done   done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown denied   denied  done     done done    done    done   done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "a task of the author's private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "a program without a note": {
      row: "signin unknown denied   denied  done     done done    done    done   done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "a program of the team's note": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "a program of the owner's private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "a task that is taken for a note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "everyone's note, for oneself": {
      row: "signin unknown denied   denied  done     done done    done    done   done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "everyone's note as if it were in another notebook": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "everyone's note, mentioning the outsider": {
      row: "signin unknown denied   denied  unseen   unseen unseen  unseen  unseen unseen denied  denied  denied denied",
    },
  },
  "comments.updateComment": {
    "the author's for everyone": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "the viewer's for the team": {
      row: "signin unknown denied   denied  done     denied denied  denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "the owner's private one": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
      changes: ["comments"],
    },
    "the author's on their private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "the author's on an encrypted list": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "the viewer's on a task": {
      row: "signin unknown denied   denied  done     denied denied  denied  denied denied denied  denied  denied denied",
      changes: ["comments"],
    },
    "the removed member's": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "a comment that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "comments.deleteComment": {
    "a caregiver's for everyone": {
      row: "signin unknown denied   denied  denied   denied denied  done    done   done   denied  denied  denied denied",
      changes: ["audit_events", "comments"],
    },
    "a viewer's for the team": {
      row: "signin unknown denied   denied  done     denied denied  denied  done   done   denied  denied  denied denied",
      changes: ["audit_events", "comments"],
    },
    "a caregiver's private one": {
      row: "signin unknown denied   denied  denied   denied denied  done    denied denied denied  denied  denied denied",
      changes: ["audit_events", "comments"],
    },
    "the author's on their private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["audit_events", "comments"],
    },
    "a comment that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
};

import type { Expectation } from "./expected.ts";

const LINK_CHANGES = ["audit_events", "note_programs"];

/** Who may link which programs to a note; the same for unlinking. */
const links: Record<string, Expectation> = {
  "everyone's note": {
    row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
    changes: LINK_CHANGES,
  },
  "the team's note": {
    row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
    changes: LINK_CHANGES,
  },
  "the author's private note": {
    row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
    changes: LINK_CHANGES,
  },
  "the owner's private note": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
    changes: LINK_CHANGES,
  },
  "a private note of the removed member": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
  "a program of another notebook": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
  "a program that doesn't exist": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
  "a note that doesn't exist": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
};

/**
 * What the calls of the library must answer; see `expected.ts`. Programs are Public, of the Notebook, or of Somebody
 * else's notebook.
 */
// anon.  token   outsider invitee viewer   clinic. author  caregvr admin  owner  removed elsewh. platf. super
export const PROGRAMS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "programs.listPrograms": {
    "the library": {
      row: "signin unknown P        P       NP       NP NP      NP      NP     NP     P       PS      P      P",
    },
  },
  "programs.getProgram": {
    "a public one": {
      row: "signin unknown read     read    read     read read    read    read   read   read    read    read   read",
    },
    "the notebook's": {
      row: "signin unknown null     null    read     read read    read    read   read   null    null    null   null",
    },
    "one of another notebook": {
      row: "signin unknown null     null    null     null null    null    null   null   null    read    null   null",
    },
    "one that doesn't exist": {
      row: "signin unknown null     null    null     null null    null    null   null   null    null    null   null",
    },
    "something that isn't an id": {
      row: "signin unknown null     null    null     null null    null    null   null   null    null    null   null",
    },
  },
  "programs.createProgramFromUpload": {
    "for the notebook": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ["audit_events", "programs"],
    },
    "for the notebook, as an object": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ["audit_events", "programs"],
    },
    "for a notebook that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "programs.deleteProgram": {
    "the caregiver's upload": {
      row: "signin unknown denied   denied  denied   denied denied  done    done   done   denied  denied  denied denied",
      changes: ["audit_events", "programs"],
    },
    "the admin's upload": {
      row: "signin unknown denied   denied  denied   denied denied  denied  done   done   denied  denied  denied denied",
      changes: ["audit_events", "programs"],
    },
    "one for everybody": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "one of another notebook": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  done    denied denied",
      changes: ["audit_events", "programs"],
    },
    "one that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "programs.linkProgram": links,
  "programs.unlinkProgram": links,
};

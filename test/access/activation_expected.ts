import type { Expectation } from "./expected.ts";

/**
 * Who may change an activated program: who activated it, and the notebook's owner and admins, as far as they see it.
 */
const expectManagers = (changes: string[]): Record<string, Expectation> => ({
  "the owner's, without a note": {
    row: "signin unknown denied   denied  denied   denied denied  denied  done   done   denied  denied  denied denied",
    changes,
  },
  "the caregiver's, without a note": {
    row: "signin unknown denied   denied  denied   denied denied  done    done   done   denied  denied  denied denied",
    changes,
  },
  "the caregiver's, of everyone's note": {
    row: "signin unknown denied   denied  denied   denied denied  done    done   done   denied  denied  denied denied",
    changes,
  },
  "the owner's, of the team's note": {
    row: "signin unknown denied   denied  denied   denied denied  denied  done   done   denied  denied  denied denied",
    changes,
  },
  "the author's, of their private note": {
    row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
    changes,
  },
  "the owner's, of their private note": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
    changes,
  },
  "one of the removed member's private note": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
  "one that doesn't exist": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
  "something that isn't an id": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
  },
});

const denyAll: Expectation = {
  row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
};
const hideFromAll: Expectation = {
  row: "signin unknown null     null    null     null null    null    null   null   null    null    null   null",
};
const ACTIVATION_TABLES = [
  "activity_activations",
  "audit_events",
  "diary_programs",
  "phase_progress",
  "program_clocks",
  "tasks",
];

/**
 * What the calls of activated programs must answer; see `expected.ts`. Programs are letters as in
 * `activation_calls.ts`, capital where the principal manages them. Tasks: n for nobody, v for the viewer. "held": the
 * notebook has the program already; "foreigner": somebody was to be assigned who is no member; "clinician": one who is
 * assigned no tasks.
 */
// anon.  token   outsider invitee viewer   clinic. author  caregvr admin  owner  removed elsewh. platf. super
export const ACTIVATION_EXPECTED: Record<string, Record<string, Expectation>> = {
  "programs.listDiaryPrograms": {
    "the notebook": {
      row: "signin unknown denied   denied  fce      fcet fcetP   fCEt    FCET   FCETO  denied  denied  denied denied",
    },
    "a notebook that doesn't exist": denyAll,
    "something that isn't an id": denyAll,
  },
  "programs.getDiaryProgram": {
    "the owner's, without a note": {
      row: "signin unknown null     null    read     read read    read    manage manage null    null    null   null",
    },
    "the caregiver's, without a note": {
      row: "signin unknown null     null    read     read read    manage  manage manage null    null    null   null",
    },
    "the caregiver's, of everyone's note": {
      row: "signin unknown null     null    read     read read    manage  manage manage null    null    null   null",
    },
    "the owner's, of the team's note": {
      row: "signin unknown null     null    null     read read    read    manage manage null    null    null   null",
    },
    "the author's, of their private note": {
      row: "signin unknown null     null    null     null manage  null    null   null   null    null    null   null",
    },
    "the owner's, of their private note": {
      row: "signin unknown null     null    null     null null    null    null   manage null    null    null   null",
    },
    "one of the removed member's private note": hideFromAll,
    "one that doesn't exist": hideFromAll,
    "something that isn't an id": hideFromAll,
  },
  "programs.getProgramSummary": {
    "the owner's, without a note": {
      row: "signin unknown null     null    read     read read    read    read   read   null    null    null   null",
    },
    "the caregiver's, without a note": {
      row: "signin unknown null     null    read     read read    read    read   read   null    null    null   null",
    },
    "the caregiver's, of everyone's note": {
      row: "signin unknown null     null    read     read read    read    read   read   null    null    null   null",
    },
    "the owner's, of the team's note": {
      row: "signin unknown null     null    null     read read    read    read   read   null    null    null   null",
    },
    "the author's, of their private note": {
      row: "signin unknown null     null    null     null read    null    null   null   null    null    null   null",
    },
    "the owner's, of their private note": {
      row: "signin unknown null     null    null     null null    null    null   read   null    null    null   null",
    },
    "one of the removed member's private note": hideFromAll,
    "one that doesn't exist": hideFromAll,
    "something that isn't an id": hideFromAll,
  },
  "programs.getProgramsForNote": {
    "everyone's note": {
      row: "signin unknown null     null    e        e e       E       E      E      null    null    null   null",
    },
    "the team's note": {
      row: "signin unknown null     null    null     t t       t       T      T      null    null    null   null",
    },
    "the author's private note": {
      row: "signin unknown null     null    null     null P       null    null   null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null     null    null     null null    null    null   O      null    null    null   null",
    },
    "a private note of the removed member": hideFromAll,
    "a note that doesn't exist": hideFromAll,
  },
  "programs.listProgramTasks": {
    "the owner's, without a note": {
      row: "signin unknown denied   denied  nv       nv nv      nv      nv     nv     denied  denied  denied denied",
    },
    "the caregiver's, without a note": {
      row: "signin unknown denied   denied  nv       nv nv      nv      nv     nv     denied  denied  denied denied",
    },
    "the caregiver's, of everyone's note": {
      row: "signin unknown denied   denied  nv       nv nv      nv      nv     nv     denied  denied  denied denied",
    },
    "the owner's, of the team's note": {
      row: "signin unknown denied   denied  denied   nv nv      nv      nv     nv     denied  denied  denied denied",
    },
    "the author's, of their private note": {
      row: "signin unknown denied   denied  denied   denied nv      denied  denied denied denied  denied  denied denied",
    },
    "the owner's, of their private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied nv     denied  denied  denied denied",
    },
    "one of the removed member's private note": denyAll,
    "one that doesn't exist": denyAll,
    "something that isn't an id": denyAll,
  },
  "programs.proposeAssignees": {
    "the notebook's program": {
      row: "signin unknown denied   denied  denied   none none    none    none   none   denied  denied  denied denied",
    },
    "a program of another notebook": denyAll,
    "a program that doesn't exist": denyAll,
    "in a notebook that doesn't exist": denyAll,
  },
  "programs.activateProgram": {
    "the notebook's program": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ACTIVATION_TABLES,
    },
    "on everyone's note": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ACTIVATION_TABLES,
    },
    "on the team's note": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: ACTIVATION_TABLES,
    },
    "on the author's private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ACTIVATION_TABLES,
    },
    "on a note that doesn't exist": denyAll,
    "on a note as if it were in another notebook": denyAll,
    "with a task for the viewer": {
      row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
      changes: [...ACTIVATION_TABLES, "notifications", "unplanned_notifications"].sort(),
    },
    "with a task for the outsider": {
      row: "signin unknown denied   denied  denied   foreigner foreigner foreigner foreigner foreigner denied denied denied denied",
    },
    "with a task for the clinician": {
      row: "signin unknown denied   denied  denied   clinician clinician clinician clinician clinician denied denied denied denied",
    },
    "a program of another notebook": denyAll,
    "a program that doesn't exist": denyAll,
    "in a notebook that doesn't exist": denyAll,
  },
  "programs.deleteDiaryProgram": expectManagers([
    "audit_events",
    "diary_programs",
    "phase_progress",
    "program_clocks",
    "tasks",
  ]),
  "programs.cancelOverdueProgramTasks": expectManagers([
    "audit_events",
    "diary_programs",
    "phase_progress",
    "program_clocks",
    "tasks",
  ]),
  "programs.pauseDiaryProgram": expectManagers(["audit_events", "diary_programs", "program_clocks"]),
  "programs.resumeDiaryProgram": expectManagers([
    "audit_events",
    "diary_programs",
    "phase_progress",
    "program_clocks",
    "tasks",
  ]),
};

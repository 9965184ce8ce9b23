import type { Expectation } from "./expected.ts";

/**
 * What the calls of tasks must answer; see `expected.ts`. Listed tasks are F (without a note), T (of the team's note,
 * for the viewer to do) and P (of the author's private note). "missing": "Task not found", whether there is none or it
 * is hidden. "clinician": somebody was to be assigned who is assigned no tasks.
 */
// anon.  token   outsider invitee viewer   clinic. author  caregvr admin  owner  removed elsewh. platf. super
export const TASKS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "tasks.listMyTasks": {
    "of all notebooks": {
      row: "signin unknown none     none    FT       FT FPT     FT      FT     FT     none    none    none   none",
    },
    "of the notebook": {
      row: "signin unknown denied   denied  FT       FT FPT     FT      FT     FT     denied  denied  denied denied",
    },
    "one's own": {
      row: "signin unknown none     none    T        none none    none    none   none   none    none    none   none",
    },
    "nobody's": {
      row: "signin unknown none     none    F        F FP      F       F      F      none    none    none   none",
    },
    "of others' notebooks": {
      row: "signin unknown none     none    FT       F FP      F       F      none   none    none    none   none",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "tasks.pageMyTasks": {
    "of all notebooks": {
      row: "signin unknown none     none    FT       FT FPT     FT      FT     FT     none    none    none   none",
    },
    "of the notebook": {
      row: "signin unknown denied   denied  FT       FT FPT     FT      FT     FT     denied  denied  denied denied",
    },
    "one's own": {
      row: "signin unknown none     none    T        none none    none    none   none   none    none    none   none",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "tasks.pageUpcoming": {
    "of all notebooks": {
      row: "signin unknown none     none    FT       FT FPT     FT      FT     FT     none    none    none   none",
    },
    "of the notebook": {
      row: "signin unknown denied   denied  FT       FT FPT     FT      FT     FT     denied  denied  denied denied",
    },
    "one's own": {
      row: "signin unknown none     none    T        none none    none    none   none   none    none    none   none",
    },
    "something that isn't an id": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "tasks.pageRepeated": {
    "a task without a note": {
      row: "signin unknown none     none    F        F F       F       F      F      none    none    none   none",
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown none     none    T        T T       T       T      T      none    none    none   none",
    },
    "a task of the author's private note": {
      row: "signin unknown none     none    none     none P       none    none   none   none    none    none   none",
    },
    "a task that doesn't exist": {
      row: "signin unknown none     none    none     none none    none    none   none   none    none    none   none",
    },
    "something that isn't an id": {
      row: "signin unknown none     none    none     none none    none    none   none   none    none    none   none",
    },
  },
  "tasks.getTaskHistory": {
    "a task without a note": {
      row: "signin unknown null     null    1 1 1 1 1 1 null null null null",
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown null     null    1 1 1 1 1 1 null null null null",
    },
    "a task of the author's private note": {
      row: "signin unknown null     null    null null 1 null null null null null null null",
    },
    "a task that doesn't exist": {
      row: "signin unknown null     null    null null null null null null null null null null",
    },
    "something that isn't an id": {
      row: "signin unknown null     null    null null null null null null null null null null",
    },
  },
  // Of a task without a note, one of the team's note for the viewer to do, and one of the author's private note.
  "tasks.listMissedDays": {
    "the notebook": {
      row: "signin unknown denied   denied  2        2 3       2       2      2      denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
  },
  "tasks.listNoteTasks": {
    "everyone's note": {
      row: "signin unknown none     none    none     none none    none    none   none   none    none    none   none",
    },
    "the team's note": {
      row: "signin unknown none     none    none     T T       T       T      T      none    none    none   none",
    },
    "the author's private note": {
      row: "signin unknown none     none    none     none P       none    none   none   none    none    none   none",
    },
    "the owner's private note": {
      row: "signin unknown none     none    none     none none    none    none   none   none    none    none   none",
    },
    "a private note of the removed member": {
      row: "signin unknown none     none    none     none none    none    none   none   none    none    none   none",
    },
  },
  "tasks.getTask": {
    "a task without a note": {
      row: "signin unknown null     null    F        F F       F       F      F      null    null    null   null",
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown null     null    T        T T       T       T      T      null    null    null   null",
    },
    "a task of the author's private note": {
      row: "signin unknown null     null    null     null P       null    null   null   null    null    null   null",
    },
    "a task that doesn't exist": {
      row: "signin unknown null     null    null     null null    null    null   null   null    null    null   null",
    },
    "something that isn't an id": {
      row: "signin unknown null     null    null     null null    null    null   null   null    null    null   null",
    },
  },
  "tasks.createTask": {
    "in the notebook": {
      row: "signin unknown denied   denied  denied   denied done    done    done   done   denied  denied  denied denied",
      changes: ["tasks"],
    },
    "on everyone's note": {
      row: "signin unknown denied   denied  denied   denied done    done    done   done   denied  denied  denied denied",
      changes: ["tasks"],
    },
    "on the author's private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["tasks"],
    },
    "on a note as if it were in another notebook": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
    },
    "for the clinician": {
      row: "signin unknown denied   denied  denied   denied clinician clinician clinician clinician denied denied denied denied",
    },
    "for somebody who is no member": {
      row: "signin unknown denied   denied  denied   denied foreigner foreigner foreigner foreigner denied denied denied denied",
    },
  },
  "tasks.updateTask": {
    "the state of a task without a note": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "the state of a task of the team's note that the viewer is to do": {
      row: "signin unknown missing  missing done     denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "the state of a task of the author's private note": {
      row: "signin unknown missing  missing missing  missing done    missing missing missing missing missing missing missing",
      changes: ["tasks"],
    },
    "the day of a task of the team's note that the viewer is to do": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "who does a task": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["notifications", "tasks", "unplanned_notifications"],
      changesFor: { owner: ["tasks"] },
    },
    "who does a task, to the clinician": {
      row: "signin unknown missing  missing denied   denied clinician clinician clinician clinician missing missing missing missing",
    },
    "the words of a caregiver's task": {
      row: "signin unknown missing  missing denied   denied denied  done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "a task that doesn't exist": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
    "something that isn't an id": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
  },
  "tasks.deleteTask": {
    "a task without a note": {
      row: "signin unknown missing  missing denied   denied denied  done    done   done   missing missing missing missing",
      changes: ["audit_events", "tasks"],
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown missing  missing denied   denied denied  done    done   done   missing missing missing missing",
      changes: ["audit_events", "tasks"],
    },
    "a task of the author's private note": {
      row: "signin unknown missing  missing missing  missing denied  missing missing missing missing missing missing missing",
    },
    "a task that doesn't exist": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
    "something that isn't an id": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
  },
  "tasks.toggleAddToToday": {
    "a task without a note": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "a task of the author's private note": {
      row: "signin unknown missing  missing missing  missing done    missing missing missing missing missing missing missing",
      changes: ["tasks"],
    },
    "a task that doesn't exist": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
    "something that isn't an id": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
  },
  "tasks.setToday": {
    "a task without a note": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "a task of the team's note that the viewer is to do": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["tasks"],
    },
    "a task of the author's private note": {
      row: "signin unknown missing  missing missing  missing done    missing missing missing missing missing missing missing",
      changes: ["tasks"],
    },
    "a task that doesn't exist": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
    "something that isn't an id": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
  },
  "tasks.skipToCurrentInstance": {
    "late tasks of a program": {
      row: "signin unknown missing  missing denied   denied done    done    done   done   missing missing missing missing",
      changes: ["audit_events", "program_clocks", "tasks"],
    },
    "a task that isn't repeated": {
      row: "signin unknown missing  missing denied   denied once    once    once   once   missing missing missing missing",
    },
    "a task that doesn't exist": {
      row: "signin unknown missing  missing missing  missing missing missing missing missing missing missing missing missing",
    },
  },
};

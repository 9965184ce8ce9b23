import type { Expectation } from "./expected.ts";

/**
 * What the calls of notes must answer; see `expected.ts`. Notes and lists of medications have the same letters, with a
 * "+" between them. Everyone's note was private first, then the team's; the author's private one was everyone's.
 */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const NOTES_EXPECTED: Record<string, Record<string, Expectation>> = {
  "notes.listNotes": {
    "the notebook": {
      row: "signin unknown denied denied  E+E    ET+ET EPT+EPT ET+ET  ET+ET EOT+EOT denied denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "something that isn't an id": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.pageNotes": {
    "the notebook": {
      row: "signin unknown denied denied  E+E    ET+ET EPT+EPT ET+ET  ET+ET EOT+EOT denied denied  denied denied",
    },
    // The lists of the team and the owner are encrypted.
    "by words in all notes": {
      row: "signin unknown denied denied  E+E    ET+E EPT+EP ET+E    ET+E  EOT+E  denied  denied  denied denied",
    },
    "by a tag of the author's private note": {
      row: "signin unknown denied denied  none   none P+P    none    none  none   denied  denied  denied denied",
    },
    "lists of medications": {
      row: "signin unknown denied denied  -+E    -+ET -+EPT  -+ET    -+ET  -+EOT  denied  denied  denied denied",
    },
    "of the owner": {
      row: "signin unknown denied denied  none   none none   none    none  O+O    denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.listNoteTags": {
    "the notebook": {
      row: "signin unknown denied denied  E      ET EPT    ET      ET    EOT    denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.listNoteDays": {
    "the days of the lists": {
      row: "signin unknown denied denied  E      ET ETP    ET      ET    ETO    denied  denied  denied denied",
    },
    "by a tag of the author's private note": {
      row: "signin unknown denied denied  E      ET ETP1   ET      ET    ETO    denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.latestMedications": {
    "the notebook": {
      row: "signin unknown denied denied  E      T P      T       T     O      denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.formerMedications": {
    "everyone's note": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "the team's note": {
      row: "signin unknown null   null    null   E E      E       E     E      null    null    null   null",
    },
    "the author's private note": {
      row: "signin unknown null   null    null   null T      null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null   null    null   null null   null    null  T      null    null    null   null",
    },
    "a private note of the removed member": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  // What replaced the list; "hidden" says only that there is one. A private list replaces one for its author alone.
  "notes.newerMedications": {
    "everyone's note": {
      row: "signin unknown null   null    hidden T T      T       T     T      null    null    null   null",
    },
    "the team's note": {
      row: "signin unknown null   null    null   null P      null    null  O      null    null    null   null",
    },
    "the author's private note": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a private note of the removed member": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "notes.pageMedications": {
    "the notebook": {
      row: "signin unknown denied denied  E      ET EPT    ET      ET    EOT    denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.changeMedications": {
    "the newest list that one sees": {
      row: "signin unknown denied denied  denied done done   done    done  done   denied  denied  denied denied",
      changes: ["medication_turns", "notes"],
    },
    "an older list": {
      row: "signin unknown denied denied  denied outdated outdated outdated outdated outdated denied denied denied denied",
    },
    "a private list of the removed member": {
      row: "signin unknown denied denied  denied outdated outdated outdated outdated outdated denied denied denied denied",
    },
    "no list, although there is one": {
      row: "signin unknown denied denied  denied outdated outdated outdated outdated outdated denied denied denied denied",
    },
    "in a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.undoMedications": {
    "an older list": {
      row: "signin unknown denied denied  denied denied outdated denied outdated outdated denied denied denied denied",
    },
    "a private list of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.getNote": {
    "everyone's note": {
      row: "signin unknown null   null    read   read edit   read    edit  edit   null    null    null   null",
    },
    "the team's note": {
      row: "signin unknown null   null    null   read edit   read    edit  edit   null    null    null   null",
    },
    "the author's private note": {
      row: "signin unknown null   null    null   null edit   null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null   null    null   null null   null    null  edit   null    null    null   null",
    },
    "a private note of the removed member": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "something that isn't an id": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "notes.getNoteByShortId": {
    "everyone's note": {
      row: "signin unknown null   null    read   read edit   read    edit  edit   null    null    null   null",
    },
    "the team's note": {
      row: "signin unknown null   null    null   read edit   read    edit  edit   null    null    null   null",
    },
    "the author's private note": {
      row: "signin unknown null   null    null   null edit   null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null   null    null   null null   null    null  edit   null    null    null   null",
    },
    "a private note of the removed member": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "notes.listNoteVersions": {
    "everyone's note": {
      row: "signin unknown null   null    3      3,2 3,2,1  3,2     3,2   3,2    null    null    null   null",
    },
    "the team's note": {
      row: "signin unknown null   null    null   1 1      1       1     1      null    null    null   null",
    },
    "the author's private note": {
      row: "signin unknown null   null    null   null 2,1    null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null   null    null   null null   null    null  1      null    null    null   null",
    },
    "a private note of the removed member": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "notes.getNoteVersion": {
    "everyone's note while it was private": {
      row: "signin unknown null   null    null   null P      null    null  null   null    null    null   null",
    },
    "everyone's note while it was the team's": {
      row: "signin unknown null   null    null   T T      T       T     T      null    null    null   null",
    },
    "everyone's note as it is": {
      row: "signin unknown null   null    E      E E      E       E     E      null    null    null   null",
    },
    "the author's private note while it was everyone's": {
      row: "signin unknown null   null    null   null P      null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      row: "signin unknown null   null    null   null null   null    null  O      null    null    null   null",
    },
    "a version that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "notes.createNote": {
    "in the notebook": {
      row: "signin unknown denied denied  denied done done   done    done  done   denied  denied  denied denied",
      changes: ["notes"],
    },
    "a private note in the notebook": {
      row: "signin unknown denied denied  denied done done   done    done  done   denied  denied  denied denied",
      changes: ["notes"],
    },
    "an encrypted note in the notebook": {
      row: "signin unknown denied denied  denied done done   done    done  done   denied  denied  denied denied",
      changes: ["notes"],
    },
    "a list of medications": {
      row: "signin unknown denied denied  denied done done   done    done  done   denied  denied  denied denied",
      changes: ["medication_turns", "notes"],
    },
    "mentioning the viewer": {
      row: "signin unknown denied denied  denied done done   done    done  done   denied  denied  denied denied",
      changes: ["notes"],
    },
    "mentioning the outsider": {
      row: "signin unknown denied denied  denied unseen unseen unseen  unseen unseen denied denied  denied denied",
    },
    "in a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.updateNote": {
    "everyone's note, mentioning the outsider": {
      row: "signin unknown denied denied  denied denied unseen denied  unseen unseen denied denied  denied denied",
    },
    "everyone's note": {
      row: "signin unknown denied denied  denied denied done   denied  done  done   denied  denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied denied done   denied  done  done   denied  denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied done   denied  denied denied denied denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done  denied  denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.deleteNote": {
    "everyone's note": {
      row: "signin unknown denied denied  denied denied done   denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "notes"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied denied done   denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "notes"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied done   denied  denied denied denied denied  denied denied",
      changes: ["audit_events", "notes"],
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done  denied  denied  denied denied",
      changes: ["audit_events", "notes"],
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "noteTypes.listActiveNoteTypes": {
    "the types": {
      row: "signin unknown types  types   types  types types  types   types types  types   types   types  types",
    },
  },
};

/**
 * What every registered function must answer to every kind of principal, written by hand from
 * `docs/spec/decisions.md`, "Roles", and never derived from the server's own table: the sweep holds one
 * against the other. A registered function without a row here fails the sweep.
 */
export const PRINCIPALS = [
  "anonymous",
  "token without user",
  "outsider",
  "invitee",
  "viewer",
  "author",
  "caregiver",
  "admin",
  "owner",
  "removed member",
  "owner elsewhere",
  "platform admin",
  "super admin",
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/**
 * - `signin`, `unknown`, `denied`: refused with "Not authenticated", "User not found", "Access denied"
 * - `kept`: refused with "The owner cannot be removed"
 * - `null`: answered with null, as for something that doesn't exist
 * - `done`: answered, and exactly the tables of `changes` changed; `same`: answered, and nothing changed
 * - other words: what a read shows, see `calls.ts`. Notes are letters: Everyone's, Team's, the author's Private one,
 *   the Owner's private one, the private one of the Removed member.
 */
export type Expectation = {
  shows: string;
  row: string;
  changes?: string[];
};

const EVERY_NOTE_CALL = "CORE-002 CORE-003 CORE-005 CORE-006 CORE-616";

// The columns, in the order of PRINCIPALS:
// anon.  token   outsider invitee viewer author caregvr admin owner  removed elsewh. platf. super
export const EXPECTED: Record<string, Record<string, Expectation>> = {
  "users.syncUser": {
    "as oneself": {
      shows: "CORE-002 CORE-004 CORE-005 WORK-142 WORK-143",
      row: "signin done   same    same    same   same   same    same  same   same    same    same   same",
      changes: ["users"],
    },
    "as somebody else": {
      shows: "CORE-005 WORK-141",
      row: "signin signin signin  signin  signin signin signin  signin signin signin signin signin signin",
    },
    "with somebody else's e-mail": {
      shows: "CORE-005 WORK-141",
      row: "signin signin signin  signin  signin signin signin  signin signin signin signin signin signin",
    },
  },
  "users.getCurrentUser": {
    "one's own record": {
      shows: "CORE-002 CORE-005 CORE-008",
      row: "signin null   self    self    self   self   self    self  self   self    self    self   self",
    },
  },
  "admin.getAdminStatus": {
    "one's own status": {
      shows: "CORE-003 CORE-006",
      row: "signin unknown no     no      no     no     no      no    no     no      no      admin  super",
    },
  },
  "admin.listAdmins": {
    "all administrators": {
      shows: "CORE-003 CORE-006",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied admins",
    },
  },
  "adminDb.listUsers": {
    "the first page": {
      shows: "CORE-003 CORE-006",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  people people",
    },
  },
  "diaries.listMyDiaries": {
    "one's own notebooks": {
      shows: "CORE-002 CORE-003 CORE-621 WORK-292",
      row: "signin unknown none   none    N      N      N       N     N      none    S       none   none",
    },
  },
  "diaries.getDiary": {
    "the notebook": {
      shows: "CORE-607 CORE-621 CORE-144",
      row: "signin unknown null   null    card   full   full    full  full   null    null    null   null",
    },
    "a notebook that doesn't exist": {
      shows: "CORE-621",
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
    "something that isn't an id": {
      shows: "CORE-621",
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
  },
  "diaries.getDiaryByShortId": {
    "the notebook": {
      shows: "CORE-607 CORE-621 CORE-145",
      row: "signin unknown null   null    card   full   full    full  full   null    null    null   null",
    },
    "a notebook that doesn't exist": {
      shows: "CORE-621",
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
  },
  "diaries.createDiaryWithPersonInfo": {
    "a notebook of one's own": {
      shows: "CORE-002 CORE-003 CORE-146",
      row: "signin unknown done   done    done   done   done    done  done   done    done    done   done",
      changes: ["audit_events", "diaries", "members", "person_infos"],
    },
  },
  "notes.listNotes": {
    "the notebook": {
      shows: `${EVERY_NOTE_CALL} CORE-597 CORE-604 CORE-607 CORE-621 CORE-623 CORE-624 CORE-625 CORE-626`,
      row: "signin unknown denied denied  E      EPT    ET      ET    EOT    denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      shows: "CORE-623",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
    "something that isn't an id": {
      shows: "CORE-623",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.getNote": {
    "everyone's note": {
      shows: `${EVERY_NOTE_CALL} CORE-604 CORE-621 CORE-626`,
      row: "signin unknown null   null    read   edit   read    edit  edit   null    null    null   null",
    },
    "the team's note": {
      shows: `${EVERY_NOTE_CALL} CORE-604 CORE-607 CORE-625`,
      row: "signin unknown null   null    null   edit   read    edit  edit   null    null    null   null",
    },
    "the author's private note": {
      shows: `${EVERY_NOTE_CALL} CORE-624`,
      row: "signin unknown null   null    null   edit   null    null  null   null    null    null   null",
    },
    "the owner's private note": {
      shows: "CORE-597 CORE-624",
      row: "signin unknown null   null    null   null   null    null  edit   null    null    null   null",
    },
    "a private note of the removed member": {
      shows: "CORE-621 CORE-624",
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      shows: EVERY_NOTE_CALL,
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
    "something that isn't an id": {
      shows: EVERY_NOTE_CALL,
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
  },
  "notes.getNoteByShortId": {
    "everyone's note": {
      shows: `${EVERY_NOTE_CALL} CORE-604 CORE-621 CORE-626`,
      row: "signin unknown null   null    read   edit   read    edit  edit   null    null    null   null",
    },
    "the team's note": {
      shows: `${EVERY_NOTE_CALL} CORE-604 CORE-607 CORE-625`,
      row: "signin unknown null   null    null   edit   read    edit  edit   null    null    null   null",
    },
    "the author's private note": {
      shows: `${EVERY_NOTE_CALL} CORE-624`,
      row: "signin unknown null   null    null   edit   null    null  null   null    null    null   null",
    },
    "a note that doesn't exist": {
      shows: EVERY_NOTE_CALL,
      row: "signin unknown null   null    null   null   null    null  null   null    null    null   null",
    },
  },
  "notes.createNote": {
    "in the notebook": {
      shows: `${EVERY_NOTE_CALL} CORE-597 CORE-605 CORE-607 CORE-609 CORE-622 CORE-623`,
      row: "signin unknown denied denied  denied done   done    done  done   denied  denied  denied denied",
      changes: ["notes"],
    },
    "a private note in the notebook": {
      shows: "CORE-605 CORE-622 CORE-623 CORE-624",
      row: "signin unknown denied denied  denied done   done    done  done   denied  denied  denied denied",
      changes: ["notes"],
    },
    "in a notebook that doesn't exist": {
      shows: "CORE-623",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "notes.updateNote": {
    "everyone's note": {
      shows: `${EVERY_NOTE_CALL} CORE-597 CORE-607 CORE-622 CORE-623`,
      row: "signin unknown denied denied  denied done   denied  done  done   denied  denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "the team's note": {
      shows: `${EVERY_NOTE_CALL} CORE-597 CORE-622 CORE-625`,
      row: "signin unknown denied denied  denied done   denied  done  done   denied  denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "the author's private note": {
      shows: `${EVERY_NOTE_CALL} CORE-624`,
      row: "signin unknown denied denied  denied done   denied  denied denied denied denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "the owner's private note": {
      shows: "CORE-622 CORE-624",
      row: "signin unknown denied denied  denied denied denied  denied done  denied  denied  denied denied",
      changes: ["note_versions", "notes"],
    },
    "a private note of the removed member": {
      shows: "CORE-622 CORE-624",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      shows: EVERY_NOTE_CALL,
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "noteTypes.listActiveNoteTypes": {
    "the types": {
      shows: "CORE-002 CORE-003 CORE-253",
      row: "signin unknown types  types   types  types  types   types types  types   types   types  types",
    },
  },
  "members.listMembers": {
    "the notebook": {
      shows: "CORE-613 CORE-621 CORE-623",
      row: "signin unknown denied denied  team   team   team    team  team   denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      shows: "CORE-623",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "members.removeMember": {
    "a caregiver": {
      shows: "CORE-597 CORE-603 CORE-606 CORE-608 CORE-622 CORE-623",
      row: "signin unknown denied denied  denied denied denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "an admin": {
      shows: "CORE-597 CORE-603 CORE-606 CORE-608",
      row: "signin unknown denied denied  denied denied denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "members"],
    },
    "the owner": {
      shows: "CORE-598",
      row: "signin unknown denied denied  denied denied denied  kept  kept   denied  denied  denied denied",
    },
    "a membership that doesn't exist": {
      shows: "CORE-622 CORE-623",
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied denied",
    },
  },
};

/**
 * Which secrets of the notebook a principal may ever be shown: the letters of the notes, N for the notebook's card,
 * M for the person's medical and legal information.
 */
export const MAY_LEARN: Record<Principal, string> = {
  anonymous: "",
  "token without user": "",
  outsider: "",
  invitee: "",
  viewer: "NE",
  author: "NMETP",
  caregiver: "NMET",
  admin: "NMET",
  owner: "NMETO",
  "removed member": "",
  "owner elsewhere": "",
  "platform admin": "",
  "super admin": "",
};

/** The words of a row by principal. */
export function wordsOf({ row }: Expectation): [Principal, string][] {
  const words = row.split(/ +/);
  if (words.length !== PRINCIPALS.length) throw new Error(`${words.length} words: ${row}`);
  return PRINCIPALS.map((principal, i) => [principal, words[i]!]);
}

import { ACTIVATION_EXPECTED } from "./activation_expected.ts";
import { ADMIN_EXPECTED } from "./admin_expected.ts";
import { APPOINTMENTS_EXPECTED } from "./appointment_expected.ts";
import { COMMENTS_EXPECTED } from "./comment_expected.ts";
import { DOSES_EXPECTED } from "./dose_expected.ts";
import { ESCALATION_EXPECTED } from "./escalation_expected.ts";
import { EXPORTS_EXPECTED } from "./export_expected.ts";
import { FEEDS_EXPECTED } from "./feed_expected.ts";
import { HANDOVER_EXPECTED } from "./handover_expected.ts";
import { HOME_EXPECTED } from "./home_expected.ts";
import { NOTES_EXPECTED } from "./note_expected.ts";
import { NOTIFICATIONS_EXPECTED } from "./notification_expected.ts";
import { PAUSES_EXPECTED } from "./pause_expected.ts";
import { PEOPLE_EXPECTED } from "./people_expected.ts";
import { PROGRAMS_EXPECTED } from "./program_expected.ts";
import { SEARCH_EXPECTED } from "./search_expected.ts";
import { TASKS_EXPECTED } from "./task_expected.ts";
import { TOKENS_EXPECTED } from "./token_expected.ts";
import { UPDATES_EXPECTED } from "./update_expected.ts";
import { VISITS_EXPECTED } from "./visit_expected.ts";
import { WEBHOOKS_EXPECTED } from "./webhook_expected.ts";

/**
 * The required answer of every registered function to every kind of principal, written by hand from
 * `docs/spec/decisions.md`, "Roles", and never derived from the server's own table: the sweep compares the two. A
 * registered function without a row here fails the sweep.
 */
export const PRINCIPALS = [
  "anonymous",
  "token without user",
  "outsider",
  "invitee",
  "viewer",
  "clinician",
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
 * - `kept`: refused with what an owner can't do or be made to: be removed, leave, lose the role
 * - `member`, `pending`, `accepted`, `declined`, `expired`: refused with what stands against the invitation
 * - `approval`: refused until a member lets them in; `notyours`: refused to others than the link's maker
 * - `inside`: refused to a member, who has nothing to ask for; `answered`: refused because somebody answered before
 * - `stale`, `foreign`: refused with what stands against a change of the notebook or against its photo
 * - `outdated`: refused because the list of medications isn't the newest one that the caller sees
 * - `null`: answered with null, as for something that doesn't exist
 * - `done`: answered, and exactly the tables of `changes` changed; `same`: answered, and nothing changed
 * - other words: what a read shows, see `calls.ts`. Notes are letters: Everyone's, Team's, the author's Private one,
 *   the Owner's private one, the private one of the Removed member.
 */
export type Expectation = {
  row: string;
  changes?: string[];
  /** Whose call changes other tables: an author isn't notified of what they do themselves. */
  changesFor?: Partial<Record<Principal, string[]>>;
};

// The columns, in the order of PRINCIPALS:
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const EXPECTED: Record<string, Record<string, Expectation>> = {
  // First: it lists only the newest items, so items created by other calls would push these out.
  ...HOME_EXPECTED,
  ...HANDOVER_EXPECTED,
  ...UPDATES_EXPECTED,
  ...VISITS_EXPECTED,
  ...APPOINTMENTS_EXPECTED,
  ...SEARCH_EXPECTED,
  ...FEEDS_EXPECTED,
  ...TOKENS_EXPECTED,
  ...WEBHOOKS_EXPECTED,
  ...NOTIFICATIONS_EXPECTED,
  ...ESCALATION_EXPECTED,
  "users.syncUser": {
    "as oneself": {
      row: "signin done   same    same    same   same same   same    same  same   same    same    same   same",
      changes: ["notification_targets", "users"],
    },
    "as somebody else": {
      row: "signin signin signin  signin  signin signin signin signin  signin signin signin signin signin signin",
    },
    "with somebody else's e-mail": {
      row: "signin signin signin  signin  signin signin signin signin  signin signin signin signin signin signin",
    },
  },
  "users.updateSettings": {
    "one's own": {
      row: "signin unknown done    done    done   done done   done    done  done   done    done    done   done",
      changes: ["users"],
    },
    nothing: {
      row: "signin unknown same    same    same   same same   same    same  same   same    same    same   same",
    },
  },
  "users.updatePicture": {
    "a photo of one's own": {
      row: "signin unknown done    done    done   done done   done    done  done   done    done    done   done",
      changes: ["users"],
    },
    "a photo of somebody else": {
      row: "signin unknown foreign foreign foreign foreign foreign foreign foreign foreign foreign foreign foreign foreign",
    },
    "the notebook's photo": {
      row: "signin unknown foreign foreign foreign foreign foreign foreign foreign foreign foreign foreign foreign foreign",
    },
    none: {
      row: "signin unknown same    same    same   same same   same    same  same   same    same    same   same",
    },
  },
  "users.getCurrentUser": {
    "one's own record": {
      row: "signin null   self    self    self   self self   self    self  self   self    self    self   self",
    },
  },
  ...ADMIN_EXPECTED,
  "diaries.listMyDiaries": {
    "one's own notebooks": {
      row: "signin unknown none   none    N      N N      N       N     N      none    S       none   none",
    },
  },
  "diaries.getDiary": {
    "the notebook": {
      row: "signin unknown null   null    card   full full   full    full  full   null    null    null   null",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
    "something that isn't an id": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "diaries.getDiaryByShortId": {
    "the notebook": {
      row: "signin unknown null   null    card   full full   full    full  full   null    null    null   null",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown null   null    null   null null   null    null  null   null    null    null   null",
    },
  },
  "diaries.getCopyUrl": {
    "the notebook": {
      row: "signin unknown denied denied  done   done done   done    done  done   denied  denied  denied denied",
      changes: ["copy_tickets"],
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaries.createDiaryWithPersonInfo": {
    "a notebook of one's own": {
      row: "signin unknown done   done    done   done done   done    done  done   done    done    done   done",
      changes: ["audit_events", "diaries", "members", "notification_settings", "person_infos"],
    },
  },
  "diaries.updateDiaryWithPersonInfo": {
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied  denied  denied denied",
      changes: ["audit_events", "diaries", "person_infos"],
    },
    "the notebook as somebody else has changed it": {
      row: "signin unknown denied denied  denied denied denied denied  stale stale  denied  denied  denied denied",
    },
    "the notebook with a photo of the outsider": {
      row: "signin unknown denied denied  denied denied denied denied  foreign foreign denied denied denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaries.archiveDiary": {
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  denied done  denied  denied  denied denied",
      changes: ["audit_events", "diaries"],
    },
    "an archived notebook": {
      row: "signin unknown denied denied  denied denied denied denied  denied same  denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaries.unarchiveDiary": {
    "an archived notebook": {
      row: "signin unknown denied denied  denied denied denied denied  denied done  denied  denied  denied denied",
      changes: ["audit_events", "diaries"],
    },
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  denied same  denied  denied  denied denied",
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaries.setKeptOnDevices": {
    "the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  denied done  denied  denied  denied denied",
      changes: ["audit_events", "diaries"],
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaries.deleteDiary": {
    "a notebook with a note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done  denied  denied  denied denied",
      changes: ["audit_events", "diaries", "members", "notes", "person_infos"],
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaries.markDiaryOpened": {
    "the notebook": {
      row: "signin unknown denied denied  done   done done   done    done  done   denied  denied  denied denied",
      changes: ["notebook_visits"],
    },
    "a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "diaryAvatars.uploadAvatarFromDataUrl": {
    "for a notebook of one's own": {
      row: "signin unknown done   done    done   done done   done    done  done   done    done    done   done",
      changes: ["avatars"],
    },
    "for the notebook": {
      row: "signin unknown denied denied  denied denied denied denied  done  done   denied  denied  denied denied",
      changes: ["avatars"],
    },
    "for a notebook that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  ...NOTES_EXPECTED,
  ...COMMENTS_EXPECTED,
  ...EXPORTS_EXPECTED,
  ...TASKS_EXPECTED,
  ...DOSES_EXPECTED,
  ...PAUSES_EXPECTED,
  ...PROGRAMS_EXPECTED,
  ...PEOPLE_EXPECTED,
  ...ACTIVATION_EXPECTED,
  "attachments.listAttachments": {
    "everyone's note": {
      row: "signin unknown denied denied  read read delete read  delete delete denied denied  denied denied",
    },
    "the team's note": {
      row: "signin unknown denied denied  denied read delete read  delete delete denied denied  denied denied",
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied delete denied  denied denied denied denied  denied denied",
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied delete denied denied  denied denied",
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "attachments.generateUploadUrl": {
    "everyone's note": {
      row: "signin unknown denied denied  denied denied done done  done done denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied denied done done  done done denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied done denied  denied denied denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "everyone's note, as if it were elsewhere": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "attachmentsActions.generateUploadUrl": {
    "everyone's note": {
      row: "signin unknown denied denied  denied denied done done  done done denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied denied done done  done done denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied done denied  denied denied denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done denied denied  denied denied",
      changes: ["upload_grants", "upload_turns"],
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "everyone's note, as if it were elsewhere": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "a note that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "attachments.createAttachment": {
    "everyone's note": {
      row: "signin unknown denied denied  denied denied done done  done done denied denied  denied denied",
      changes: ["attachments", "upload_grants", "upload_turns"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied denied done done  done done denied denied  denied denied",
      changes: ["attachments", "upload_grants", "upload_turns"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied done denied  denied denied denied denied  denied denied",
      changes: ["attachments", "upload_grants", "upload_turns"],
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done denied denied  denied denied",
      changes: ["attachments", "upload_grants", "upload_turns"],
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an upload of the author": {
      row: "signin unknown denied denied  denied denied done nothing  nothing nothing denied denied  denied denied",
      changes: ["attachments", "upload_grants", "upload_turns"],
    },
    "an upload for another note": {
      row: "signin unknown denied denied  denied denied nothing nothing  nothing nothing denied denied  denied denied",
    },
  },
  "attachments.getAttachmentUrl": {
    "everyone's note": {
      row: "signin unknown denied denied  same same same same  same same denied denied  done done",
      changes: ["audit_events"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied same same same  same same denied denied  done done",
      changes: ["audit_events"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied same denied  denied denied denied denied  denied denied",
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied same denied denied  denied denied",
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an attachment that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "attachmentsActions.getAttachmentUrl": {
    "everyone's note": {
      row: "signin unknown denied denied  same same same same  same same denied denied  done done",
      changes: ["audit_events"],
    },
    "the team's note": {
      row: "signin unknown denied denied  denied same same same  same same denied denied  done done",
      changes: ["audit_events"],
    },
    "the author's private note": {
      row: "signin unknown denied denied  denied denied same denied  denied denied denied denied  denied denied",
    },
    "the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied same denied denied  denied denied",
    },
    "a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "an attachment that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "attachments.updateAttachment": {
    "the author's, of everyone's note": {
      row: "signin unknown denied denied  denied denied done denied  done done denied denied  denied denied",
      changes: ["attachments"],
    },
    "the author's, of the team's note": {
      row: "signin unknown denied denied  denied denied done denied  done done denied denied  denied denied",
      changes: ["attachments"],
    },
    "the author's, of the author's private note": {
      row: "signin unknown denied denied  denied denied done denied  denied denied denied denied  denied denied",
      changes: ["attachments"],
    },
    "the author's, of the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done denied denied  denied denied",
      changes: ["attachments"],
    },
    "the author's, of a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "one's own, of everyone's note": {
      row: "signin unknown denied denied  done done done done  done done denied denied  denied denied",
      changes: ["attachments"],
    },
    "one's own, of the team's note": {
      row: "signin unknown denied denied  denied done done done  done done denied denied  denied denied",
      changes: ["attachments"],
    },
    "an attachment that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
  "attachments.deleteAttachment": {
    "the author's, of everyone's note": {
      row: "signin unknown denied denied  denied denied done denied  done done denied denied  denied denied",
      changes: ["attachments", "audit_events", "file_removals"],
    },
    "the author's, of the team's note": {
      row: "signin unknown denied denied  denied denied done denied  done done denied denied  denied denied",
      changes: ["attachments", "audit_events", "file_removals"],
    },
    "the author's, of the author's private note": {
      row: "signin unknown denied denied  denied denied done denied  denied denied denied denied  denied denied",
      changes: ["attachments", "audit_events", "file_removals"],
    },
    "the author's, of the owner's private note": {
      row: "signin unknown denied denied  denied denied denied denied  denied done denied denied  denied denied",
      changes: ["attachments", "audit_events", "file_removals"],
    },
    "the author's, of a private note of the removed member": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
    "one's own, of everyone's note": {
      row: "signin unknown denied denied  done done done done  done done denied denied  denied denied",
      changes: ["attachments", "audit_events", "file_removals"],
    },
    "one's own, of the team's note": {
      row: "signin unknown denied denied  denied done done done  done done denied denied  denied denied",
      changes: ["attachments", "audit_events", "file_removals"],
    },
    "an attachment that doesn't exist": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied denied",
    },
  },
};

/**
 * The secrets of the notebook that a principal may ever see: the letters of the notes, N for the notebook's card, M
 * for the person's medical and legal information, V for what the viewer told the team. Administrators of the platform
 * read what the team reads, in their tables.
 */
export const VISIBLE_SECRETS: Record<Principal, string> = {
  anonymous: "",
  "token without user": "",
  outsider: "",
  invitee: "N",
  viewer: "NEV",
  clinician: "NMETV",
  author: "NMETPV",
  caregiver: "NMETV",
  admin: "NMETV",
  owner: "NMETOV",
  "removed member": "",
  "owner elsewhere": "",
  "platform admin": "NETV",
  "super admin": "NETV",
};

/** The words of a row by principal. */
export function wordsOf({ row }: Expectation): [Principal, string][] {
  const words = row.split(/ +/);
  if (words.length !== PRINCIPALS.length) throw new Error(`${words.length} words: ${row}`);
  return PRINCIPALS.map((principal, i) => [principal, words[i]!]);
}

import type { Expectation } from "./expected.ts";

/**
 * What the calls of a handover must answer; see `expected.ts`. A page is the letters of all secrets on it, in notes,
 * comments, tasks, programs and doses. It has nothing that the reader did themselves, such as their private note or the
 * task that the viewer did; a report of a span has it.
 */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const HANDOVER_EXPECTED: Record<string, Record<string, Expectation>> = {
  "handover.getHandover": {
    "the notebook": {
      row: "signin unknown denied denied E ETV ETV ETV ETV ETV denied denied denied denied",
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied none denied denied",
    },
  },
  "handover.getShift": {
    "the notebook": {
      row: "signin unknown denied denied EV ETV EPTV ETV ETV EOTV denied denied denied denied",
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied none denied denied",
    },
  },
  "handover.listStarts": {
    "all notebooks": { row: "signin unknown 0 0 1 1 1 1 1 1 0 1 0 0" },
  },
  "handover.listReceipts": {
    "the notebook": {
      row: "signin unknown denied denied own all all all all all denied denied denied denied",
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied own denied denied",
    },
  },
  "handover.markRead": {
    "the notebook": {
      row: "signin unknown denied denied done done done done done done denied denied denied denied",
      changes: ["handover_marks", "handover_turns", "read_marks"],
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied done denied denied",
      changes: ["handover_marks", "handover_turns", "read_marks"],
    },
  },
  "handover.markUnreadFrom": {
    "the notebook": {
      row: "signin unknown denied denied done done done done done done denied denied denied denied",
      changes: ["handover_marks", "handover_turns"],
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied done denied denied",
      changes: ["handover_marks", "handover_turns"],
    },
  },
  "handover.sendLink": {
    "the notebook": {
      row: "signin unknown denied denied denied done done done done done denied denied denied denied",
      changes: ["mail_outbox", "mention_mails"],
    },
    "another notebook": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied same denied denied",
    },
  },
};

import type { Expectation } from "./expected.ts";

const toAdmins = (word: string): Expectation => ({
  row: `signin unknown denied denied denied denied denied denied denied denied denied ${word} ${word}`,
});

const opened = { "a table that was opened": toAdmins("page") };

/** A search for hidden words finds nothing. */
const withHidden = { ...opened, "a search for hidden words": toAdmins("nothing") };

/** What the calls of the back-office must answer; see `expected.ts`. */
// anon.  token   outsider invitee viewer author caregvr admin owner  removed elsewh. platf. super
export const ADMIN_EXPECTED: Record<string, Record<string, Expectation>> = {
  "admin.getAdminStatus": {
    "one's own status": {
      row: "signin unknown no     no      no     no     no      no    no     no      no      admin  super",
    },
  },
  "admin.listAdmins": {
    "all administrators": {
      row: "signin unknown denied denied  denied denied denied  denied denied denied denied  denied admins",
    },
  },
  "admin.recordTableOpening": {
    "a table": { ...toAdmins("done"), changes: ["admin_openings", "audit_events"] },
  },
  "admin.updateProgramAdmin": {
    "a program of a notebook": { ...toAdmins("done"), changes: ["audit_events", "programs"] },
    nothing: toAdmins("same"),
    "a program that doesn't exist": toAdmins("no-program"),
  },
  "adminDb.getStats": { "all figures": toAdmins("figures") },
  "adminDb.getTableCount": { "a table": toAdmins("figure") },
  "adminDb.listUsers": opened,
  "adminDb.listDiaries": opened,
  "adminDb.listNotes": withHidden,
  "adminDb.listNoteTypes": opened,
  "adminDb.listAttachments": withHidden,
  "adminDb.listTasks": opened,
  "adminDb.listComments": withHidden,
  "adminDb.listMembers": opened,
  "adminDb.listInvitations": opened,
  "adminDb.listPrograms": opened,
  "adminDb.listDiaryPrograms": opened,
  "adminDb.listPhaseProgress": opened,
  "adminDb.listActivityActivations": opened,
  "adminDb.listProgramExports": opened,
  "adminDb.listAuditEvents": opened,
};

import type { Expectation } from "./expected.ts";

const expectAdmins = (word: string): Expectation => ({
  row: `signin unknown denied denied denied denied denied denied denied denied denied denied ${word} ${word}`,
});

const openedTable = { "a table that was opened": expectAdmins("page") };

/** A search for hidden words finds nothing. */
const openedAndSearched = { ...openedTable, "a search for hidden words": expectAdmins("nothing") };

/** What the calls of the back-office must answer; see `expected.ts`. */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
export const ADMIN_EXPECTED: Record<string, Record<string, Expectation>> = {
  "admin.getAdminStatus": {
    "one's own status": {
      row: "signin unknown no     no      no     no no     no      no    no     no      no      admin  super",
    },
  },
  "admin.claimAdministration": {
    "a link that doesn't hold": {
      row: "signin unknown no-link no-link no-link no-link no-link no-link no-link no-link no-link no-link no-link no-link",
    },
  },
  "admin.listAdmins": {
    "all administrators": {
      row: "signin unknown denied denied  denied denied denied denied  denied denied denied denied  denied admins",
    },
  },
  "admin.recordTableOpening": {
    "a table": { ...expectAdmins("done"), changes: ["admin_openings", "audit_events"] },
  },
  "admin.updateProgramAdmin": {
    "a program of a notebook": { ...expectAdmins("done"), changes: ["audit_events", "programs"] },
    nothing: expectAdmins("same"),
    "a program that doesn't exist": expectAdmins("no-program"),
  },
  "admin.getQueues": { "all figures": expectAdmins("same") },
  "adminDb.getStats": { "all figures": expectAdmins("figures") },
  "adminDb.getTableCount": { "a table": expectAdmins("figure") },
  "adminDb.listUsers": openedTable,
  "adminDb.listDiaries": openedTable,
  "adminDb.listNotes": openedAndSearched,
  "adminDb.listNoteTypes": openedTable,
  "adminDb.listAttachments": openedAndSearched,
  "adminDb.listTasks": openedTable,
  "adminDb.listComments": openedAndSearched,
  "adminDb.listMembers": openedTable,
  "adminDb.listInvitations": openedTable,
  "adminDb.listPrograms": openedTable,
  "adminDb.listDiaryPrograms": openedTable,
  "adminDb.listPhaseProgress": openedTable,
  "adminDb.listActivityActivations": openedTable,
  "adminDb.listProgramExports": openedTable,
  "adminDb.listAuditEvents": openedTable,
};

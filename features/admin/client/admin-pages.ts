import type { Key } from "../../../lib/words/keys.ts";
import type { AdminTable } from "../rules.ts";

/**
 * The tables of the back-office in menu order (workspace 2.8): the last part of the page's address, its title, the noun
 * for its rows, and the server's name of the table for counts and openings.
 */
export const TABLE_PAGES = [
  { path: "users", title: "adminnames.users", noun: "adminnames.usersRows", table: "users" },
  { path: "care", title: "adminnames.notebooks", noun: "adminnames.notebooksRows", table: "diaries" },
  { path: "notes", title: "adminnames.notes", noun: "adminnames.notesRows", table: "notes" },
  { path: "note-types", title: "adminnames.noteTypes", noun: "adminnames.noteTypesRows", table: "noteTypes" },
  {
    path: "attachments",
    title: "adminnames.attachments",
    noun: "adminnames.attachmentsRows",
    table: "attachments",
  },
  { path: "tasks", title: "adminnames.tasks", noun: "adminnames.tasksRows", table: "tasks" },
  { path: "comments", title: "adminnames.comments", noun: "adminnames.commentsRows", table: "comments" },
  { path: "members", title: "adminnames.members", noun: "adminnames.membersRows", table: "members" },
  {
    path: "invitations",
    title: "adminnames.invitations",
    noun: "adminnames.invitationsRows",
    table: "invitations",
  },
  { path: "programs", title: "adminnames.programs", noun: "adminnames.programsRows", table: "programs" },
  {
    path: "diary-programs",
    title: "adminnames.notebookPrograms",
    noun: "adminnames.notebookProgramsRows",
    table: "diaryPrograms",
  },
  {
    path: "phase-progress",
    title: "adminnames.phaseProgress",
    noun: "adminnames.phaseProgressRows",
    table: "phaseProgress",
  },
  {
    path: "activity-activations",
    title: "adminnames.activations",
    noun: "adminnames.activationsRows",
    table: "activityActivations",
  },
  {
    path: "program-exports",
    title: "adminnames.programExports",
    noun: "adminnames.programExportsRows",
    table: "programExports",
  },
  {
    path: "audit",
    title: "adminnames.auditEvents",
    noun: "adminnames.auditEventsRows",
    table: "auditEvents",
  },
] as const satisfies readonly { path: string; title: Key; noun: Key; table: AdminTable }[];

export type TablePage = (typeof TABLE_PAGES)[number];
/** The last part of a table page's address. */
export type TablePath = TablePage["path"];

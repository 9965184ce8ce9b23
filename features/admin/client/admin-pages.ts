import type { AdminTable } from "../rules.ts";

/**
 * The tables of the back-office in menu order (workspace 2.8): the last part of the page's address, its title, the noun
 * for its rows, and the server's name of the table for counts and openings.
 */
export const TABLE_PAGES = [
  { path: "users", title: "Users", noun: "users", table: "users" },
  { path: "care", title: "Notebooks", noun: "notebooks", table: "diaries" },
  { path: "notes", title: "Notes", noun: "notes", table: "notes" },
  { path: "note-types", title: "Note Types", noun: "note types", table: "noteTypes" },
  { path: "attachments", title: "Attachments", noun: "attachments", table: "attachments" },
  { path: "tasks", title: "Tasks", noun: "tasks", table: "tasks" },
  { path: "comments", title: "Comments", noun: "comments", table: "comments" },
  { path: "members", title: "Members", noun: "members", table: "members" },
  { path: "invitations", title: "Invitations", noun: "invitations", table: "invitations" },
  { path: "programs", title: "Programs", noun: "programs", table: "programs" },
  {
    path: "diary-programs",
    title: "Notebook Programs",
    noun: "notebook programs",
    table: "diaryPrograms",
  },
  { path: "phase-progress", title: "Phase Progress", noun: "phase progress", table: "phaseProgress" },
  {
    path: "activity-activations",
    title: "Activity Activations",
    noun: "activity activations",
    table: "activityActivations",
  },
  { path: "program-exports", title: "Program Exports", noun: "program exports", table: "programExports" },
  { path: "audit", title: "Audit Events", noun: "audit events", table: "auditEvents" },
] as const satisfies readonly { path: string; title: string; noun: string; table: AdminTable }[];

export type TablePage = (typeof TABLE_PAGES)[number];
/** The last part of a table page's address. */
export type TablePath = TablePage["path"];

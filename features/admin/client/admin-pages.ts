import type { AdminTable } from "../rules.ts";

/**
 * The tables of the back-office in menu order (workspace 2.8): the last part of the page's address, its title, the noun
 * for its rows, and the server's name of the table for counts and openings.
 */
export const TABLE_PAGES = [
  { path: "users", title: "Users", things: "users", table: "users" },
  { path: "care", title: "Notebooks", things: "notebooks", table: "diaries" },
  { path: "notes", title: "Notes", things: "notes", table: "notes" },
  { path: "note-types", title: "Note Types", things: "note types", table: "noteTypes" },
  { path: "attachments", title: "Attachments", things: "attachments", table: "attachments" },
  { path: "tasks", title: "Tasks", things: "tasks", table: "tasks" },
  { path: "comments", title: "Comments", things: "comments", table: "comments" },
  { path: "members", title: "Members", things: "members", table: "members" },
  { path: "invitations", title: "Invitations", things: "invitations", table: "invitations" },
  { path: "programs", title: "Programs", things: "programs", table: "programs" },
  {
    path: "diary-programs",
    title: "Notebook Programs",
    things: "notebook programs",
    table: "diaryPrograms",
  },
  { path: "phase-progress", title: "Phase Progress", things: "phase progress", table: "phaseProgress" },
  {
    path: "activity-activations",
    title: "Activity Activations",
    things: "activity activations",
    table: "activityActivations",
  },
  { path: "program-exports", title: "Program Exports", things: "program exports", table: "programExports" },
  { path: "audit", title: "Audit Events", things: "audit events", table: "auditEvents" },
] as const satisfies readonly { path: string; title: string; things: string; table: AdminTable }[];

export type TablePage = (typeof TABLE_PAGES)[number];
/** The last part of a table page's address. */
export type TablePath = TablePage["path"];

import { ACTIVITY_ACTIVATIONS } from "../components/tables/activity-activations.tsx";
import { ATTACHMENTS } from "../components/tables/attachments.tsx";
import { AUDIT_EVENTS } from "../components/tables/audit-events.tsx";
import { COMMENTS } from "../components/tables/comments.tsx";
import { INVITATIONS } from "../components/tables/invitations.tsx";
import { MEMBERS } from "../components/tables/members.tsx";
import { NOTE_TYPES } from "../components/tables/note-types.tsx";
import { NOTEBOOK_PROGRAMS } from "../components/tables/notebook-programs.tsx";
import { NOTEBOOKS } from "../components/tables/notebooks.tsx";
import { NOTES } from "../components/tables/notes.tsx";
import { PHASE_PROGRESS } from "../components/tables/phase-progress.tsx";
import { PROGRAM_EXPORTS } from "../components/tables/program-exports.tsx";
import { PROGRAMS } from "../components/tables/programs.tsx";
import { TASKS } from "../components/tables/tasks.tsx";
import { USERS } from "../components/tables/users.tsx";
import type { TableDefinition } from "./columns.ts";

/** All tables of the back-office. */
export const TABLE_DEFINITIONS: readonly TableDefinition[] = [
  USERS,
  NOTEBOOKS,
  NOTES,
  NOTE_TYPES,
  ATTACHMENTS,
  TASKS,
  COMMENTS,
  MEMBERS,
  INVITATIONS,
  PROGRAMS,
  NOTEBOOK_PROGRAMS,
  PHASE_PROGRESS,
  ACTIVITY_ACTIVATIONS,
  PROGRAM_EXPORTS,
  AUDIT_EVENTS,
];

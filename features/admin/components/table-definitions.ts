import type { TableDefinition } from "./columns.ts";
import { ACTIVITY_ACTIVATIONS } from "./tables/activity-activations.tsx";
import { ATTACHMENTS } from "./tables/attachments.tsx";
import { AUDIT_EVENTS } from "./tables/audit-events.tsx";
import { COMMENTS } from "./tables/comments.tsx";
import { INVITATIONS } from "./tables/invitations.tsx";
import { MEMBERS } from "./tables/members.tsx";
import { NOTE_TYPES } from "./tables/note-types.tsx";
import { NOTEBOOK_PROGRAMS } from "./tables/notebook-programs.tsx";
import { NOTEBOOKS } from "./tables/notebooks.tsx";
import { NOTES } from "./tables/notes.tsx";
import { PHASE_PROGRESS } from "./tables/phase-progress.tsx";
import { PROGRAM_EXPORTS } from "./tables/program-exports.tsx";
import { PROGRAMS } from "./tables/programs.tsx";
import { TASKS } from "./tables/tasks.tsx";
import { USERS } from "./tables/users.tsx";

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

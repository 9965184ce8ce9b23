// The room's public exports for the server.
export { maySeeUpdates, type UpdatesAccess } from "./access.ts";
export { newestUpdates } from "./data.ts";
export {
  createUpdatesReader,
  type Event,
  newestAttachments,
  newestComments,
  newestMembers,
  newestNotes,
  newestPrograms,
} from "./events.ts";
export {
  newestDoseEntries,
  newestDoseResults,
  newestDosesToReview,
  newestPauseEnds,
  newestPauses,
  newestPlanEnds,
  newestPlanVersions,
} from "./ledger_events.ts";
export { markAllRead } from "./marks.ts";
export { readSubjects, type Subjects } from "./subjects.ts";
export { newestAssignments, newestCompletions, newestTaskChanges, newestTasks } from "./task_events.ts";

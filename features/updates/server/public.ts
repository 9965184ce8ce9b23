// The room's public exports for the server.
export { maySeeUpdates, type UpdatesAccess } from "./access.ts";
export {
  createUpdatesReader,
  type Event,
  readNewestAttachments,
  readNewestComments,
  readNewestMembers,
  readNewestNotes,
  readNewestPrograms,
} from "./events.ts";
export {
  getNewestDoseEntries,
  getNewestDosesToReview,
  readNewestDoseResults,
  readNewestPauseEnds,
  readNewestPauses,
  readNewestPlanEnds,
  readNewestPlanVersions,
} from "./ledger_events.ts";
export { markAllRead } from "./marks.ts";
export { readSubjects, type Subjects } from "./subjects.ts";
export {
  readNewestAssignments,
  readNewestCompletions,
  readNewestTaskChanges,
  readNewestTasks,
} from "./task_events.ts";

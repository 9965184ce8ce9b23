// The room's public exports for the server.
export { mayListTasks, type TasksAccess } from "./access.ts";
export { checkAssignees } from "./assignees.ts";
export { type DatedTask, readDatedTasks } from "./dated_data.ts";
export { countProgramTasks } from "./program_counts.ts";
export {
  getProgramHeading,
  HEADING_COLUMNS,
  type ProgramInLanguage,
  readHeadings,
  readProgramHeadings,
} from "./program_headings.ts";
export { readOverdueTasks } from "./section_data.ts";
export { createProgramClock, isExpired, isMissed, OPEN, REPETITION } from "./states.ts";
export { presentTask, TASK_COLUMNS } from "./task_row.ts";
export { unassignOpenTasks } from "./unassign.ts";

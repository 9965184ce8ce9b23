// What other rooms may use on the server.
export { mayListTasks } from "./access.ts";
export { checkAssignees } from "./assignees.ts";
export { isExpired, isMissed, programClock } from "./states.ts";
export { presentTask, TASK_COLUMNS } from "./task_row.ts";

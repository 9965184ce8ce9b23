// The room's public exports for the server.
export { seesProgram } from "./access.ts";
export { FREQUENCY_COLUMNS, toFrequency } from "./progress/activity_row.ts";
export { unassignActivities } from "./progress/unassign.ts";

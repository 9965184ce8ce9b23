// The room's public exports for the server.
export {
  type ActivationAccess,
  mayActivateProgram,
  mayManageActivatedProgram,
  mayReadActivatedProgram,
  seenProgram,
} from "./access.ts";
export { FREQUENCY_COLUMNS, toFrequency } from "./activity_row.ts";
export { getDiaryProgram } from "./data.ts";
export { unassignActivities } from "./unassign.ts";

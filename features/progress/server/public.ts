// What other rooms use of this one on the server.
export {
  type ActivationAccess,
  activation,
  ofDiaryProgram,
  onDiaryProgram,
  seenProgram,
} from "./access.ts";
export { FREQUENCY_COLUMNS, frequencyOf } from "./activity_row.ts";
export { getDiaryProgram } from "./data.ts";

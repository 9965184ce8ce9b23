// What other rooms use of this one on the server.
export {
  type ActivationAccess,
  activation,
  ofDiaryProgram,
  onDiaryProgram,
  seenProgram,
} from "./access.ts";
export { getDiaryProgram } from "./data.ts";

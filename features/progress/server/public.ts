// What other rooms use of this one on the server.
export {
  type ActivationAccess,
  activation,
  diaryProgramsOf,
  ofDiaryProgram,
  onDiaryProgram,
  seenProgram,
} from "./access.ts";
export { getDiaryProgram, listDiaryPrograms } from "./data.ts";

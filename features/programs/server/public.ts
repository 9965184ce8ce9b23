// What other rooms use of this one on the server.
export { seesProgram } from "./access.ts";

// What other rooms may use on the server.
export { seesProgram } from "./access.ts";

// The room's public exports for the server.
export { seesProgram } from "./access.ts";

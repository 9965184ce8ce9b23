// The room's public exports for the server.
export { insertMember } from "./data.ts";

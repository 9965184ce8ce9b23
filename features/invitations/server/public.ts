// What other rooms may use on the server.
export { deleteInvitations } from "./deletion.ts";

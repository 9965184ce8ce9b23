// What other rooms use of this one on the server.
export { deleteInvitations } from "./deletion.ts";

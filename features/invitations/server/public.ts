// The room's public exports for the server.
export { deleteInvitations, endOpenLinks } from "./deletion.ts";
export { mayInvite } from "./open_link_data.ts";

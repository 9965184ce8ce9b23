// What other rooms may use on the server.
export { maySeeUpdates, type UpdatesAccess } from "./access.ts";
export { newestUpdates } from "./data.ts";

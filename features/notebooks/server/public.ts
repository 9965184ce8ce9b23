// What other rooms may use on the server.
export { findNotebookId, getNotebook, listNotebooks } from "./data.ts";
export { deleteOwned } from "./deletion.ts";
export { newestChange, newestChanges } from "./newest_changes.ts";

// The room's public exports for the server.
export { chosenNotebooks } from "./chosen_data.ts";
export { findNotebookId, getNotebook, listPersonsNotebooks } from "./data.ts";
export { deleteOwned } from "./deletion.ts";
export { newestChange, newestChanges } from "./newest_changes.ts";

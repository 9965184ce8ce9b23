// The room's public exports for the server.

export { readChosenNotebooks } from "./chosen_data.ts";
export { selectComments } from "./comment_rows.ts";
export { findNotebookId, getNotebook, listPersonsNotebooks } from "./data.ts";
export { deleteOwned } from "./deletion.ts";
export { COUNTS, countMembers, countNotes, getNewestChange, getNewestChanges } from "./newest_changes.ts";
export { readNotebookNames } from "./notebook_names.ts";

/** What opens over a list for one of its tasks. */
export type TaskDialogName = "details" | "edit" | "assign" | "move" | "delete";

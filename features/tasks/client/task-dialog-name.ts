/** The dialogs that open for a task of a list. */
export type TaskDialogName = "details" | "edit" | "assign" | "move" | "delete" | "early";

/** The names of all stored exports; for a backup. */
export const STORED_FILES = "select object_name from exports where object_name is not null";

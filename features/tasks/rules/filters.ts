/** Whose tasks a list holds (workspace 7). By itself, because addresses are read before a room's rules are loaded. */
export const TASK_FILTERS = ["my-tasks", "helping-with", "all", "unassigned"] as const;
export type TaskFilter = (typeof TASK_FILTERS)[number];

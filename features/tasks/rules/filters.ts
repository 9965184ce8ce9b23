/**
 * The scopes of a task list (workspace 7). A separate file, because URLs are parsed before a room's rules are loaded.
 */
export const TASK_FILTERS = ["my-tasks", "helping-with", "all", "unassigned"] as const;
export type TaskFilter = (typeof TASK_FILTERS)[number];

/** How many tasks the page of tasks requests (workspace 9). */
export const TASK_LIST_LIMIT = 200;

/** Limits of tasks. Lengths are in characters. */
export const TASK_TITLE_LENGTH = 200;
export const TASK_DESCRIPTION_LENGTH = 5000;
/** The most tasks in a list: the calendar and home request this many, the tasks page 200 (workspace 9). */
export const LISTED_TASKS = 500;
export const NOTE_TASKS = 500;
/** The most tasks that undoing a skip may name; more than an activity or a series creates. */
export const MAX_SKIPPED = 5000;
/** Finished tasks are counted up to this number; reaching it means there may be more. */
export const MAX_COUNTED = 1000;

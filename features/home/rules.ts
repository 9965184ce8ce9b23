/** How many recent notes and updates one call may ask for; the dashboard asks for 4 and 20 (workspace 9). */
export const MAX_NOTES = 20;
export const MAX_UPDATES = 50;
export const HOME_NOTES = 4;
export const HOME_UPDATES = 20;
/** How many tasks the dashboard counts (workspace 9). */
export const HOME_TASKS = 500;
/** How many updates the dashboard shows, those of this browser's recordings among them. */
export const SHOWN_UPDATES = 4;

/** What can have happened in a notebook (decisions, "Tasks, calendar, home"); "recording" is of this browser alone. */
export const UPDATE_TYPES = ["note", "comment", "attachment", "task", "program", "member"] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

/** The newest `count` of the lists' entries, newest first; the id decides between those of one moment. */
export function newestFirst<Entry extends { id: string; updatedAt: number }>(
  entries: readonly Entry[],
  count: number,
): Entry[] {
  return [...entries].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)).slice(0, count);
}

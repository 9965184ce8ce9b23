/** The most notes and updates that one call may request; the dashboard requests 4 and 20 (workspace 9). */
export const MAX_NOTES = 20;
export const MAX_UPDATES = 50;
export const HOME_NOTES = 4;
export const HOME_UPDATES = 20;
/** How many updates the dashboard shows, including this browser's recordings. */
export const SHOWN_UPDATES = 4;

/** The kinds of updates (decisions, "Tasks, calendar, home"); "recording" exists only in this browser. */
export const UPDATE_TYPES = ["note", "comment", "attachment", "task", "program", "member"] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

/** The newest `count` entries of all lists, newest first; ids break ties. */
export function newestFirst<Entry extends { id: string; updatedAt: number }>(
  entries: readonly Entry[],
  count: number,
): Entry[] {
  return [...entries].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)).slice(0, count);
}

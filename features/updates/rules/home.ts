/** The most notes and updates that one call may request; the dashboard requests 4 and 20 (workspace 9). */
export const MAX_NOTES = 20;
export const MAX_UPDATES = 50;
export const HOME_NOTES = 4;
export const HOME_UPDATES = 20;
/** How many updates the dashboard shows, including this browser's recordings. */
export const SHOWN_UPDATES = 4;

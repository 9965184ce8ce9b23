/** The state of a subject that devices show: seen elsewhere, snoozed, or done. */
export type SettledState = "seen" | "later" | "done";

/** How a subject in the inbox was settled, and by whom and when. */
export const SETTLED_HOW = ["given", "not-given", "done", "cancelled", "answered"] as const;
export type SettledHow = (typeof SETTLED_HOW)[number];

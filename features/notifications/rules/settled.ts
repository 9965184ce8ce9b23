/** The state of a subject that devices show: seen elsewhere, snoozed, or done. */
export type SettledState = "seen" | "later" | "done";

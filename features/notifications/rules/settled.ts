/** What became of a matter that devices show: it was seen elsewhere, it comes back, or it is done. */
export type SettledState = "seen" | "later" | "done";

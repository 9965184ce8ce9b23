/** Overdue: a task's day is over. Late: its hour is over, its day isn't. Computed by `getLateness` in due.ts. */
export type Lateness = "overdue" | "late";

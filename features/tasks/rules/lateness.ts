/** Overdue: a task's day is over. Late: its hour is over, its day isn't. Computed by `getLateness` in due.ts. */
export type Lateness = "overdue" | "late";

/** The words on all screens and in sentences. A separate file, because handovers need nothing else of tasks. */
export const LATENESS_WORDS: Record<Lateness, string> = { overdue: "Overdue", late: "Late" };

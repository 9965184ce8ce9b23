/** Progress of activated programs as screens show it; pure. */

/** How many activated programs a notebook's list holds: the newest. */
export const LISTED_PROGRAMS = 200;

export const PROGRAM_STATUSES = ["active", "paused", "completed", "cancelled"] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];
export const PHASE_STATUSES = ["active", "upcoming", "completed", "skipped"] as const;
export type PhaseStatus = (typeof PHASE_STATUSES)[number];

/** Completed tasks over all, rounded; 0 without tasks (care-core 2.13). Cancelled tasks are in neither number. */
export const percentage = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((100 * completed) / total);

/** The number of the phase that a program is in: one more than are completed, at most as many as there are. */
export const currentPhase = (completed: number, count: number): number => Math.min(completed + 1, count);

/** How well a phase was kept, 0 to 100 to two digits: completed tasks over those due so far; 0 before any is due. */
export function adherence(completed: number, overdue: number): number {
  const due = completed + overdue;
  return due === 0 ? 0 : Math.round((10_000 * completed) / due) / 100;
}

type PhaseCounts = {
  /** As it was when its tasks last changed. */
  status: PhaseStatus;
  startDate: number;
  endDate: number;
  totalTasks: number;
  completedTasks: number;
  /** Of the unfinished ones those whose time is over. */
  expiredTasks: number;
};

/**
 * What has become of a phase meanwhile: it begins with its first day, and when its days are over it ends with the last
 * task that can still be done. Times are epoch ms; `at` is the time of the program, which stands still while it is paused.
 */
export function phaseStatus(phase: PhaseCounts, at: number): PhaseStatus {
  if (phase.status === "completed" || phase.status === "skipped") return phase.status;
  const open = phase.totalTasks - phase.completedTasks - phase.expiredTasks;
  if (open === 0 && phase.endDate < at) return "completed";
  return phase.startDate > at ? "upcoming" : "active";
}

/** A program's state in the words of its summary (care-core 3). */
export const summaryStatus = (status: ProgramStatus): "completed" | "active" | "other" =>
  status === "completed" || status === "active" ? status : "other";

/** Progress of activated programs as screens show it; pure. */

/** The most activated programs in a notebook's list: the newest. */
export const LISTED_PROGRAMS = 200;

export const PROGRAM_STATUSES = ["active", "paused", "completed", "cancelled"] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];
export const PHASE_STATUSES = ["active", "upcoming", "completed", "skipped"] as const;
export type PhaseStatus = (typeof PHASE_STATUSES)[number];

/** Completed tasks of all in percent, rounded; 0 without tasks (care-core 2.13). Cancelled tasks don't count. */
export const computePercentage = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((100 * completed) / total);

/** The number of the current phase: the completed ones plus one, at most the number of phases. */
export const getCurrentPhase = (completed: number, count: number): number => Math.min(completed + 1, count);

/** Adherence to a phase, 0 to 100 with two decimals: completed tasks of those due so far; 0 before any is due. */
export function computeAdherence(completed: number, overdue: number): number {
  const due = completed + overdue;
  return due === 0 ? 0 : Math.round((10_000 * completed) / due) / 100;
}

type PhaseCounts = {
  /** Its status when its tasks last changed. */
  status: PhaseStatus;
  startDate: number;
  endDate: number;
  totalTasks: number;
  completedTasks: number;
  /** How many unfinished tasks have expired. */
  expiredTasks: number;
};

/**
 * A phase's current status: it begins on its first day, and after its last day it ends with the last task that can
 * still be done. Times are epoch ms; `at` is the program's time, which stops while it is paused.
 */
export function getPhaseStatus(phase: PhaseCounts, at: number): PhaseStatus {
  if (phase.status === "completed" || phase.status === "skipped") return phase.status;
  const open = phase.totalTasks - phase.completedTasks - phase.expiredTasks;
  if (open === 0 && phase.endDate < at) return "completed";
  return phase.startDate > at ? "upcoming" : "active";
}

/** A program's status in the terms of its summary (care-core 3). */
export const getSummaryStatus = (status: ProgramStatus): "completed" | "active" | "other" =>
  status === "completed" || status === "active" ? status : "other";

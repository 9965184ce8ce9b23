import type { ActivatedProgram, ActivatedProgramDetail } from "../../../lib/api.ts";
import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import type { PhaseStatus } from "../rules/progress.ts";

/** A program's current phase: "Phase 2 of 5"; empty without phases. */
export function describePhase({
  currentPhase,
  phaseCount,
}: Pick<ActivatedProgram, "currentPhase" | "phaseCount">): string | null {
  return phaseCount > 0 ? `Phase ${currentPhase} of ${phaseCount}` : null;
}

/** A program's progress: "12 of 48 tasks". */
export function describeTask({
  completedTasks,
  totalTasks,
}: Pick<ActivatedProgram, "completedTasks" | "totalTasks">): string {
  return `${completedTasks} of ${pluralize(totalTasks, "task")}`;
}

type Late = Pick<ActivatedProgram, "overdueTasks" | "expiredTasks">;

/** The late tasks, in the terms of the tasks page: "2 overdue", "13 expired"; empty when there are none. */
export function describeLate({ overdueTasks, expiredTasks }: Late): string[] {
  const overdue = overdueTasks - expiredTasks;
  return [
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
    ...(expiredTasks > 0 ? [`${expiredTasks} expired`] : []),
  ];
}

/** The addition to "Activated", if there is one; `timeZone` is the notebook's. */
export function describeState(
  { status, pausedUntil }: Pick<ActivatedProgram, "status" | "pausedUntil">,
  timeZone: string,
): string | null {
  if (status === "completed") return "Completed";
  if (status === "cancelled") return "Cancelled";
  if (status !== "paused") return null;
  return pausedUntil === null ? "Paused" : `Paused until ${shortDay(toDayInZone(pausedUntil, timeZone))}`;
}

type PhaseState = Pick<
  ActivatedProgramDetail["phases"][number],
  "status" | "endDate" | "totalTasks" | "completedTasks"
>;

/**
 * A phase's status at the program's current time: one whose days are over may still have open tasks, or may have ended
 * unfinished.
 */
export function describePhaseStatus(
  { status, endDate, totalTasks, completedTasks }: PhaseState,
  at: number,
): string {
  if (status === "active" && endDate < at) return "Open tasks left";
  if (status !== "completed") return PHASE_STATUS[status];
  if (completedTasks === 0) return "Not carried out";
  return completedTasks < totalTasks ? "Over" : PHASE_STATUS.completed;
}

type PhaseCounts = Pick<
  ActivatedProgramDetail["phases"][number],
  "totalTasks" | "completedTasks" | "overdueTasks" | "expiredTasks" | "cancelledTasks"
>;

/** A phase's results: "3 of 12 done, 9 expired"; cancelled tasks don't count. */
export function describePhaseTask(phase: PhaseCounts): string {
  const { totalTasks, completedTasks, cancelledTasks } = phase;
  return [
    `${completedTasks} of ${totalTasks} done`,
    ...describeLate(phase),
    ...(cancelledTasks > 0 ? [`${cancelledTasks} cancelled`] : []),
  ].join(", ");
}

const PHASE_STATUS: Record<PhaseStatus, string> = {
  active: "Now",
  upcoming: "To come",
  completed: "Completed",
  skipped: "Skipped",
};

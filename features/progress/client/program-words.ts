import type { ActivatedProgram, ActivatedProgramDetail } from "../../../lib/api.ts";
import { counted } from "../../../lib/counted.ts";
import { dayInZone, shortDay } from "../../../lib/zone-day.ts";
import type { PhaseStatus } from "../rules.ts";

/** What a program is about at a glance: "Phase 2 of 5"; one without phases says nothing. */
export function phaseWords({
  currentPhase,
  phaseCount,
}: Pick<ActivatedProgram, "currentPhase" | "phaseCount">): string | null {
  return phaseCount > 0 ? `Phase ${currentPhase} of ${phaseCount}` : null;
}

/** How much of it is done: "12 of 48 tasks". */
export function taskWords({
  completedTasks,
  totalTasks,
}: Pick<ActivatedProgram, "completedTasks" | "totalTasks">): string {
  return `${completedTasks} of ${counted(totalTasks, "task")}`;
}

type Late = Pick<ActivatedProgram, "overdueTasks" | "expiredTasks">;

/** What is late, in the words of the tasks page: "2 overdue", "13 expired"; nothing when nothing is. */
export function lateWords({ overdueTasks, expiredTasks }: Late): string[] {
  const overdue = overdueTasks - expiredTasks;
  return [
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
    ...(expiredTasks > 0 ? [`${expiredTasks} expired`] : []),
  ];
}

/** What stands beside "Activated" when there is more to say; `timeZone` is the notebook's. */
export function stateWords(
  { status, pausedUntil }: Pick<ActivatedProgram, "status" | "pausedUntil">,
  timeZone: string,
): string | null {
  if (status === "completed") return "Completed";
  if (status === "cancelled") return "Cancelled";
  if (status !== "paused") return null;
  return pausedUntil === null ? "Paused" : `Paused until ${shortDay(dayInZone(pausedUntil, timeZone))}`;
}

type PhaseState = Pick<
  ActivatedProgramDetail["phases"][number],
  "status" | "endDate" | "totalTasks" | "completedTasks"
>;

/**
 * How a phase stands at the program's present time: one whose days are over may still have something to do, or may be
 * over without being carried out.
 */
export function phaseStatusWords(
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

/** What became of a phase's tasks: "3 of 12 done, 9 expired"; cancelled ones are in no total. */
export function phaseTaskWords(phase: PhaseCounts): string {
  const { totalTasks, completedTasks, cancelledTasks } = phase;
  return [
    `${completedTasks} of ${totalTasks} done`,
    ...lateWords(phase),
    ...(cancelledTasks > 0 ? [`${cancelledTasks} cancelled`] : []),
  ].join(", ");
}

const PHASE_STATUS: Record<PhaseStatus, string> = {
  active: "Now",
  upcoming: "To come",
  completed: "Completed",
  skipped: "Skipped",
};

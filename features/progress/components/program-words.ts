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

/** How a phase stands at the program's present time: one whose days are over may still have something to do. */
export function phaseStatusWords(
  { status, endDate }: Pick<ActivatedProgramDetail["phases"][number], "status" | "endDate">,
  at: number,
): string {
  return status === "active" && endDate < at ? "Open tasks left" : PHASE_STATUS[status];
}

const PHASE_STATUS: Record<PhaseStatus, string> = {
  active: "Now",
  upcoming: "To come",
  completed: "Completed",
  skipped: "Skipped",
};

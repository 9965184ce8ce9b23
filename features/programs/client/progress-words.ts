import type { ActivatedProgram, ActivatedProgramDetail } from "../../../lib/api.ts";
import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";

/** A program's current phase: "Phase 2 of 5"; empty without phases. */
export function describePhase({
  currentPhase,
  phaseCount,
}: Pick<ActivatedProgram, "currentPhase" | "phaseCount">): string | null {
  return phaseCount > 0 ? t("programs.phaseOf", { phase: currentPhase, count: phaseCount }) : null;
}

/** A program's progress: "12 of 48 tasks". */
export function describeTask({
  completedTasks,
  totalTasks,
}: Pick<ActivatedProgram, "completedTasks" | "totalTasks">): string {
  return t("programs.tasksDone", { done: completedTasks, count: totalTasks });
}

type Late = Pick<ActivatedProgram, "overdueTasks" | "expiredTasks">;

/** The late tasks, in the terms of the tasks page: "2 overdue", "13 expired"; empty when there are none. */
export function describeLate({ overdueTasks, expiredTasks }: Late): string[] {
  const overdue = overdueTasks - expiredTasks;
  return [
    ...(overdue > 0 ? [t("programs.overdue", { count: overdue })] : []),
    ...(expiredTasks > 0 ? [t("programs.expired", { count: expiredTasks })] : []),
  ];
}

/** The addition to "Activated", if there is one; `timeZone` is the notebook's. */
export function describeState(
  { status, pausedUntil }: Pick<ActivatedProgram, "status" | "pausedUntil">,
  timeZone: string,
): string | null {
  if (status === "completed") return t("programs.completed");
  if (status === "cancelled") return t("programs.cancelled");
  if (status !== "paused") return null;
  return pausedUntil === null
    ? t("programs.paused")
    : t("programs.pausedUntil", { day: shortDay(toDayInZone(pausedUntil, timeZone)) });
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
  if (status === "active" && endDate < at) return t("programs.openTasksLeft");
  if (status !== "completed") return t("programs.phaseStatus", { status });
  if (completedTasks === 0) return t("programs.notCarriedOut");
  return completedTasks < totalTasks ? t("programs.over") : t("programs.phaseStatus", { status });
}

type PhaseCounts = Pick<
  ActivatedProgramDetail["phases"][number],
  "totalTasks" | "completedTasks" | "overdueTasks" | "expiredTasks" | "cancelledTasks"
>;

/** A phase's results: "3 of 12 done, 9 expired"; cancelled tasks don't count. */
export function describePhaseTask(phase: PhaseCounts): string {
  const { totalTasks, completedTasks, cancelledTasks } = phase;
  return [
    t("programs.phaseTasks", { done: completedTasks, count: totalTasks }),
    ...describeLate(phase),
    ...(cancelledTasks > 0 ? [t("programs.cancelledTasks", { count: cancelledTasks })] : []),
  ].join(", ");
}

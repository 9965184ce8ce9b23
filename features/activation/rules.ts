import type { Recurrence } from "../../lib/recurrence/recurrence.ts";
import type { ProgramActivity, ProgramContent } from "../programs/rules.ts";

/** The most tasks that one activation makes. */
export const MOST_TASKS = 5000;

/** What the wizard decided about an activity (care-core 3, "Activation selection per activity"). */
export type ActivitySelection = {
  activityId: string;
  isActivated: boolean;
  /** Takes the place of the program's; absent for the program's own. */
  recurrence?: Recurrence | null;
  /** What the recurrence was called on screen. */
  frequencyDisplay?: string;
  /** Id of a member, null or absent for nobody. */
  assignedTo?: string | null;
};

/** What a plan is made of. */
export type PlanArgs = {
  content: Pick<ProgramContent, "phases">;
  /** An instant (epoch ms) of day 0 in the notebook's time zone. */
  baselineDate: number;
  /** The notebook's IANA time zone. */
  timeZone: string;
  selections: readonly ActivitySelection[];
};

export const WARNING_CAUSES = [
  "no-pattern",
  "no-weekdays",
  "no-month-days",
  "phase-lacks-days",
  "invalid-setup",
  "phase-too-short",
] as const;
/** Why a recurring activity would make no tasks (care-core 5, "Scheduling check"). */
export type WarningCause = (typeof WARNING_CAUSES)[number];

/** An activity that makes no tasks; `message` says why in words that complete its title. */
export type SchedulingWarning = {
  activityId: string;
  phaseId: string;
  title: string;
  cause: WarningCause;
  message: string;
};

/** A phase with its window: local midnight of its first day to the last millisecond of its last, epoch ms. */
export type PlannedPhase = { phaseId: string; title: string; position: number; start: number; end: number };

/** What becomes of an activity of the program, chosen or not. */
export type PlannedActivity = {
  activityTemplateId: string;
  phaseId: string;
  title: string;
  isActive: boolean;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  frequencyDisplay: string;
  assignedTo: string | null;
  taskCount: number;
};

/** A task to be made: the columns of `tasks` that the plan decides, times in epoch ms. */
export type PlannedTask = {
  phaseId: string;
  activityTemplateId: string;
  /** The activity's id where the activity has no tasks and makes one of its own name. */
  taskTemplateId: string;
  title: string;
  description: string;
  scheduledDate: number;
  dueDate: number;
  endDate: number;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** RFC 5545 text; null for what doesn't recur or no rule can say. */
  recurrenceRule: string | null;
  /** The recurrence's label. */
  frequency: string;
  assignedTo: string | null;
  /** Which occurrence of the activity: unique with activity and task. Equals `scheduledDate` as planned. */
  occurrenceAt: number;
};

export type Plan = {
  phases: PlannedPhase[];
  activities: PlannedActivity[];
  tasks: PlannedTask[];
  warnings: SchedulingWarning[];
};

/** Whether an activity is chosen when the wizard opens: not assignable, or nothing speaks against it. */
export const preselected = (activity: Pick<ProgramActivity, "assignable" | "contraindicators">): boolean =>
  !activity.assignable || activity.contraindicators.length === 0;

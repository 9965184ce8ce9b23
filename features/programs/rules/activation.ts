import { CareError } from "../../../lib/errors.ts";
import { dayNumber } from "../../../lib/recurrence/calendar-days.ts";
import {
  getLocalDay,
  getPhaseWindow,
  getWindowBounds,
  listOccurrences,
  MAX_OCCURRENCES,
  type Occurrence,
  type PhaseWindow,
} from "../../../lib/recurrence/occurrences.ts";
import {
  isFrequencyValid,
  isIntervalValid,
  type Recurrence,
  RecurrenceError,
} from "../../../lib/recurrence/recurrence.ts";
import { getRecurrenceRule } from "../../../lib/recurrence/recurrence-rule.ts";
import { createZoneClock, type ZoneClock } from "../../../lib/recurrence/zone-clock.ts";
import type { Key } from "../../../lib/words/keys.ts";
import type { ProgramActivity, ProgramContent } from "../rules.ts";
import { describeRecurrence, describeWarning, type Warning, type WarningCause } from "./activation-words.ts";

/** The most tasks that one activation creates. */
export const MAX_TASKS = 5000;
/**
 * The most days, over all phases, that custom rules are computed for; limits the work an uploaded program can cause.
 */
const MAX_CUSTOM_DAYS = 40_000;
/** The allowed years of a baseline (epoch ms); outside them time zone data is unreliable. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** The wizard's choices for one activity (care-core 3, "Activation selection per activity"). */
export type ActivitySelection = {
  activityId: string;
  isActivated: boolean;
  /** Replaces the program's recurrence; absent to keep it. */
  recurrence?: Recurrence | null;
  /** The label of the recurrence: its own, or one written by the person who activates the program. */
  frequencyDisplay?: string;
  /** A member's id; null or absent for nobody. */
  assignedTo?: string | null;
};

/** The input of a plan. */
export type PlanArgs = {
  content: Pick<ProgramContent, "phases">;
  /** An instant (epoch ms) on day 0 in the notebook's time zone. */
  baselineDate: number;
  /** The notebook's IANA time zone. */
  timeZone: string;
  selections: readonly ActivitySelection[];
  /**
   * Tasks that are over at this moment (epoch ms) are left out, by their day or by their hour. Absent to keep all.
   */
  leaveOutBefore?: number | undefined;
};

/** An activity that creates no tasks; `message` is the reason and completes its title to a sentence. */
export type SchedulingWarning = {
  activityId: string;
  phaseId: string;
  title: string;
  cause: WarningCause;
  message: string;
};

/** A phase with its days (`YYYY-MM-DD`), and the start of its first and the end of its last day in epoch ms. */
export type PlannedPhase = {
  phaseId: string;
  title: string;
  position: number;
  startDay: string;
  endDay: string;
  start: number;
  end: number;
};

/** The result for one activity of the program, selected or not. */
export type PlannedActivity = {
  activityTemplateId: string;
  phaseId: string;
  title: string;
  isActive: boolean;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** With the fields above, the arguments of `getActivityFrequency`. */
  frequencyWords: string | null;
  warning: Warning | null;
  assignedTo: string | null;
  taskCount: number;
};

/** A task to be created: the columns of `tasks` that the plan decides, times in epoch ms. */
export type PlannedTask = {
  phaseId: string;
  activityTemplateId: string;
  /** The activity's id when the activity has no tasks of its own and creates one named after itself. */
  taskTemplateId: string;
  title: string;
  description: string;
  /** Whether it is a whole-day task; then `dueDate` is the end of that day. */
  dateOnly: boolean;
  scheduledDate: number;
  dueDate: number;
  endDate: number;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** An RFC 5545 rule; null when the task doesn't recur or no rule can express it. */
  recurrenceRule: string | null;
  assignedTo: string | null;
  /** Identifies the occurrence; unique together with activity and task. Equals the planned `scheduledDate`. */
  occurrenceAt: number;
};

export type Plan = {
  phases: PlannedPhase[];
  activities: PlannedActivity[];
  tasks: PlannedTask[];
  warnings: SchedulingWarning[];
  /** How many tasks were left out because they are over at `leaveOutBefore`. */
  leftOut: number;
};

/** Whether an activity is selected by default: it isn't assignable or has no contraindicators. */
export const isPreselected = (activity: Pick<ProgramActivity, "assignable" | "contraindicators">): boolean =>
  !activity.assignable || activity.contraindicators.length === 0;

/**
 * Computes all tasks of an activation (decisions, "Activation"). Deterministic, so that the server writes exactly the
 * tasks shown in the wizard. Activities with a warning create no tasks. Throws a CareError when the selections don't
 * fit the program, the date is out of bounds, or there are too many tasks.
 */
export function planTasks(args: PlanArgs): Plan {
  const phases = schedule(args);
  const activities = phases.flatMap((phase) => phase.activities);
  checkTaskCount(activities);
  return {
    phases: phases.map(({ planned }) => planned),
    activities: activities.map(plannedActivity),
    tasks: activities.flatMap(plannedTasks),
    warnings: listWarnings(activities),
    leftOut: activities.reduce((sum, { activity, leftOut }) => sum + tasksOnce(activity) * leftOut, 0),
  };
}

type Scheduled = {
  activity: ProgramActivity;
  selection: ActivitySelection | undefined;
  phase: PlannedPhase;
  firstDay: string;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  warning: Warning | null;
  occurrences: Occurrence[];
  /** How many occurrences were left out. */
  leftOut: number;
};

function schedule({ content, baselineDate, timeZone, selections, leaveOutBefore }: PlanArgs) {
  const chosen = selectionsById(selections, content);
  const baselineDay = getLocalDay(checkedDate(baselineDate), timeZone);
  const calculate = calculator(createZoneClock(timeZone));
  return content.phases.map((phase, position) => {
    const window = getPhaseWindow(baselineDay, phase.dayRange, timeZone);
    const { phaseId, title } = phase;
    const days = { startDay: window.firstDay, endDay: window.lastDay };
    const planned: PlannedPhase = { phaseId, title, position, ...days, ...calculate.bounds(window) };
    const activities = phase.activities.map((activity): Scheduled => {
      const selection = chosen.get(activity.activityId);
      const pattern = toPattern(activity, selection);
      const outcome = selection?.isActivated ? calculate.outcome(pattern, window) : NOT_CHOSEN;
      return {
        activity,
        selection,
        phase: planned,
        firstDay: window.firstDay,
        ...pattern,
        ...from(leaveOutBefore, outcome),
      };
    });
    return { planned, activities };
  });
}

function selectionsById(selections: readonly ActivitySelection[], { phases }: PlanArgs["content"]) {
  const known = new Set(phases.flatMap(({ activities }) => activities.map(({ activityId }) => activityId)));
  const byId = new Map<string, ActivitySelection>();
  for (const selection of selections) {
    const { activityId } = selection;
    const refusal = (key: Key) =>
      new CareError("invalid", { key, values: { id: activityId } }, { path: "selectedActivities" });
    if (!known.has(activityId)) throw refusal("programrules.notInProgram");
    if (byId.has(activityId)) throw refusal("programrules.chosenTwice");
    byId.set(selection.activityId, selection);
  }
  return byId;
}

function checkedDate(baselineDate: number): number {
  if (baselineDate >= EARLIEST && baselineDate < LATEST) return baselineDate;
  throw new CareError(
    "invalid",
    { key: "programrules.startDate" },
    {
      path: "baselineDate",
    },
  );
}

type Pattern = { isRecurring: boolean; recurrence: Recurrence | null };

/** The selected recurrence, else the program's; null when there is none. */
function toPattern(activity: ProgramActivity, selection: ActivitySelection | undefined): Pattern {
  const recurs = ({ pattern }: Recurrence) => pattern !== "one-time";
  if (selection?.recurrence)
    return { isRecurring: recurs(selection.recurrence), recurrence: selection.recurrence };
  const own = selection?.recurrence === null ? null : activity.recurrence;
  if (!activity.isRecurring) return { isRecurring: false, recurrence: null };
  return { isRecurring: own === null || recurs(own), recurrence: own };
}

type Outcome = Pick<Scheduled, "warning" | "occurrences">;
const NOT_CHOSEN: Outcome = { warning: null, occurrences: [] };

/** Leaves out the occurrences that are over at a moment, and counts them. */
function from(moment: number | undefined, outcome: Outcome): Outcome & { leftOut: number } {
  const occurrences =
    moment === undefined ? outcome.occurrences : outcome.occurrences.filter(({ due }) => due >= moment);
  return { ...outcome, occurrences, leftOut: outcome.occurrences.length - occurrences.length };
}

/** Computes each recurrence once per phase, and stops as soon as the limits are exceeded. */
function calculator(clock: ZoneClock) {
  const outcomes = new Map<string, Outcome>();
  let customDays = 0;
  let found = 0;

  function newOutcome(pattern: Pattern, window: PhaseWindow): Outcome {
    if (found > MAX_TASKS * 2) throw tooManyTasks(found, true);
    if (pattern.recurrence?.pattern === "custom") customDays += getDays(window);
    if (customDays > MAX_CUSTOM_DAYS)
      throw new CareError("limit", { key: "programrules.customDays", values: { most: MAX_CUSTOM_DAYS } });
    const outcome = getActivationOutcome(pattern, window, clock);
    found += outcome.occurrences.length;
    return outcome;
  }

  return {
    bounds: (window: PhaseWindow) => getWindowBounds(window, clock),
    outcome(pattern: Pattern, window: PhaseWindow): Outcome {
      const key = JSON.stringify([pattern, window.firstDay, window.lastDay]);
      const outcome = outcomes.get(key) ?? newOutcome(pattern, window);
      outcomes.set(key, outcome);
      return outcome;
    },
  };
}

function getActivationOutcome(
  { isRecurring, recurrence }: Pattern,
  window: PhaseWindow,
  clock: ZoneClock,
): Outcome {
  if (!isRecurring) return { warning: null, occurrences: listOccurrences(null, window, clock) };
  const problem = setupProblem(recurrence, getDays(window));
  if (problem) return { warning: problem, occurrences: [] };
  try {
    const found = listOccurrences(recurrence, window, clock);
    return { warning: found.length > 0 ? null : { cause: "phase-lacks-days" }, occurrences: found };
  } catch (error) {
    if (error instanceof RecurrenceError) return { warning: { cause: "no-pattern" }, occurrences: [] };
    throw error;
  }
}

/** Validates a recurrence before any day is computed. */
function setupProblem(recurrence: Recurrence | null, phaseDays: number): Warning | null {
  switch (recurrence?.pattern) {
    case undefined:
      return { cause: "no-pattern" };
    case "weekly":
      return recurrence.weekly.byWeekdays.length === 0 ? { cause: "no-weekdays" } : null;
    case "monthly":
      return recurrence.monthly.byMonthDay.length === 0 ? { cause: "no-month-days" } : null;
    case "frequency":
      return isFrequencyValid(recurrence.frequency) ? null : { cause: "invalid-setup" };
    case "interval": {
      const { every, unit } = recurrence.interval;
      if (!isIntervalValid(recurrence.interval)) return { cause: "invalid-setup" };
      return unit !== "week" || phaseDays >= 7 * every ? null : { cause: "phase-too-short", days: phaseDays };
    }
    default:
      return null;
  }
}

const getDays = ({ firstDay, lastDay }: PhaseWindow) => dayNumber(lastDay) - dayNumber(firstDay) + 1;

const listWarnings = (activities: readonly Scheduled[]): SchedulingWarning[] =>
  activities.flatMap(({ activity, phase, recurrence, warning }) => {
    if (!warning) return [];
    const { activityId, title } = activity;
    const message = describeWarning(warning, recurrence);
    return [{ activityId, phaseId: phase.phaseId, title, cause: warning.cause, message }];
  });

/** The tasks of one occurrence: one named after the activity when the activity has none of its own. */
const tasksOnce = ({ tasks }: ProgramActivity) => Math.max(1, tasks.length);
const taskCount = ({ activity, occurrences }: Scheduled) => tasksOnce(activity) * occurrences.length;

/** `isMore`: the number of further tasks is unknown. */
const tooManyTasks = (count: number, isMore: boolean) => {
  const key = isMore ? "programrules.moreThanTasks" : "programrules.tooManyTasks";
  return new CareError("limit", { key, values: { count, most: MAX_TASKS } });
};

function checkTaskCount(activities: readonly Scheduled[]): void {
  const count = activities.reduce((sum, activity) => sum + taskCount(activity), 0);
  // The recurrence was cut off.
  const isCut = activities.some((each) => each.occurrences.length + each.leftOut === MAX_OCCURRENCES);
  if (isCut) throw tooManyTasks(Math.max(count - 1, MAX_TASKS), true);
  if (count > MAX_TASKS) throw tooManyTasks(count, false);
}

/**
 * The stored label of a recurrence: a label written by the person is kept, the default label is dropped because it can
 * be derived again; without either, the warning explains why there are no tasks.
 */
function shownFrequency({ selection, isRecurring, recurrence, warning }: Scheduled) {
  const givenText = selection?.frequencyDisplay?.trim();
  if (!givenText) return { frequencyWords: null, warning };
  return {
    frequencyWords: givenText === describeRecurrence(isRecurring, recurrence) ? null : givenText,
    warning: null,
  };
}

function plannedActivity(scheduled: Scheduled): PlannedActivity {
  const { activity, selection, phase, isRecurring, recurrence } = scheduled;
  return {
    activityTemplateId: activity.activityId,
    phaseId: phase.phaseId,
    title: activity.title,
    isActive: selection?.isActivated ?? false,
    isRecurring,
    recurrence,
    ...shownFrequency(scheduled),
    assignedTo: selection?.assignedTo ?? null,
    taskCount: taskCount(scheduled),
  };
}

function plannedTasks(scheduled: Scheduled): PlannedTask[] {
  const { activity, selection, phase, firstDay, isRecurring, recurrence } = scheduled;
  const { activityId, title, description } = activity;
  const templates = activity.tasks.length > 0 ? activity.tasks : [{ taskId: activityId, title, description }];
  const shared = {
    phaseId: phase.phaseId,
    activityTemplateId: activityId,
    endDate: phase.end,
    isRecurring,
    recurrence,
    recurrenceRule: isRecurring ? getRecurrenceRule(recurrence, { firstDay }) : null,
    assignedTo: selection?.assignedTo ?? null,
  };
  return scheduled.occurrences.flatMap(({ minute, start, due }) =>
    templates.map((template) => ({
      ...shared,
      taskTemplateId: template.taskId,
      title: template.title,
      description: template.description,
      dateOnly: minute === null,
      scheduledDate: start,
      dueDate: due,
      occurrenceAt: start,
    })),
  );
}

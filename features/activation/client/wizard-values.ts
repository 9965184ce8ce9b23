import { type Recurrence, recurrenceLabel } from "../../../lib/recurrence/recurrence.ts";
import type { ProgramActivity, ProgramContent } from "../../programs/rules.ts";
import type { ActivitySelection } from "../rules.ts";

/** The steps of the wizard in their order (care-core 4), with the word that the stepper shows. */
export const STEPS = [
  { name: "baseline", label: "Baseline" },
  { name: "activities", label: "Activities" },
  { name: "assign", label: "Assign" },
  { name: "confirm", label: "Confirm" },
] as const;

/** What was decided about an activity; what is absent is as the program has it. */
export type Choice = { isActivated?: boolean; recurrence?: Recurrence | null; assignedTo?: string | null };

/** What the wizard holds, and keeps as a draft. */
export type WizardValues = {
  /** Index into STEPS. */
  step: number;
  /** Day 0 as `YYYY-MM-DD`; null is today, whichever day that is by then. */
  day: string | null;
  /** By activity. */
  choices: Record<string, Choice>;
  /** Whether tasks of days before today are not to be made. */
  leaveOutPast?: boolean;
};

export const NOTHING_CHOSEN: WizardValues = { step: 0, day: null, choices: {} };

/** Whether anything would be lost. */
export const isBegun = ({ step, day, choices }: WizardValues): boolean =>
  step > 0 || day !== null || Object.keys(choices).length > 0;

type Preselected = (activity: ProgramActivity) => boolean;

export const isChosen = (activity: ProgramActivity, { choices }: WizardValues, preselected: Preselected) =>
  choices[activity.activityId]?.isActivated ?? preselected(activity);

/** How often an activity is to happen: as chosen, else as the program says. */
export function recurrenceOf(activity: ProgramActivity, { choices }: WizardValues): Recurrence | null {
  if (!activity.isRecurring) return { pattern: "one-time" };
  const chosen = choices[activity.activityId]?.recurrence;
  return chosen === undefined ? activity.recurrence : chosen;
}

export const frequencyOf = (activity: ProgramActivity, values: WizardValues): string => {
  const recurrence = recurrenceOf(activity, values);
  return recurrence ? recurrenceLabel(recurrence) : "No recurrence chosen";
};

/** Who is to do it: a member's id; somebody who has left the notebook in the meantime is nobody. */
export function assigneeOf(
  { activityId }: ProgramActivity,
  { choices }: WizardValues,
  memberIds: ReadonlySet<string>,
): string | null {
  const assignedTo = choices[activityId]?.assignedTo ?? null;
  return assignedTo !== null && memberIds.has(assignedTo) ? assignedTo : null;
}

export const activitiesOf = ({ phases }: Pick<ProgramContent, "phases">): ProgramActivity[] =>
  phases.flatMap(({ activities }) => activities);

/** The values with something else decided about some activities. */
export function withChoice(
  values: WizardValues,
  activityIds: readonly string[],
  choice: Choice,
): WizardValues {
  const choices = { ...values.choices };
  for (const id of activityIds) choices[id] = { ...choices[id], ...choice };
  return { ...values, choices };
}

/** What `programs.activateProgram` is told about each activity, the left out ones too. */
export function selectionsOf(
  content: Pick<ProgramContent, "phases">,
  values: WizardValues,
  preselected: Preselected,
  memberIds: ReadonlySet<string>,
): ActivitySelection[] {
  return activitiesOf(content).map((activity) => ({
    activityId: activity.activityId,
    isActivated: isChosen(activity, values, preselected),
    ...(activity.isRecurring && { recurrence: recurrenceOf(activity, values) }),
    frequencyDisplay: frequencyOf(activity, values),
    assignedTo: assigneeOf(activity, values, memberIds),
  }));
}

import { formatRecurrence, type Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { describeRecurrence } from "../../../lib/recurrence/recurrence-words.ts";
import { t } from "../../../lib/words/t.ts";
import type { ActivitySelection } from "../rules/activation.ts";
import type { ProgramActivity, ProgramContent } from "../rules.ts";

/** The steps of the wizard in their order (care-core 4). */
export const STEPS = [
  { name: "baseline" },
  { name: "activities" },
  { name: "assign" },
  { name: "confirm" },
] as const;

/** The choices for one activity; absent ones are the program's default. */
export type Choice = { isActivated?: boolean; recurrence?: Recurrence | null; assignedTo?: string | null };

/** The values of the wizard, which are saved as a draft. */
export type WizardValues = {
  /** Index into STEPS. */
  step: number;
  /** Day 0 as `YYYY-MM-DD`; null means today, also when the draft is opened on a later day. */
  day: string | null;
  /** By activity id. */
  choices: Record<string, Choice>;
  /** Of the tasks; absent for that of the program as it is shown. */
  language?: string;
  /** Whether to skip tasks of days before today; they are skipped unless the user wants them. */
  leaveOutPast?: boolean;
};

export const NOTHING_CHOSEN: WizardValues = { step: 0, day: null, choices: {} };

/** Whether there are choices that would be lost. */
export const isBegun = ({ step, day, language, choices }: WizardValues): boolean =>
  step > 0 || day !== null || language !== undefined || Object.keys(choices).length > 0;

type Preselected = (activity: ProgramActivity) => boolean;

export const isChosen = (activity: ProgramActivity, { choices }: WizardValues, preselected: Preselected) =>
  choices[activity.activityId]?.isActivated ?? preselected(activity);

/** The recurrence of an activity: the chosen one, else the program's. */
export function toRecurrence(activity: ProgramActivity, { choices }: WizardValues): Recurrence | null {
  if (!activity.isRecurring) return { pattern: "one-time" };
  const chosenRecurrence = choices[activity.activityId]?.recurrence;
  return chosenRecurrence === undefined ? activity.recurrence : chosenRecurrence;
}

/** How often an activity happens, in the reader's language. */
export function describeFrequency(activity: ProgramActivity, values: WizardValues): string {
  const recurrence = toRecurrence(activity, values);
  return recurrence ? describeRecurrence(recurrence) : t("activation.noRecurrence");
}

/** The same as it is sent: in English, since the server keeps other words as the person's own. */
const toFrequency = (activity: ProgramActivity, values: WizardValues): string => {
  const recurrence = toRecurrence(activity, values);
  return recurrence ? formatRecurrence(recurrence) : "No recurrence chosen";
};

/** The assignee's member id; null for a person who has left the notebook since. */
export function getAssignee(
  { activityId }: ProgramActivity,
  { choices }: WizardValues,
  memberIds: ReadonlySet<string>,
): string | null {
  const assignedTo = choices[activityId]?.assignedTo ?? null;
  return assignedTo !== null && memberIds.has(assignedTo) ? assignedTo : null;
}

export const getActivities = ({ phases }: Pick<ProgramContent, "phases">): ProgramActivity[] =>
  phases.flatMap(({ activities }) => activities);

/** The values with changed choices for some activities. */
export function withChoice(
  values: WizardValues,
  activityIds: readonly string[],
  choice: Choice,
): WizardValues {
  const choices = { ...values.choices };
  for (const id of activityIds) choices[id] = { ...choices[id], ...choice };
  return { ...values, choices };
}

/** The `selectedActivities` argument of `programs.activateProgram`; includes the activities that are left out. */
export function toSelections(
  content: Pick<ProgramContent, "phases">,
  values: WizardValues,
  preselected: Preselected,
  memberIds: ReadonlySet<string>,
): ActivitySelection[] {
  return getActivities(content).map((activity) => ({
    activityId: activity.activityId,
    isActivated: isChosen(activity, values, preselected),
    ...(activity.isRecurring && { recurrence: toRecurrence(activity, values) }),
    frequencyDisplay: toFrequency(activity, values),
    assignedTo: getAssignee(activity, values, memberIds),
  }));
}

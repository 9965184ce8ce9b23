import { api, type TestPerson } from "./people.ts";

type Activity = {
  activityId: string;
  title?: string;
  isRecurring?: boolean;
  recurrence?: Record<string, unknown>;
  tasks?: { taskId: string; title: string; description?: string }[];
};

/** A program file of two phases: a first week with a daily and a one-time activity, and a second week. */
export function programFile(
  overrides: { programName?: string; days?: [number, number]; first?: Activity[]; second?: Activity[] } = {},
) {
  const { programName = "After a hip operation", days = [7, 14] } = overrides;
  const {
    first = [
      {
        activityId: "walk",
        title: "Walk",
        isRecurring: true,
        recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
        tasks: [
          { taskId: "ten", title: "Walk ten minutes", description: "With the frame" },
          { taskId: "note", title: "Note the distance" },
        ],
      },
      { activityId: "call", title: "Call the surgeon" },
    ],
    second = [
      {
        activityId: "stairs",
        title: "Stairs",
        isRecurring: true,
        recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO", "WE"] } },
      },
    ],
  } = overrides;
  return {
    programName,
    category: "Surgery",
    baselineEvent: { name: "Operation" },
    phases: [
      { phaseId: "one", title: "First week", dayRange: { start: 0, end: days[0] - 1 }, activities: first },
      {
        phaseId: "two",
        title: "Second week",
        dayRange: { start: days[0], end: days[1] - 1 },
        activities: second,
      },
    ].map((phase) => ({
      ...phase,
      activities: phase.activities.map((activity) => ({
        assignable: true,
        title: activity.activityId,
        tasks: [],
        ...activity,
      })),
    })),
  };
}

/** Uploads a program; returns its id. */
export const uploadProgram = (
  who: TestPerson,
  diaryId: string,
  file: Record<string, unknown> = programFile(),
): Promise<string> =>
  who.http.mutation(api.programs.createProgramFromUpload, { diaryId, programJson: JSON.stringify(file) });

type Activation = Parameters<typeof activationArguments>[2];

/** Arguments that activate a program with all activities of `programFile()`. */
export const activationArguments = (
  diaryId: string,
  programId: string,
  overrides: {
    noteId?: string;
    baselineDate?: number;
    leaveOutPast?: boolean;
    selectedActivities?: {
      activityId: string;
      isActivated: boolean;
      recurrence?: unknown;
      frequencyDisplay?: string;
      assignedTo?: string | null;
    }[];
  } = {},
) => ({
  diaryId,
  programId,
  baselineDate: Date.now(),
  selectedActivities: ["walk", "call", "stairs"].map((activityId) => ({ activityId, isActivated: true })),
  ...overrides,
});

/** Uploads and activates a program; returns its id in the notebook. */
export async function activateAs(
  who: TestPerson,
  diaryId: string,
  overrides: Activation & { file?: Record<string, unknown> } = {},
): Promise<string> {
  const { file, ...rest } = overrides;
  const programId = await uploadProgram(who, diaryId, file);
  const { diaryProgramId } = await who.http.mutation(
    api.programs.activateProgram,
    activationArguments(diaryId, programId, rest),
  );
  return diaryProgramId;
}

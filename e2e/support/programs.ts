import { api } from "../../lib/api.ts";
import type { Person } from "./people.ts";

const task = (title: string) => ({ title, description: "" });

/** A realistic program file: four weeks after an operation, in two phases. */
export const HIP_PROGRAM = {
  programName: "Back on her feet",
  description: "The first four weeks at home after a new hip. It doesn't replace medical advice.",
  category: "Rehabilitation",
  tags: ["hip", "walking"],
  baselineEvent: { name: "Day of discharge", description: "The day on which she comes home." },
  phases: [
    {
      phaseId: "home",
      phaseName: "Arriving at home",
      guidance: "Short ways, many breaks.",
      dayRange: { start: 0, end: 6 },
      activities: [
        {
          activityId: "walk",
          title: "Walk with the frame",
          description: "As far as it goes without pain.",
          isRecurring: true,
          recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
          tasks: [{ title: "Walk with the frame", description: "Shoes on, one of you beside her." }],
        },
        {
          activityId: "tablets",
          title: "Tablets against pain",
          isRecurring: true,
          recurrence: { pattern: "frequency", frequency: { times: 3, per: 1, unit: "day" } },
          tasks: [task("Give a tablet")],
        },
        {
          activityId: "stairs",
          title: "Practise stairs",
          isRecurring: true,
          recurrence: { pattern: "interval", interval: { every: 2, unit: "day" } },
          contraindicators: ["Dizziness when standing up", "Fever"],
          tasks: [task("Practise stairs")],
        },
        {
          activityId: "leaflet",
          title: "Read the leaflet together",
          assignable: false,
          contraindicators: ["She asked not to"],
          tasks: [],
        },
      ],
    },
    {
      phaseId: "further",
      phaseName: "Going further",
      dayRange: { start: 7, end: 27 },
      activities: [
        {
          activityId: "garden",
          title: "Walk in the garden",
          isRecurring: true,
          recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
          tasks: [task("Walk in the garden")],
        },
        {
          activityId: "physio",
          title: "Exercises of the physiotherapist",
          isRecurring: true,
          recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO", "TH"] } },
          tasks: [task("Do the exercises")],
        },
        {
          activityId: "wound",
          title: "Look at the scar",
          isRecurring: true,
          recurrence: { pattern: "interval", interval: { every: 1, unit: "week" } },
          tasks: [task("Look at the scar")],
        },
      ],
    },
  ],
};

/** Adds a program to a notebook as the picker does; returns its id. */
export const uploadProgram = (
  person: Person,
  diaryId: string,
  program: Record<string, unknown> = HIP_PROGRAM,
): Promise<string> =>
  person.http.mutation(api.programs.createProgramFromUpload, {
    diaryId,
    programJson: JSON.stringify(program),
  });

const HOUR = 3_600_000;

/** Activates a program without a browser; day 0 is `daysAgo` days ago. Returns the id of the activation. */
export async function activateProgram(
  person: Person,
  diaryId: string,
  programId: string,
  {
    daysAgo = 0,
    noteId,
    activities = ["walk", "garden"],
    assignedTo,
  }: {
    daysAgo?: number;
    noteId?: string;
    activities?: string[];
    assignedTo?: string;
  } = {},
): Promise<string> {
  const { diaryProgramId } = await person.http.mutation(api.programs.activateProgram, {
    programId,
    diaryId,
    ...(noteId && { noteId }),
    baselineDate: Date.now() - daysAgo * 24 * HOUR,
    selectedActivities: activities.map((activityId) => ({ activityId, isActivated: true, assignedTo })),
  });
  return diaryProgramId;
}

/** The tasks of a program that a person sees, in the order of their days; at most 100. */
export async function tasksOf(person: Person, diaryProgramId: string) {
  const { page } = await person.http.query(api.programs.listProgramTasks, {
    diaryProgramId,
    paginationOpts: { numItems: 100, cursor: null },
  });
  return page;
}

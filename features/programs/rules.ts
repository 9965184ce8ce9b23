import type { Recurrence } from "../../lib/recurrence/recurrence.ts";

/** How large a program file may be. Lengths are in characters, counts of activities and tasks are of the whole program. */
export const PROGRAM_LIMITS = {
  bytes: 2 * 1024 * 1024,
  depth: 32,
  name: 200,
  description: 5000,
  category: 100,
  tags: 50,
  tag: 50,
  phases: 100,
  activities: 500,
  tasks: 2000,
  title: 200,
  id: 100,
  contraindicators: 50,
  contraindicator: 500,
  /** Days before and after the baseline that a phase may begin and end at. */
  days: 3650,
} as const;

/** More programs than a library shows at once. */
export const LISTED_PROGRAMS = 500;
/** Programs that one note may hold to be started later. */
export const LINKED_PROGRAMS = 50;

/** The words of the upload, verbatim (care-core 8). */
export const UPLOAD_MESSAGES = {
  notJson: "Please upload a JSON file",
  invalidJson: "Invalid JSON format",
  noName: "Missing programName field",
  noPhases: "Missing phases field",
  emptyPhases: "A program needs at least one phase",
  noActivities: "A program needs at least one activity",
  tooLarge: "A program file may have at most 2 MB",
  encoding: "This file isn't UTF-8: please save it with that encoding and upload it again",
  unreadable: "This file can't be read: please choose it again",
  created: (name: string) => `Program "${name}" created successfully!`,
} as const;

export const REMOVAL_MESSAGES = {
  active: "This program is active in a notebook: complete or delete it there first",
  failed: "Failed to remove program",
} as const;

/** How long a word of the upload stays, in ms (care-core 8, decisions 734). */
export const UPLOAD_TIMES = { error: 3000, success: 2000, serverError: 5000 } as const;

export type BaselineEvent = { name: string; description: string };
export type ProgramTask = { taskId: string; title: string; description: string };

export type ProgramActivity = {
  activityId: string;
  title: string;
  description: string;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** Whether somebody in particular can be asked to do it. */
  assignable: boolean;
  contraindicators: string[];
  tasks: ProgramTask[];
};

export type ProgramPhase = {
  phaseId: string;
  title: string;
  guidance: string;
  description: string;
  /** Days from the baseline, which is day 0; both are part of the phase. */
  dayRange: { start: number; end: number };
  activities: ProgramActivity[];
};

/** What a program holds (care-core 3). Stored objects keep the fields that a file has beyond these. */
export type ProgramContent = { baselineEvent: BaselineEvent | null; phases: ProgramPhase[] };

export type ProgramFile = {
  programName: string;
  description: string;
  category: string;
  tags: string[];
  content: ProgramContent;
};

export type Problem = {
  /** Such as `phases[2].activities[0].dayRange.end`; empty for the file as a whole. */
  path: string;
  message: string;
};

/** Why a program file can't be read. The message is that of the first problem, after its path. */
export class ProgramFileError extends Error {
  readonly path: string;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const [{ path, message }] = problems as [Problem];
    super(path ? `${path}: ${message}` : message);
    this.name = "ProgramFileError";
    this.path = path;
    this.problems = problems;
  }
}

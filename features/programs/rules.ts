import type { Recurrence } from "../../lib/recurrence/recurrence.ts";
import type { Message } from "../../lib/words/message.ts";

/**
 * Size limits of a program file. Lengths are in characters, counts of activities and tasks are over the whole program.
 */
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
  /** The most languages that a program is translated into. */
  languages: 50,
  /** The most days between the baseline and the begin or end of a phase. */
  days: 3650,
} as const;

/** The most programs that a library shows. */
export const LISTED_PROGRAMS = 500;
/** The most programs that one note may have linked for later. */
export const LINKED_PROGRAMS = 50;

/** The messages of the upload, verbatim (care-core 8). */
export const UPLOAD_MESSAGES = {
  notJson: { key: "programrules.notJson" },
  invalidJson: { key: "programrules.invalidJson" },
  noName: { key: "programrules.noName" },
  noPhases: { key: "programrules.noPhases" },
  emptyPhases: { key: "programrules.emptyPhases" },
  noActivities: { key: "programrules.noActivities" },
  tooLarge: { key: "programrules.tooLarge" },
  encoding: { key: "programrules.encoding" },
  unreadable: { key: "programrules.unreadable" },
  created: (name: string) => ({ key: "programrules.created", values: { name } }),
} as const satisfies Record<string, Message | ((...args: never[]) => Message)>;

export const REMOVAL_MESSAGES = {
  active: { key: "programrules.removalActive" },
  failed: { key: "programrules.removalFailed" },
} as const satisfies Record<string, Message>;

/** How long a message of the upload is shown, in ms (care-core 8, decisions 734). */
export const UPLOAD_TIMES = { error: 3000, success: 2000, serverError: 5000 } as const;

export type BaselineEvent = { name: string; description: string };
export type ProgramTask = { taskId: string; title: string; description: string };

export type ProgramActivity = {
  activityId: string;
  title: string;
  description: string;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  /** Whether it can be assigned to a person. */
  assignable: boolean;
  contraindicators: string[];
  tasks: ProgramTask[];
};

export type ProgramPhase = {
  phaseId: string;
  title: string;
  guidance: string;
  description: string;
  /** Days relative to the baseline, which is day 0; both inclusive. */
  dayRange: { start: number; end: number };
  activities: ProgramActivity[];
};

/** The content of a program (care-core 3). Stored objects keep additional fields of the file. */
export type ProgramContent = { baselineEvent: BaselineEvent | null; phases: ProgramPhase[] };

/** A program's texts in one language, by keys such as `phases.getting-ready.title`; lists for tags and contraindicators. */
export type ProgramTexts = Record<string, string | string[]>;

export type ProgramFile = {
  programName: string;
  description: string;
  category: string;
  tags: string[];
  /** The language that it is written in. */
  language?: string | undefined;
  /** Its translations, by language. */
  texts?: Record<string, ProgramTexts> | undefined;
  content: ProgramContent;
};

export type Problem = {
  /** Such as `phases[2].activities[0].dayRange.end`; empty for the file as a whole. */
  path: string;
  /** English for the file's author; that of `words` in the language of its reader. */
  message: string;
  words?: Message;
};

/** Why a program file is invalid. The message is the first problem's, after its path. */
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

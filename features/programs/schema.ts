import { z } from "zod";
import { recurrence } from "../../lib/recurrence/schema.ts";
import { id, moment, nothing } from "../../lib/schemas.ts";
import type { ProgramContent } from "./rules.ts";

/** A language of the reader, such as "de". */
const language = z.string().max(35).optional();

/** A program in the library's list. */
export const libraryProgram = z.strictObject({
  _id: id,
  shortId: id,
  name: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  otherNames: z.array(z.string()).optional(),
  isOfficial: z.boolean(),
  isPublic: z.boolean(),
  diaryId: id.nullable(),
  phaseCount: z.number(),
  activityCount: z.number(),
  taskCount: z.number(),
  lastDay: z.number(),
  creatorName: z.string().nullable(),
  _creationTime: moment,
});

/** The content of a program (care-core 3). Its objects keep additional fields of the file. */
const programContent: z.ZodType<ProgramContent> = z.looseObject({
  baselineEvent: z.looseObject({ name: z.string(), description: z.string() }).nullable(),
  phases: z.array(
    z.looseObject({
      phaseId: z.string(),
      title: z.string(),
      guidance: z.string(),
      description: z.string(),
      dayRange: z.looseObject({ start: z.number(), end: z.number() }),
      activities: z.array(
        z.looseObject({
          activityId: z.string(),
          title: z.string(),
          description: z.string(),
          isRecurring: z.boolean(),
          recurrence: recurrence.nullable(),
          assignable: z.boolean(),
          contraindicators: z.array(z.string()),
          tasks: z.array(z.looseObject({ taskId: z.string(), title: z.string(), description: z.string() })),
        }),
      ),
    }),
  ),
});

/** A program with its phases, activities and tasks. */
export const program = libraryProgram.extend({
  isActive: z.boolean(),
  canRemove: z.boolean(),
  language: z.string().nullable(),
  languages: z.array(z.string()),
  content: programContent,
});

export const listPrograms = {
  args: z.object({ language }),
  returns: z.array(libraryProgram),
};

export const getProgram = {
  args: z.object({ programId: id, language }),
  returns: program.nullable(),
};

export const createProgramFromUpload = {
  args: z.object({
    diaryId: id,
    programJson: z.union([z.string(), z.record(z.string(), z.unknown())]),
  }),
  returns: id,
};

export const deleteProgram = {
  args: z.object({ programId: id }),
  returns: nothing,
};

export const linkProgram = {
  args: z.object({ programId: id, noteId: id }),
  returns: nothing,
};

export const unlinkProgram = {
  args: z.object({ programId: id, noteId: id }),
  returns: nothing,
};

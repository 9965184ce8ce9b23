import { z } from "zod";
import { getWord, id, nothing } from "../../../lib/schemas.ts";
import type { SchedulingWarning } from "./activation.ts";
import type { WarningCause } from "./activation-words.ts";
import { PROPOSAL_REASONS } from "./proposals.ts";

const diaryProgram = z.object({ diaryProgramId: id });

/** The most activities that a selection may have; programs have fewer. */
const MAX_SELECTIONS = 1000;
const FREQUENCY_LENGTH = 200;

export const selection = z.strictObject({
  activityId: z.string().max(200),
  isActivated: z.boolean(),
  recurrence: z.unknown().optional(),
  frequencyDisplay: z.string().max(FREQUENCY_LENGTH).optional(),
  assignedTo: id.nullish(),
});

/** Why an activity creates no tasks. */
const warning: z.ZodType<SchedulingWarning> = z.strictObject({
  activityId: z.string(),
  phaseId: z.string(),
  title: z.string(),
  cause: getWord<WarningCause>(),
  message: z.string(),
});

export const activateProgram = {
  args: z.object({
    programId: id,
    diaryId: id,
    noteId: id.optional(),
    baselineDate: z.number().int(),
    selectedActivities: z.array(selection).max(MAX_SELECTIONS),
    leaveOutPast: z.boolean().optional(),
    language: z.string().max(35).optional(),
  }),
  returns: z.strictObject({
    diaryProgramId: id,
    taskCount: z.number(),
    leftOutCount: z.number(),
    warnings: z.array(warning),
  }),
};

export const proposeAssignees = {
  args: z.object({ programId: id, diaryId: id }),
  returns: z.array(z.strictObject({ activityId: z.string(), userId: id, reason: z.enum(PROPOSAL_REASONS) })),
};

export const deleteDiaryProgram = {
  args: diaryProgram,
  returns: nothing,
};

export const pauseDiaryProgram = {
  args: diaryProgram.extend({ until: z.number().int().optional() }),
  returns: nothing,
};

export const resumeDiaryProgram = {
  args: diaryProgram,
  returns: nothing,
};

import { z } from "zod";
import { day, getPage, id, moment, paginationOptions } from "../../../lib/schemas.ts";
import { TASK_STATUSES } from "../../tasks/rules.ts";
import { PHASE_STATUSES, PROGRAM_STATUSES } from "./progress.ts";

const diaryProgram = z.object({ diaryProgramId: id });

const amount = z.number();

/** An activated program with its progress. */
export const activatedProgram = z.strictObject({
  _id: id,
  diaryId: id,
  programId: id,
  noteId: id.nullable(),
  noteShortId: id.nullable(),
  noteTitle: z.string().nullable(),
  programName: z.string(),
  category: z.string(),
  language: z.string().nullable(),
  baselineEventName: z.string(),
  baselineDate: moment,
  /** The same as a day in the notebook's zone. */
  baselineDay: day,
  status: z.enum(PROGRAM_STATUSES),
  /** Since when it is paused; null unless it is. */
  pausedSince: moment.nullable(),
  pausedUntil: moment.nullable(),
  activatedAt: moment,
  activatedBy: id,
  activatorName: z.string(),
  phaseCount: amount,
  completedPhases: amount,
  currentPhase: amount,
  totalTasks: amount,
  completedTasks: amount,
  /** Unfinished and due before the program's current time, including expired ones. */
  overdueTasks: amount,
  /** The overdue tasks whose phase is over. */
  expiredTasks: amount,
  totalActivities: amount,
  activeActivities: amount,
  percentage: z.number(),
  canManage: z.boolean(),
});

const phase = z.strictObject({
  phaseId: z.string(),
  title: z.string(),
  position: z.number(),
  status: z.enum(PHASE_STATUSES),
  startDate: moment,
  endDate: moment,
  startDay: day,
  endDay: day,
  activitiesCompleted: amount,
  activitiesTotal: amount,
  totalTasks: amount,
  completedTasks: amount,
  overdueTasks: amount,
  expiredTasks: amount,
  cancelledTasks: amount,
  adherencePercentage: z.number(),
});

const activity = z.strictObject({
  activityTemplateId: z.string(),
  title: z.string(),
  phaseId: z.string(),
  frequencyDisplay: z.string(),
  assignedTo: id.nullable(),
  assigneeName: z.string().nullable(),
  isActive: z.boolean(),
  isRecurring: z.boolean(),
});

/** The same with its phases and activities. */
export const activatedProgramDetail = activatedProgram.extend({
  /** The pauses that are over: the first and the last day without it, in the notebook's zone. */
  pauses: z.array(z.strictObject({ from: day, to: day })),
  phases: z.array(phase),
  activities: z.array(activity),
});

/** A program that is linked to a note for later. */
export const linkedProgram = z.strictObject({
  programId: id,
  name: z.string(),
  category: z.string(),
  description: z.string(),
  phaseCount: amount,
  days: amount,
});

const programSummary = z.strictObject({
  programName: z.string(),
  status: z.enum(["completed", "active", "other"]),
  phaseCount: amount,
  completedPhases: amount,
  totalTasks: amount,
  completedTasks: amount,
  totalActivities: amount,
  activeActivities: amount,
});

export const programTask = z.strictObject({
  _id: id,
  title: z.string(),
  description: z.string(),
  status: z.enum(TASK_STATUSES),
  scheduledDate: moment.nullable(),
  dueDate: moment.nullable(),
  endDate: moment.nullable(),
  dateOnly: z.boolean(),
  scheduledDay: day.nullable(),
  dueDay: day.nullable(),
  endDay: day.nullable(),
  assignedTo: id.nullable(),
  assigneeName: z.string().nullable(),
  phaseId: z.string().nullable(),
  activityTemplateId: z.string().nullable(),
  frequency: z.string().nullable(),
});

export const listDiaryPrograms = {
  args: z.object({ diaryId: id }),
  returns: z.array(activatedProgram),
};

export const getDiaryProgram = {
  args: diaryProgram,
  returns: activatedProgramDetail.nullable(),
};

export const getProgramsForNote = {
  args: z.object({ noteId: id, language: z.string().max(35).optional() }),
  returns: z
    .strictObject({ activated: z.array(activatedProgram), linked: z.array(linkedProgram) })
    .nullable(),
};

export const getProgramSummary = {
  args: diaryProgram,
  returns: programSummary.nullable(),
};

export const listProgramTasks = {
  args: diaryProgram.extend({ phaseId: z.string().max(200).optional(), paginationOpts: paginationOptions }),
  returns: getPage(programTask),
};

export const cancelOverdueProgramTasks = {
  args: diaryProgram,
  returns: z.strictObject({ cancelledCount: z.number() }),
};

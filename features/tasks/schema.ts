import { z } from "zod";
import { isDay } from "../../lib/dates/zone-day.ts";
import { recurrence } from "../../lib/recurrence/schema.ts";
import { day, getPage, id, moment, newId, nothing, paginationOptions } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { toIssue } from "../../lib/words/message.ts";
import { TASK_FILTERS } from "./rules/filters.ts";
import { TASK_SECTIONS } from "./rules/states.ts";
import {
  LISTED_TASKS,
  MAX_SKIPPED,
  OPEN_STATUSES,
  TASK_DESCRIPTION_LENGTH,
  TASK_MESSAGES,
  TASK_STATUSES,
  TASK_TITLE_LENGTH,
} from "./rules.ts";

/** Years 1900 to 2200: plausible for care, and far from the limits where databases and calendars disagree. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);
export const taskTime = z.number().int().min(EARLIEST).max(LATEST);
export const taskDay = z.string().refine(isDay, toIssue(TASK_MESSAGES.realDay));

export const taskTitle = z
  .string()
  .trim()
  .min(1, toIssue(TASK_MESSAGES.titleMissing))
  .max(TASK_TITLE_LENGTH, toIssue(TASK_MESSAGES.titleLong));
export const taskDescription = z
  .string()
  .trim()
  .max(TASK_DESCRIPTION_LENGTH, toIssue(TASK_MESSAGES.descriptionLong));

const whose = z.object({ filter: z.enum(TASK_FILTERS), diaryId: id.optional() });

/** Dates as moments (epoch ms) and as days in the notebook's zone; a day overrides the moment given with it. */
const dates = {
  dateOnly: z.boolean().optional(),
  scheduledDate: taskTime.nullish(),
  dueDate: taskTime.nullish(),
  endDate: taskTime.nullish(),
  scheduledDay: taskDay.nullish(),
  dueDay: taskDay.nullish(),
  endDay: taskDay.nullish(),
};

/** Why the next tasks of a series can't be created. */
export const SERIES_FAILURES = ["zone", "rule", "other"] as const;

/** A task in a list of the signed-in person. */
export const task = z.strictObject({
  canSetStatus: z.boolean(),
  canPlan: z.boolean(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  _id: id,
  diaryId: id,
  diaryShortId: id,
  diaryName: z.string(),
  diarySubject: z.string(),
  timeZone: z.string(),
  noteId: id.nullable(),
  noteShortId: id.nullable(),
  audience: z.strictObject({
    visibility: z.enum(VISIBILITIES),
    noteAuthor: id.nullable(),
    assignedTo: id.nullable(),
  }),
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
  completedAt: moment.nullable(),
  completedByName: z.string().nullable(),
  addedToToday: z.boolean(),
  addedToTodayAt: moment.nullable(),
  assignedTo: id.nullable(),
  assigneeName: z.string().nullable(),
  isRecurring: z.boolean(),
  recurrence: recurrence.nullable(),
  recurrenceRule: z.string().nullable(),
  frequency: z.string().nullable(),
  seriesId: id.nullable(),
  seriesProblem: z.enum(SERIES_FAILURES).nullable(),
  linkedDiaryProgramId: id.nullable(),
  phaseId: z.string().nullable(),
  activityTemplateId: z.string().nullable(),
  pausedSince: moment.nullable(),
  programInfo: z.strictObject({ programName: z.string(), isPaused: z.boolean() }).nullable(),
  createdBy: id,
  updatedAt: moment,
  _creationTime: moment,
});

const sectionCounts = z.strictObject({
  overdue: z.number(),
  today: z.number(),
  upcoming: z.number(),
  paused: z.number(),
  completed: z.number(),
  expired: z.number(),
});

export const taskChange = z.object({
  taskId: id,
  status: z.enum(TASK_STATUSES).optional(),
  title: taskTitle.optional(),
  description: taskDescription.optional(),
  ...dates,
  assignedTo: id.optional(),
  /** Unassigns the task. */
  unassign: z.boolean().optional(),
  /** Reopens the task only if it was completed at this moment: a late undo reverts no later completion. */
  ifCompletedAt: taskTime.optional(),
});

const openTask = { taskId: id, status: z.enum(OPEN_STATUSES) };

export const listMyTasks = {
  args: whose.extend({
    limit: z.number().int().min(1).max(LISTED_TASKS).default(LISTED_TASKS),
    around: taskTime.optional(),
    fromDay: taskDay.optional(),
    toDay: taskDay.optional(),
    countsAt: taskTime.optional(),
    toDo: z.literal(true).optional(),
  }),
  returns: z.strictObject({
    tasks: z.array(task),
    isCut: z.boolean(),
    counts: sectionCounts.nullable(),
  }),
};

export const pageMyTasks = {
  args: whose.extend({ section: z.enum(TASK_SECTIONS), at: taskTime, paginationOpts: paginationOptions }),
  returns: getPage(task),
};

export const pageUpcoming = {
  args: whose.extend({ at: taskTime, paginationOpts: paginationOptions }),
  returns: getPage(
    z.strictObject({
      task,
      /** How many upcoming tasks the row represents, this one included. */
      count: z.number(),
    }),
  ),
};

/** The parts of a repetition: open tasks, and finished or expired ones. */
const TASK_PARTS = ["open", "over"] as const;
export type TaskPart = (typeof TASK_PARTS)[number];

export const pageRepeated = {
  args: z.object({ taskId: id, part: z.enum(TASK_PARTS), at: taskTime, paginationOpts: paginationOptions }),
  returns: getPage(task),
};

export const getTaskHistory = {
  args: z.object({ taskId: id, toDay: taskDay }),
  returns: z
    .strictObject({
      fromDay: day,
      toDay: day,
      /** Whether there are more tasks than it has; then the earliest are left out. */
      isCut: z.boolean(),
      tasks: z.array(
        task
          .pick({
            _id: true,
            status: true,
            dateOnly: true,
            scheduledDate: true,
            dueDate: true,
            endDate: true,
            scheduledDay: true,
            dueDay: true,
            endDay: true,
            completedAt: true,
            completedByName: true,
            pausedSince: true,
          })
          .strict(),
      ),
    })
    .nullable(),
};

export const listMissedDays = {
  args: z.object({ diaryId: id, fromDay: taskDay, toDay: taskDay }),
  returns: z.array(z.strictObject({ day, count: z.number() })),
};

export const listNoteTasks = {
  args: z.object({ noteId: id }),
  returns: z.array(task),
};

export const getTask = {
  args: z.object({ taskId: id }),
  returns: task.nullable(),
};

export const createTask = {
  args: z.object({
    id: newId.optional(),
    diaryId: id,
    noteId: id.optional(),
    title: taskTitle,
    description: taskDescription.default(""),
    assignedTo: id.optional(),
    ...dates,
    recurrence: z.unknown().optional(),
  }),
  returns: id,
};

export const updateTask = {
  args: taskChange,
  returns: nothing,
};

export const deleteTask = {
  args: z.object({ taskId: id, andLater: z.boolean().optional() }),
  returns: nothing,
};

export const toggleAddToToday = {
  args: z.object({ taskId: id, restore: taskTime.nullish() }),
  returns: z.strictObject({ addedToToday: z.boolean(), before: moment.nullable() }),
};

export const setToday = {
  args: z.object({ taskId: id, on: z.boolean(), day: taskDay.optional() }),
  returns: nothing,
};

export const skipToCurrentInstance = {
  args: z.object({
    taskId: id,
    undo: z.array(z.object(openTask)).max(MAX_SKIPPED).optional(),
  }),
  returns: z.strictObject({
    cancelledCount: z.number(),
    cancelledTaskIds: z.array(id),
    skipped: z.array(z.strictObject(openTask)),
    restoredTaskIds: z.array(id),
  }),
};

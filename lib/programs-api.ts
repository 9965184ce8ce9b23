import type { FunctionReference, PaginationOptions, PaginationResult } from "convex/server";
import { anyApi } from "convex/server";
import type { Recurrence } from "./recurrence/recurrence.ts";

/* Stands in until the server's functions are registered; goes with the first commit that has them. */
export type ProgramActivity = {
  activityId: string;
  title: string;
  description: string;
  isRecurring: boolean;
  recurrence: Recurrence | null;
  assignable: boolean;
  contraindicators: string[];
  tasks: { taskId: string; title: string; description: string }[];
};
export type ProgramPhase = {
  phaseId: string;
  title: string;
  guidance: string;
  description: string;
  dayRange: { start: number; end: number };
  activities: ProgramActivity[];
};
export type ProgramContent = {
  baselineEvent: { name: string; description: string } | null;
  phases: ProgramPhase[];
};
export type ProgramSummary = {
  _id: string;
  shortId: string;
  name: string;
  description: string;
  category: string;
  tags: string[];
  isOfficial: boolean;
  isPublic: boolean;
  diaryId: string | null;
  phaseCount: number;
  activityCount: number;
  taskCount: number;
  lastDay: number;
  creatorName: string | null;
  _creationTime: number;
};
export type Program = ProgramSummary & { content: ProgramContent };
export type ActivatedProgram = {
  _id: string;
  diaryId: string;
  programId: string;
  noteId: string | null;
  noteShortId: string | null;
  noteTitle: string | null;
  programName: string;
  category: string;
  baselineEventName: string;
  baselineDate: number;
  status: "active" | "paused" | "completed" | "cancelled";
  pausedUntil: number | null;
  activatedAt: number;
  activatedBy: string;
  activatorName: string | null;
  phaseCount: number;
  completedPhases: number;
  currentPhase: number;
  totalTasks: number;
  completedTasks: number;
  overdueTasks: number;
  totalActivities: number;
  activeActivities: number;
  percentage: number;
  canManage: boolean;
};
export type PhaseProgress = {
  phaseId: string;
  title: string;
  position: number;
  status: "active" | "upcoming" | "completed" | "skipped";
  startDate: number;
  endDate: number;
  adherencePercentage: number;
  activitiesCompleted: number;
  activitiesTotal: number;
  totalTasks: number;
  completedTasks: number;
};
export type ActivityActivation = {
  activityTemplateId: string;
  title: string;
  phaseId: string;
  frequencyDisplay: string;
  assignedTo: string | null;
  assigneeName: string | null;
  isActive: boolean;
  isRecurring: boolean;
};
export type ActivatedProgramDetail = ActivatedProgram & {
  phases: PhaseProgress[];
  activities: ActivityActivation[];
};
export type ProgramTask = {
  _id: string;
  title: string;
  status: "pending" | "in_progress" | "completed" | "cancelled";
  scheduledDate: number | null;
  dueDate: number | null;
  assignedTo: string | null;
  assigneeName: string | null;
  phaseId: string | null;
  activityTemplateId: string | null;
  frequency: string | null;
};
export type ActivitySelection = {
  activityId: string;
  isActivated: boolean;
  recurrence?: Recurrence | null;
  frequencyDisplay?: string;
  assignedTo?: string | null;
};
export type LinkedProgram = {
  programId: string;
  name: string;
  category: string;
  description: string;
  phaseCount: number;
  days: number;
};
type Q<A extends Record<string, unknown>, R> = FunctionReference<"query", "public", A, R>;
type M<A extends Record<string, unknown>, R> = FunctionReference<"mutation", "public", A, R>;
export const api = anyApi as unknown as {
  programs: {
    getProgram: Q<{ programId: string }, Program | null>;
    listDiaryPrograms: Q<{ diaryId: string }, ActivatedProgram[]>;
    getDiaryProgram: Q<{ diaryProgramId: string }, ActivatedProgramDetail | null>;
    getProgramsForNote: Q<{ noteId: string }, { activated: ActivatedProgram[]; linked: LinkedProgram[] }>;
    listProgramTasks: Q<
      { diaryProgramId: string; phaseId?: string; paginationOpts: PaginationOptions },
      PaginationResult<ProgramTask>
    >;
    activateProgram: M<
      {
        programId: string;
        diaryId: string;
        noteId?: string;
        baselineDate: number;
        selectedActivities: ActivitySelection[];
      },
      { diaryProgramId: string; taskCount: number; warnings: unknown[] }
    >;
    deleteDiaryProgram: M<{ diaryProgramId: string }, null>;
    cancelOverdueProgramTasks: M<{ diaryProgramId: string }, { cancelledCount: number }>;
    pauseDiaryProgram: M<{ diaryProgramId: string; until?: number }, null>;
    resumeDiaryProgram: M<{ diaryProgramId: string }, null>;
    unlinkProgram: M<{ programId: string; noteId: string }, null>;
  };
};

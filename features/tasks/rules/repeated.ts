/**
 * Tasks of the same repetition. features/tasks/server/states.ts has the same rule in SQL; states.test.ts there compares
 * the two.
 */

/** The fields that assign a task to a repetition. */
export type Repeated = {
  title: string;
  seriesId: string | null;
  linkedDiaryProgramId: string | null;
  activityTemplateId: string | null;
};

/** The key of an activity of a program, or of a series, whose tasks can be skipped together; null for a single task. */
export const getKind = ({
  linkedDiaryProgramId,
  activityTemplateId,
  seriesId,
}: Omit<Repeated, "title">): string | null =>
  linkedDiaryProgramId && activityTemplateId ? `${linkedDiaryProgramId} ${activityTemplateId}` : seriesId;

/** The key of a task's repetition: the tasks of one activity or series with one title; null for a single task. */
export function getRepetition(task: Repeated): string | null {
  const kind = getKind(task);
  return kind === null ? null : `${kind} ${task.title}`;
}

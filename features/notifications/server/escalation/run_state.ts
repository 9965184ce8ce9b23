import { getShownName } from "../../../../server/db/names.ts";
import type { Subjects } from "../subjects.ts";

/** The columns of a run that say how it stands. */
export const RUN_STATE = ["subject_id", "occurrence", "told", "taken_by", "taken_until"] as const;

type RunRow = {
  subject_id: string;
  occurrence: number;
  told: unknown;
  taken_by: string | null;
  taken_until: number | null;
};
type Told = { userId: string; at: number };

/** Who had the task when it was due, and has it still: they were reminded then. */
function assigneeOf({ subject_id, occurrence }: RunRow, { tasks }: Subjects): string | null {
  const task = tasks.get(subject_id);
  return task && (task.assigned_at ?? 0) <= occurrence ? task.assigned_to : null;
}

/** The people whose names `presentRunState` needs. */
export const peopleOfRun = (run: RunRow, subjects: Subjects): string[] =>
  [...(run.told as Told[]).map(({ userId }) => userId), run.taken_by, assigneeOf(run, subjects)].filter(
    (id) => id !== null,
  );

/** Whom a run told and when, and who is at it, with their names. */
export function presentRunState(run: RunRow, subjects: Subjects, names: ReadonlyMap<string, string>) {
  const assignee = assigneeOf(run, subjects);
  return {
    occurrence: run.occurrence,
    assignee: assignee === null ? null : { userId: assignee, name: getShownName(names, assignee) },
    told: (run.told as Told[]).map(({ userId, at }) => ({ userId, name: getShownName(names, userId), at })),
    taken:
      run.taken_by === null
        ? null
        : { byId: run.taken_by, by: getShownName(names, run.taken_by), until: run.taken_until! },
  };
}

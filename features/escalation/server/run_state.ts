import { getShownName } from "../../../server/db/names.ts";
import type { Subjects } from "../../notifications/server/public.ts";

/** The columns of a run that hold its state. */
export const RUN_STATE = ["subject_id", "occurrence", "told", "taken_by", "taken_until"] as const;

type RunRow = {
  subject_id: string;
  occurrence: number;
  told: unknown;
  taken_by: string | null;
  taken_until: number | null;
};
type NotifiedUser = { userId: string; at: number };

/** Who had the task when it was due, and has it still: they were reminded then. */
function getAssignee({ subject_id, occurrence }: RunRow, { tasks }: Subjects): string | null {
  const task = tasks.get(subject_id);
  return task && (task.assigned_at ?? 0) <= occurrence ? task.assigned_to : null;
}

/** The people whose names `presentRunState` needs. */
export const listRunPeople = (run: RunRow, subjects: Subjects): string[] =>
  [
    ...(run.told as NotifiedUser[]).map(({ userId }) => userId),
    run.taken_by,
    getAssignee(run, subjects),
  ].filter((id) => id !== null);

/** Returns the users whom a run has notified, with times, and the user who took it on, by name. */
export function presentRunState(run: RunRow, subjects: Subjects, names: ReadonlyMap<string, string>) {
  const assignee = getAssignee(run, subjects);
  return {
    occurrence: run.occurrence,
    assignee: assignee === null ? null : { userId: assignee, name: getShownName(names, assignee) },
    told: (run.told as NotifiedUser[]).map(({ userId, at }) => ({
      userId,
      name: getShownName(names, userId),
      at,
    })),
    taken:
      run.taken_by === null
        ? null
        : { byId: run.taken_by, by: getShownName(names, run.taken_by), until: run.taken_until! },
  };
}

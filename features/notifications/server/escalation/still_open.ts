import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import type { Subjects } from "../subjects.ts";
import type { Run } from "./run_data.ts";

/** Whether what a run is about is still to be done, at the time for which it was planned. */
export async function isStillOpen(_db: Kysely<Tables>, subjects: Subjects, run: Run): Promise<boolean> {
  if (run.subjectKind !== "task") return true;
  const task = subjects.tasks.get(run.subjectId);
  return (
    task !== undefined &&
    task.paused_since === null &&
    (task.status === "pending" || task.status === "in_progress") &&
    task.remind_at !== null &&
    Math.abs(task.remind_at - run.occurrence) < 1000
  );
}

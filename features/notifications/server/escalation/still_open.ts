import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { type SlotState, standingOf } from "../../../doses/server/public.ts";
import type { Subjects } from "../subjects.ts";
import type { Run } from "./run_data.ts";

/** A planned dose that nobody has said anything final about. What is paused, or not planned any more, asks nobody. */
const OPEN_DOSES: readonly SlotState[] = ["coming", "due", "late", "not_recorded", "claimed"];

/** Whether what a run is about is still to be done, at the time for which it was planned. */
export async function isStillOpen(db: Kysely<Tables>, subjects: Subjects, run: Run): Promise<boolean> {
  return run.subjectKind === "task" ? isOpenTask(subjects, run) : isOpenDose(db, run);
}

function isOpenTask(subjects: Subjects, run: Run): boolean {
  const task = subjects.tasks.get(run.subjectId);
  return (
    task !== undefined &&
    task.paused_since === null &&
    (task.status === "pending" || task.status === "in_progress") &&
    task.remind_at !== null &&
    Math.abs(task.remind_at - run.occurrence) < 1000
  );
}

async function isOpenDose(db: Kysely<Tables>, { diaryId, subjectId, slot, now }: Run): Promise<boolean> {
  if (slot === null) return false;
  const states = await standingOf(db, [{ diaryId, planId: subjectId, slot }], now);
  const state = states.get(`${subjectId} ${slot}`);
  return state !== undefined && OPEN_DOSES.includes(state);
}

import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { listSlotStates, type SlotState } from "../../../doses/server/public.ts";
import { isTaskStillDue, type Subjects } from "../subjects.ts";
import type { Run } from "./run_data.ts";

/** A planned dose that nobody has said anything final about. What is paused, or not planned any more, asks nobody. */
const OPEN_DOSES: readonly SlotState[] = ["coming", "due", "late", "not_recorded", "claimed"];

/** Whether what a run is about is still to be done, at the time for which it was planned. */
export async function isStillOpen(db: Kysely<Tables>, subjects: Subjects, run: Run): Promise<boolean> {
  return run.subjectKind === "task"
    ? isTaskStillDue(subjects, run.subjectId, run.occurrence)
    : isOpenDose(db, run);
}

async function isOpenDose(db: Kysely<Tables>, { diaryId, subjectId, slot, now }: Run): Promise<boolean> {
  if (slot === null) return false;
  const states = await listSlotStates(db, [{ diaryId, planId: subjectId, slot }], now);
  const state = states.get(`${subjectId} ${slot}`);
  return state !== undefined && OPEN_DOSES.includes(state);
}

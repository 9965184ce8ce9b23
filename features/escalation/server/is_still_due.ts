import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { listSlotStates, type SlotState } from "../../doses/server/public.ts";
import { isTaskStillDue, type Subjects } from "../../notifications/server/public.ts";
import type { Run } from "./run_data.ts";

/** States of a planned dose without a final entry. Paused and unplanned doses aren't among them. */
const OPEN_DOSES: readonly SlotState[] = ["coming", "due", "late", "not_recorded", "claimed"];

/** Whether a run's subject is still to be done, at the time it was planned for. */
export async function isStillDue(db: Kysely<Tables>, subjects: Subjects, run: Run): Promise<boolean> {
  return run.subjectKind === "task"
    ? isTaskStillDue(subjects, run.subjectId, run.occurrence)
    : isDoseStillDue(db, run);
}

async function isDoseStillDue(db: Kysely<Tables>, { diaryId, subjectId, slot, now }: Run): Promise<boolean> {
  if (slot === null) return false;
  const states = await listSlotStates(db, [{ diaryId, planId: subjectId, slot }], now);
  const state = states.get(`${subjectId} ${slot}`);
  return state !== undefined && OPEN_DOSES.includes(state);
}

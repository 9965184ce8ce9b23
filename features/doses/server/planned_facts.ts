import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { findSlot, type PlanRow, type VersionRow } from "../../plans/server/public.ts";
import { isPaused } from "../rules/pauses.ts";
import type { DoseRow } from "./access.ts";
import { listPausesOfNotebooks } from "./pauses/data.ts";

/** All versions of a plan, in their order. */
export const listVersions = (db: Kysely<Tables>, plan: PlanRow): Promise<VersionRow[]> =>
  db
    .selectFrom("medication_plan_versions")
    .selectAll()
    .where("diary_id", "=", plan.diary_id)
    .where("plan_id", "=", plan.id)
    .orderBy("version")
    .execute();

/** The planned dose that a dose is; without its amount when it isn't computed any more. */
export function getSlot(
  plan: PlanRow,
  versions: readonly VersionRow[],
  { slot, due_at }: DoseRow,
): Slot | null {
  if (slot === null) return null;
  const found = findSlot(plan, versions, slot, { lastGivenAt: null, now: due_at! });
  return { dueAt: due_at!, amount: found?.amount ?? null };
}

type Slot = { dueAt: number; amount: number | null };

/** The plan's facts about a dose, for `findDoubts`. */
export async function readPlannedFacts(
  db: Kysely<Tables>,
  plan: PlanRow,
  version: VersionRow,
  slot: Slot | null,
) {
  return {
    schedule: version.schedule as Schedule,
    firstDay: version.first_day,
    lastDay: version.last_day,
    timeZone: version.time_zone,
    lateAfterMinutes: version.late_after_minutes,
    lateUntilMinutes: version.late_until_minutes,
    endedAt: plan.ended_at,
    slot,
    isPaused: slot !== null && (await isPlanPaused(db, plan, slot.dueAt)),
  };
}

async function isPlanPaused(db: Kysely<Tables>, plan: PlanRow, at: number): Promise<boolean> {
  const pauses = await listPausesOfNotebooks(db, [plan.diary_id], new Date(at - 1), new Date(at + 1));
  return (pauses.get(plan.diary_id) ?? []).some((pause) => isPaused(pause, plan.id, at));
}

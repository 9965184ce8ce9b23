import type { Kysely } from "kysely";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { addToCounts, createCounts } from "../../doses/rules/counts.ts";
import { computeSlotState, mapBySlot } from "../../doses/rules/slot-states.ts";
import { listDoses } from "../../doses/server/public.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import type { NotesAccess } from "../../notes/server/public.ts";
import { type ListedPlan, listDifferences } from "../../plans/rules/plan-rows.ts";
import { toTeamPlans } from "../../plans/server/public.ts";
import { RECENT_DAYS } from "../rules.ts";

/**
 * The running plans of a notebook, as the care team sees them, with facts from the ledger of the last days: how many
 * planned doses were given, weren't, and have no entry; and how many unplanned doses were given.
 */
export async function readPlans(
  db: Kysely<Tables>,
  { diaryId }: NotesAccess,
  vault: Vault,
  { at, timeZone }: { at: number; timeZone: string },
) {
  const today = toDayInZone(at, timeZone);
  const days = { fromDay: addDays(today, 1 - RECENT_DAYS), toDay: today };
  const { plans, slots, doses, pauses } = await listDoses(db, toTeamPlans(diaryId), vault, days);
  const standing = mapBySlot(doses);
  const slotsOf = Map.groupBy(slots, ({ planId }) => planId);
  const running = plans.filter(({ endedAt, isLost }) => endedAt === null && !isLost);
  const shown = running.map(({ _id, name, strength, doseUnit, current, coming }) => {
    const counts = createCounts();
    for (const slot of slotsOf.get(_id) ?? []) {
      const dose = standing.get(`${_id} ${slot.slot}`) ?? null;
      addToCounts(counts, computeSlotState({ ...slot, dose }, pauses, at).state, dose?.reason ?? null);
    }
    const unplanned = doses.filter(
      (dose) =>
        dose.planId === _id && dose.state === "given" && (dose.slot === null || dose.extraOf !== null),
    );
    return {
      _id,
      name,
      strength,
      doseUnit,
      schedule: current.schedule,
      instructions: current.instructions,
      saidBy: current.saidBy,
      coming: coming.map(({ effectiveFrom, timeZone: zone, schedule, instructions }) => ({
        fromDay: toDayInZone(effectiveFrom, zone),
        schedule,
        instructions,
      })),
      counts,
      unplanned: unplanned.length,
    };
  });
  return { shown, running };
}

/**
 * Differences between a list and the running plans: the page has both next to each other, and only people know which
 * one is right. Nothing without a list, and nothing of a list without any plan.
 */
export function listDatedDifferences(
  medications: { isLost: boolean; rows: readonly Medication[] } | null,
  running: readonly ListedPlan[],
  writtenFromPlansAt: number | null,
) {
  if (!medications || medications.isLost || running.length === 0) return [];
  return listDifferences(medications.rows, running, writtenFromPlansAt).map((each) => ({
    name: each.name,
    list: each.kind === "noRow" ? null : each.list,
    plan: each.kind === "noPlan" ? null : each.plan,
  }));
}

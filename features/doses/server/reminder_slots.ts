import { type Kysely, sql } from "kysely";
import { DAY } from "../../../lib/dates/time.ts";
import { RecurrenceError } from "../../../lib/recurrence/recurrence.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { asVersion, findSlot, listVersionsFrom, type VersionRow } from "../../plans/server/public.ts";
import { computeReminderTimes, type ReminderMoment, type ReminderSlot } from "../rules/reminder-times.ts";
import type { DoseState, SlotState } from "../rules/slot-states.ts";
import { readLastGiven } from "./due.ts";
import { listPausesOfNotebooks } from "./pauses/data.ts";
import { computeVersionState } from "./slot_states.ts";

type Db = Kysely<Tables>;

/** A plan whose reminders of one kind are looked at, up to now; times in epoch ms. */
export type RemindedPlan = {
  planId: string;
  diaryId: string;
  moment: ReminderMoment;
  /** Up to here they were looked at before. */
  doneUntil: number;
};

/** What a look at a plan finds. */
export type PlanReminders = RemindedPlan & {
  /** The planned doses without an entry, in the order of their reminders. */
  slots: ReminderSlot[];
  /** The moment up to which plans were read: not beyond a dose that a member is giving at this moment. */
  until: number;
  /** When to look again; null for never. */
  next: number | null;
};

/**
 * The last ten minutes are read again each time, for rows that a slow transaction has written, and for a shortened
 * pause. The key of a notification prevents a second one.
 */
const LOOK_BACK = 600_000;
/** When a plan whose times can't be computed, such as one in an unknown zone, is looked at again. */
const UNKNOWN_AGAIN = DAY;

/** The planned doses of these plans that need a notification now, as screens compute them. */
export async function listSlotsToRemind(
  db: Db,
  plans: readonly RemindedPlan[],
  now: number,
): Promise<PlanReminders[]> {
  if (plans.length === 0) return [];
  const ids = [...new Set(plans.map(({ planId }) => planId))];
  const diaryIds = [...new Set(plans.map(({ diaryId }) => diaryId))];
  const earliest = Math.max(Math.min(...plans.map(({ doneUntil }) => doneUntil)), now - 8 * DAY) - DAY;
  const [rows, versions, last, pauses] = await runPipelined(
    listEnds(db, diaryIds, ids),
    listVersionsFrom(db, diaryIds, ids, new Date(earliest)),
    readLastGiven(db, diaryIds, ids),
    listPausesOfNotebooks(db, diaryIds, new Date(earliest), new Date(now), MAX_PAUSES * diaryIds.length),
  );
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  const looked = plans.map((plan) => {
    const ofPlan = byPlan.get(plan.planId) ?? [];
    const times = computeTimes(ofPlan, {
      moment: plan.moment,
      after: plan.doneUntil - LOOK_BACK,
      now,
      endedAt: rows.has(plan.planId) ? rows.get(plan.planId)! : now,
      lastGivenAt: last.get(plan.planId) ?? null,
    });
    return { plan, ofPlan, ...times };
  });
  const doses = await listDosesBySlot(
    db,
    looked.flatMap(({ plan, slots }) => slots.map(({ slot }) => ({ planId: plan.planId, slot }))),
  );
  return looked.map(({ plan, ofPlan, slots, next }) => {
    const found: PlanReminders = { ...plan, slots: [], until: now, next };
    for (const slot of slots) {
      const dose = doses.get(`${plan.planId} ${slot.slot}`) ?? null;
      const row = ofPlan.find(({ version }) => version === slot.version)!;
      const { state } = computeVersionState(row, { ...slot, dose }, pauses.get(plan.diaryId) ?? [], now);
      if (state === "claimed") {
        // A member is giving it: if the claim expires, the dose is read again then.
        found.until = Math.min(found.until, slot.remindAt - 1);
        found.next = Math.min(found.next ?? dose!.claimedUntil!, dose!.claimedUntil!);
      } else if (NOTIFIED_STATES.includes(state)) found.slots.push(slot);
    }
    found.slots.sort((a, b) => a.remindAt - b.remindAt || (a.slot < b.slot ? -1 : 1));
    return found;
  });
}

/** A planned dose without an entry, whether it is early or late. */
const NOTIFIED_STATES: readonly SlotState[] = ["coming", "due", "late", "not_recorded"];
const MAX_PAUSES = 30;

function computeTimes(versions: readonly VersionRow[], look: Parameters<typeof computeReminderTimes>[1]) {
  const reminded = versions.map((row) => ({ ...asVersion(row), lateAfterMinutes: row.late_after_minutes }));
  try {
    return computeReminderTimes(reminded, look);
  } catch (error) {
    // One plan that this version can't compute must not keep all others from their reminders.
    if (!(error instanceof RangeError || error instanceof RecurrenceError)) throw error;
    return { slots: [], next: look.now + UNKNOWN_AGAIN };
  }
}

type RecordedDose = { state: DoseState; claimedUntil: number | null };

/** When plans ended, by their ids; null for those that haven't. */
async function listEnds(db: Db, diaryIds: readonly string[], ids: readonly string[]) {
  const rows = await db
    .selectFrom("medication_plans")
    .select(["id", "ended_at"])
    .where(sql<boolean>`diary_id = any(${diaryIds}::uuid[])`)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ended_at }) => [id, ended_at]));
}

/** The recorded state of planned doses, by plan and slot. */
async function listDosesBySlot(
  db: Db,
  slots: readonly { planId: string; slot: string }[],
): Promise<Map<string, RecordedDose>> {
  if (slots.length === 0) return new Map();
  const { rows } = await sql<{
    plan_id: string;
    slot: string;
    state: DoseState;
    claimed_until: number | null;
  }>`
    select d.plan_id, d.slot, d.state, d.claimed_until
      from unnest(${slots.map(({ planId }) => planId)}::uuid[], ${slots.map(({ slot }) => slot)}::text[]) as k(plan_id, slot)
      join doses d on d.plan_id = k.plan_id and d.slot = k.slot
     where d.slot is not null and d.extra_of is null and d.state <> 'withdrawn'`.execute(db);
  return new Map(
    rows.map((row) => [
      `${row.plan_id} ${row.slot}`,
      { state: row.state, claimedUntil: row.claimed_until?.valueOf() ?? null },
    ]),
  );
}

/** A planned dose with a notification to a user. */
export type NotifiedSlot = { planId: string; diaryId: string; slot: string };

/**
 * The present states of planned doses, by `planId slot`; a dose that its plan doesn't have any more, because it ended
 * or counts from another dose, is missing.
 */
export async function listSlotStates(
  db: Db,
  notified: readonly NotifiedSlot[],
  now: number,
): Promise<Map<string, SlotState>> {
  if (notified.length === 0) return new Map();
  const ids = [...new Set(notified.map(({ planId }) => planId))];
  const diaryIds = [...new Set(notified.map(({ diaryId }) => diaryId))];
  const from = new Date(now - 9 * DAY);
  const [ends, versions, last, pauses, doses] = await runPipelined(
    listEnds(db, diaryIds, ids),
    listVersionsFrom(db, diaryIds, ids, from),
    readLastGiven(db, diaryIds, ids),
    listPausesOfNotebooks(db, diaryIds, from, new Date(now), MAX_PAUSES * diaryIds.length),
    listDosesBySlot(db, notified),
  );
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  return new Map(
    notified.flatMap(({ planId, diaryId, slot: name }): [string, SlotState][] => {
      const ofPlan = byPlan.get(planId) ?? [];
      if (!ends.has(planId) || ends.get(planId) !== null) return [];
      const key = `${planId} ${name}`;
      const dose = doses.get(key) ?? null;
      const slot = findSlot({ ended_at: null }, ofPlan, name, {
        lastGivenAt: last.get(planId) ?? null,
        now,
      });
      // A dose that was given so many hours after the last one isn't planned any more, and is given.
      if (slot === null) return dose?.state === "given" ? [[key, "given"]] : [];
      const row = ofPlan.find(({ version }) => version === slot.version)!;
      return [[key, computeVersionState(row, { ...slot, dose }, pauses.get(diaryId) ?? [], now).state]];
    }),
  );
}

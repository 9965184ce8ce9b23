import type { Kysely } from "kysely";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { listPlannedSlots, listSlotsAfterLast, type Slot } from "../../plans/rules/slots.ts";
import {
  asVersion,
  listVersionsFrom,
  type PlanRow,
  type PlansAccess,
  type VersionRow,
  widenDays,
} from "../../plans/server/public.ts";
import { computeSlotState, type DoseState, type SlotState } from "../rules/slot-states.ts";
import { readLastGiven } from "./due.ts";
import { listPausesOfNotebooks } from "./pauses/data.ts";

type Db = Kysely<Tables>;

/** A planned dose and its state. */
export type SlotWithState = Slot & { planId: string; state: SlotState; isOpen: boolean };

type Span = {
  /** Epoch ms; the first is left out, the last included. */
  after: number;
  until: number;
  /** The moment of the states. */
  at: number;
  /** Leaves out doses that were first recorded later, for reports of a former moment; epoch ms. */
  recordedUntil?: number;
  timeZone: string;
};

/** Enough for two weeks of a hundred plans. */
const MAX_STANDING = 5000;

/** Computes the state of a planned dose of a plan's version, as `computeSlotState`. */
export const computeVersionState = (
  row: Pick<VersionRow, "plan_id" | "late_after_minutes" | "late_until_minutes">,
  { dueAt, dose }: Pick<Parameters<typeof computeSlotState>[0], "dueAt" | "dose">,
  pauses: Parameters<typeof computeSlotState>[1],
  now: number,
): ReturnType<typeof computeSlotState> =>
  computeSlotState(
    {
      planId: row.plan_id,
      dueAt,
      lateAfterMinutes: row.late_after_minutes,
      lateUntilMinutes: row.late_until_minutes,
      dose,
    },
    pauses,
    now,
  );

/** The states of the planned doses of these plans that were due in a span, in the order in which they were due. */
export async function computeSlotStates(
  db: Db,
  access: PlansAccess,
  plans: readonly PlanRow[],
  { after, until, at, recordedUntil, timeZone }: Span,
): Promise<SlotWithState[]> {
  const { diaryId } = access;
  const ids = plans.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [versions, doses, last, pauses] = await runPipelined(
    listVersionsFrom(db, diaryId, ids, new Date(after)),
    listDosesDue(db, diaryId, { after, until, recordedUntil }),
    readLastGiven(db, [diaryId], ids),
    // A pause holds from its first moment on.
    listPausesOfNotebooks(db, [diaryId], new Date(after), new Date(until + 1)),
  );
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  const bySlot = new Map(doses.map((row) => [`${row.plan_id} ${row.slot}`, row]));
  const days = widenDays({ from: toDayInZone(after, timeZone), to: toDayInZone(until, timeZone) });
  return plans
    .flatMap((plan) => {
      const rows = byPlan.get(plan.id) ?? [];
      const elapsed = listSlotsAfterLast(rows.map(asVersion), {
        lastGivenAt: last.get(plan.id) ?? null,
        endedAt: plan.ended_at,
        now: at,
      });
      const lateness = new Map(rows.map((row) => [row.version, row]));
      return [...listPlannedSlots(rows.map(asVersion), days, plan.ended_at), ...elapsed]
        .filter(({ dueAt }) => dueAt > after && dueAt <= until)
        .map((slot): SlotWithState => {
          const found = bySlot.get(`${plan.id} ${slot.slot}`);
          const dose = found ? { state: found.state as DoseState, claimedUntil: found.claimed_until } : null;
          const row = lateness.get(slot.version)!;
          return {
            ...slot,
            planId: plan.id,
            ...computeVersionState(row, { ...slot, dose }, pauses.get(diaryId) ?? [], at),
          };
        });
    })
    .sort((a, b) => a.dueAt - b.dueAt || (a.planId < b.planId ? -1 : 1));
}

type Between = Pick<Span, "after" | "until">;

const listDosesDue = (
  db: Db,
  diaryId: string,
  { after, until, recordedUntil }: Between & { recordedUntil: number | undefined },
) =>
  db
    .selectFrom("doses as d")
    .select(["d.plan_id", "d.slot", "d.state", "d.claimed_until"])
    .where("d.diary_id", "=", diaryId)
    .where("d.due_at", ">", toTimestamp(after))
    .where("d.due_at", "<=", toTimestamp(until))
    .where("d.extra_of", "is", null)
    .where("d.state", "!=", "withdrawn")
    .$if(recordedUntil !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("dose_entries as e")
            .select("e.id")
            .where("e.diary_id", "=", diaryId)
            .whereRef("e.dose_id", "=", "d.id")
            .where("e.kind", "!=", "claimed")
            .where("e.at", "<=", toTimestamp(recordedUntil!)),
        ),
      ),
    )
    .orderBy("d.due_at", "desc")
    .limit(MAX_STANDING)
    .execute();

import { type Kysely, sql } from "kysely";
import { DAY } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import { findNextSlot } from "../../plans/rules/coming-days.ts";
import { listPlannedSlots, listSlotsAfterLast } from "../../plans/rules/slots.ts";
import { asVersion, type ComparedPlan, type PlanRow, type VersionRow } from "../../plans/server/public.ts";
import type { LimitName } from "../rules/dose-conflicts.ts";
import { DOUBTS, type Doubt } from "../rules/doubts.ts";
import { getSlotEnd } from "../rules/slot-states.ts";

/** The facts of a refusal: the conflicting doses, and when the next one is planned. */

type Db = Kysely<Tables>;

/**
 * Conflicts of a dose; `justGiven` is another dose of a moment ago, which may be the same one, `sameMedicine` one of
 * another plan. A dose that doesn't fit its plan conflicts with itself.
 */
export type Conflict = { id: string; limit: LimitName | "claim" | "justGiven" | "sameMedicine" | Doubt };

/** Conflicts that the giver may confirm; typed limits need a record of what has happened. */
export const isAskable = ({ limit }: Conflict): boolean =>
  limit === "justGiven" || limit === "sameMedicine" || (DOUBTS as readonly string[]).includes(limit);

export type ConflictFact = {
  id: string;
  limit: Conflict["limit"];
  at: number;
  by: string | null;
  byId: string | null;
  amount: number | null;
  /** The other plan whose dose it is. */
  medicine: { planId: string; name: string; strength: string; doseUnit: Unit } | null;
  /** The next planned dose of the plan that is to be given; null when there is none. */
  next: number | null;
};

type About = {
  plan: PlanRow;
  versions: readonly VersionRow[];
  others: readonly ComparedPlan[];
  /** The planned dose that is asked for; the next one is another. */
  slot: string | null;
  now: Date;
};

/**
 * The facts about conflicting doses that a user needs: time, giver and amount. A dose that conflicts with itself isn't
 * recorded yet: then the facts belong to the last one of its plan.
 */
export async function describeConflicts(
  db: Db,
  conflicts: readonly Conflict[],
  { plan, versions, others, slot, now }: About,
): Promise<ConflictFact[]> {
  const ids = [...new Set(conflicts.map(({ id }) => id))];
  const columns = [
    "id",
    "plan_id",
    "state",
    "given_at",
    "recorded_at",
    "given_by",
    "given_by_name",
    "recorded_by",
    "amount",
  ] as const;
  const rows = await db.selectFrom("doses").select(columns).where("id", "in", ids).execute();
  const last = await db
    .selectFrom("doses")
    .select(columns)
    .where("plan_id", "=", plan.id)
    // Written as in the index.
    .where(sql<boolean>`state = 'given'`)
    .orderBy("given_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const names = await readNames(
    db,
    [...rows, ...(last ? [last] : [])].map((row) => row.given_by ?? row.recorded_by),
  );
  const next = await findNextPlanned(db, { plan, versions, slot, now }, last?.given_at ?? null);
  return conflicts.map(({ id, limit }): ConflictFact => {
    const own = rows.find((each) => each.id === id);
    const isDose = own && (limit === "claim" || own.state === "given");
    // A dose that alone is too large involves no others.
    const row = isDose ? own : limit === "amount" ? undefined : last;
    const other = others.find((each) => each.id === row?.plan_id);
    return {
      id,
      limit,
      at: row?.given_at ?? row?.recorded_at ?? 0,
      by: row ? (row.given_by_name ?? getShownName(names, row.given_by ?? row.recorded_by)) : null,
      byId: row && row.given_by_name === null ? (row.given_by ?? row.recorded_by) : null,
      amount: row?.amount ?? null,
      medicine: other
        ? {
            planId: other.id,
            name: other.name,
            strength: other.strength,
            doseUnit: other.doseUnit as Unit,
          }
        : null,
      next,
    };
  });
}

/** When the next dose of a plan is planned that hasn't been given: a due or a later one. */
async function findNextPlanned(
  db: Db,
  { plan, versions, slot: asked, now }: Omit<About, "others">,
  lastGivenAt: number | null,
): Promise<number | null> {
  const at = now.getTime();
  const planned = versions.map(asVersion);
  const newest = versions.at(-1);
  if (!newest || plan.ended_at !== null) return null;
  const [elapsed] = listSlotsAfterLast(planned, { lastGivenAt, endedAt: plan.ended_at, now: at });
  if (elapsed) return elapsed.slot === asked ? null : elapsed.dueAt;
  const toDay = (ts: number) => toDayInZone(ts, newest.time_zone);
  const lateUntil = new Map(versions.map((row) => [row.version, row.late_until_minutes]));
  const near = listPlannedSlots(planned, { from: toDay(at - DAY), to: toDay(at + 2 * DAY) }, null).filter(
    ({ slot, dueAt, version }) =>
      slot !== asked && getSlotEnd({ dueAt, lateUntilMinutes: lateUntil.get(version)! }) >= at,
  );
  const given = await db
    .selectFrom("doses")
    .select("slot")
    .where("plan_id", "=", plan.id)
    .where("slot", "in", ["", ...near.map(({ slot }) => slot)])
    .where("state", "=", "given")
    .execute();
  const open = near.find(({ slot }) => !given.some((row) => row.slot === slot));
  return (open ?? findNextSlot(planned, near.at(-1)?.dueAt ?? at, null))?.dueAt ?? null;
}

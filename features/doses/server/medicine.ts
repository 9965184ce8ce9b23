import { type Kysely, sql } from "kysely";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import type { Tables } from "../../../server/db/database.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import {
  type ComparedPlan,
  type PlanRow,
  readPlansTogether,
  type VersionRow,
} from "../../plans/server/public.ts";
import type { Limits } from "../rules/dose-conflicts.ts";
import { findConflictsTogether, type MedicineDose, type MedicinePlan } from "../rules/together.ts";
import type { Conflict } from "./refusals.ts";

/** The plans of one medicine: of two of them at once that are given, the second sees the first. */

type Db = Kysely<Tables>;

/** The plans of a medicine; `own` is null when it ended long ago. */
export type Medicine = { own: ComparedPlan | null; others: readonly ComparedPlan[] };

/** Locks all plans of a plan's medicine and returns them: call it after all slow work. */
export async function lockPlans(db: Db, vault: Vault, plan: PlanRow, now: Date): Promise<Medicine> {
  const { byId, together } = await readPlansTogether(db, plan.diary_id, vault, now.getTime());
  const others = together.get(plan.id) ?? [];
  // In the order of their ids: two people who give both must not wait for each other.
  for (const id of [plan.id, ...others].sort()) await serializeTransactions(db, "dose_turns", id);
  return { own: byId.get(plan.id) ?? null, others: others.map((id) => byId.get(id)!) };
}

/** Enough for a month of a medicine every hour. */
const MAX_COMPARED = 2000;
/** As far as doses of two plans are compared by default; see `findConflictsTogether`. */
const CLOSE_MS = 4 * HOUR;

type Compared = { id: string; givenAt: Date; amount: number };

/** What a dose goes against by the limits of its medicine's other plans, and by their doses. */
export async function listConflictsTogether(
  db: Db,
  { own, others }: Medicine,
  version: VersionRow,
  { id, givenAt, amount }: Compared,
): Promise<Conflict[]> {
  if (!own || others.length === 0) return [];
  const ids = others.map((other) => other.id);
  const versions = await db
    .selectFrom("medication_plan_versions as v")
    .distinctOn("v.plan_id")
    .selectAll("v")
    .where("v.diary_id", "=", version.diary_id)
    .where("v.plan_id", "in", ids)
    .where("v.effective_from", "<=", toTimestamp(givenAt))
    .orderBy("v.plan_id")
    .orderBy("v.version", "desc")
    .execute();
  const ofPlan = new Map(versions.map((row) => [row.plan_id, row]));
  const compared = others.map((other): MedicinePlan => {
    const row = other.endedAt === null ? ofPlan.get(other.id) : undefined;
    return { ...other, limits: row ? getLimits(row) : null };
  });
  const given = await listGivenAround(db, [own.id, ...ids], givenAt, computeReach([version, ...versions]));
  const dose = { id, slot: null, givenAt: givenAt.getTime(), amount };
  return findConflictsTogether([{ ...own, limits: getLimits(version) }, ...compared], given, dose);
}

const getLimits = (row: VersionRow): Limits => ({
  minGapMinutes: row.min_gap_minutes,
  maxCount: row.max_count,
  maxAmount: row.max_amount,
  windowHours: row.window_hours,
  sameDoseMinutes: row.same_dose_minutes,
});

/** How far from a dose others count. */
const computeReach = (versions: readonly VersionRow[]): number =>
  Math.max(
    CLOSE_MS,
    ...versions.flatMap((row) => [(row.min_gap_minutes ?? 0) * MINUTE, row.window_hours * HOUR]),
  );

async function listGivenAround(
  db: Db,
  planIds: readonly string[],
  at: Date,
  reach: number,
): Promise<MedicineDose[]> {
  const rows = await db
    .selectFrom("doses")
    .select(["id", "plan_id", "given_at", "amount"])
    .where("plan_id", "in", planIds)
    // Written as in the index.
    .where(sql<boolean>`state = 'given'`)
    .where("given_at", ">", toTimestamp(at.getTime() - reach))
    .where("given_at", "<", toTimestamp(at.getTime() + reach))
    .orderBy("given_at", "desc")
    .limit(MAX_COMPARED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    planId: row.plan_id,
    slot: null,
    givenAt: row.given_at!,
    amount: row.amount!,
  }));
}

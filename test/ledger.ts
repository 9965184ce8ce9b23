import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Schedule } from "../features/plans/rules/schedule.ts";
import { listSlotsOfVersion } from "../features/plans/rules/slots.ts";

/** A notebook's plan that is valid since some day, written as the functions would have written it then. */
export async function addPlan(
  pool: Pool,
  {
    diaryId,
    userId,
    name,
    schedule,
    firstDay,
    strength = "5 mg",
    instructions = "",
    visibility = "team",
    timeZone = "UTC",
  }: {
    diaryId: string;
    userId: string;
    name: string;
    schedule: Schedule;
    firstDay: string;
    strength?: string;
    instructions?: string;
    visibility?: "team" | "extended";
    timeZone?: string;
  },
): Promise<string> {
  const id = randomUUID();
  const facts = { name, strength, form: "tablet", route: "by mouth", prescriber: "", notes: "" };
  await pool.query(
    `insert into medication_plans (id, diary_id, unit, visibility, facts, created_by, created_at)
     values ($1, $2, 'tablet', $3, $4, $5, $6::date)`,
    [id, diaryId, visibility, JSON.stringify(facts), userId, firstDay],
  );
  await pool.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       late_after_minutes, late_until_minutes, words, changed_by)
     values ($1, 1, $2, $3::date - 1, $4, $3, $5, 60, 240, $6, $7)`,
    [
      id,
      diaryId,
      firstDay,
      timeZone,
      JSON.stringify(schedule),
      JSON.stringify({ instructions, saidBy: "", reason: "" }),
      userId,
    ],
  );
  return id;
}

type LedgerDose = {
  diaryId: string;
  planId: string;
  by: string;
  slot?: string | null;
  dueAt?: number | null;
  givenAt?: number;
  /** Why it wasn't given; without one it was. */
  reason?: string;
  amount?: number;
  extraOf?: string;
  against?: string[];
};

/** A dose with its first entry, also within the transaction of a client. */
export async function addDose(
  pool: Pick<Pool, "query">,
  {
    diaryId,
    planId,
    by,
    slot = null,
    dueAt = null,
    givenAt = dueAt ?? Date.now(),
    reason,
    amount = 1,
    ...more
  }: LedgerDose,
): Promise<string> {
  const id = randomUUID();
  const isGiven = reason === undefined;
  const state = isGiven ? "given" : "not_given";
  const at = (ts: number | null) => (ts === null ? null : new Date(ts));
  await pool.query(
    `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, reason, amount, given_at, given_by,
       recorded_by, recorded_at, extra_of, against)
     values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      diaryId,
      planId,
      slot,
      at(dueAt),
      state,
      reason ?? null,
      isGiven ? amount : null,
      isGiven ? at(givenAt) : null,
      isGiven ? by : null,
      by,
      at(givenAt),
      more.extraOf ?? null,
      more.against ?? [],
    ],
  );
  const values = { state, slot, dueAt, reason: reason ?? null, amount, givenAt: isGiven ? givenAt : null };
  await pool.query(
    `insert into dose_entries (id, dose_id, revision, diary_id, kind, "values", by_user, at)
     values ($1, $2, 1, $3, $4, $5, $6, $7)`,
    [randomUUID(), id, diaryId, state, JSON.stringify(values), by, at(givenAt)],
  );
  return id;
}

/** The planned doses of a schedule on some days. */
export const slotsOf = (schedule: Schedule, from: string, to: string, timeZone = "UTC") =>
  listSlotsOfVersion(
    { version: 1, schedule, firstDay: from, lastDay: to, timeZone, effectiveFrom: 0 },
    { from, to },
  ).toSorted((a, b) => a.dueAt - b.dueAt);

import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Limits } from "../features/doses/rules/dose-conflicts.ts";

// Plans and doses by SQL, as other programs write them.

type Place = { diaryId: string; userId: string };

const NONE: Limits = {
  minGapMinutes: null,
  maxCount: null,
  maxAmount: null,
  windowHours: 24,
  sameDoseMinutes: null,
};

/** Adds a plan with these limits; returns its id. */
export async function addPlan(
  client: pg.Client,
  { diaryId, userId }: Place,
  limits: Partial<Limits>,
): Promise<string> {
  const plan = randomUUID();
  const { minGapMinutes, maxCount, maxAmount, windowHours, sameDoseMinutes } = { ...NONE, ...limits };
  await client.query(
    `insert into medication_plans (id, diary_id, unit, visibility, facts, created_by) values ($1, $2, 'tablet', 'team', '{}', $3)`,
    [plan, diaryId, userId],
  );
  await client.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       min_gap_minutes, max_count, max_amount, window_hours, same_dose_minutes, late_after_minutes, late_until_minutes, words, changed_by)
     values ($1, 1, $2, '2026-01-01', 'Europe/Berlin', '2026-01-01', '{}', $3, $4, $5, $6, $7, 60, 240, '{}', $8)`,
    [plan, diaryId, minGapMinutes, maxCount, maxAmount, windowHours, sameDoseMinutes, userId],
  );
  return plan;
}

export type DoseRow = {
  id?: string;
  slot?: string | null;
  state?: string;
  givenAt?: Date | null;
  amount?: number;
  by?: string;
  against?: string[];
  extraOf?: string | null;
  claimedUntil?: Date | null;
};

/** Adds a dose of a plan by SQL, by default one that is given now. */
export const addDose = (client: pg.Client, { diaryId, userId }: Place, plan: string, row: DoseRow = {}) => {
  const { id = randomUUID(), slot = null, state = "given", givenAt = new Date(), amount = 1 } = row;
  return client.query(
    `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, recorded_by, recorded_at,
       against, extra_of, claimed_until)
     values ($1, $2, $3, 1, $4, case when $4::text is null then null else now() end, $5, $6, $7, $8,
       greatest(now(), $7), $9, $10, $11)`,
    [
      id,
      diaryId,
      plan,
      slot,
      state,
      amount,
      state === "given" ? givenAt : null,
      row.by ?? userId,
      row.against ?? [],
      row.extraOf ?? null,
      row.claimedUntil ?? null,
    ],
  );
};

/** The SQLSTATE of a dose that the guard refuses. */
export const REFUSED = "CD001";

/** The SQLSTATE with which something fails; null when it works. */
export const stateOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );

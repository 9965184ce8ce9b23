import type { Schedule } from "../features/plans/rules/schedule.ts";
import { api } from "../lib/api.ts";
import { MINUTE } from "../lib/time.ts";
import { clockInZone, dayInZone } from "../lib/zone-day.ts";
import type { TestPerson } from "./people.ts";

type Author = Pick<TestPerson, "http">;

/** Every day at these times, `HH:MM` by the notebook's clock; each with one of the plan's unit, or the amount given. */
export const everyDayAt = (...times: (string | readonly [at: string, amount: number])[]): Schedule => ({
  kind: "clock",
  times: times.map((time) =>
    typeof time === "string" ? { at: time, amount: 1 } : { at: time[0], amount: time[1] },
  ),
  days: { everyDays: 1 },
});

/** Given when it is needed; `most` is the larger amount of a range. */
export const whenNeeded = (amount = 1, most: number | null = null): Schedule => ({
  kind: "asNeeded",
  amount,
  most,
});

/** The fields of a plan of tablets that began today in the zone, without limits. */
export const planFields = (schedule: Schedule, timeZone = "UTC", at = Date.now()) => ({
  doseUnit: "tablet" as const,
  schedule,
  firstDay: dayInZone(at, timeZone),
  lastDay: null,
  minGapMinutes: null,
  maxCount: null,
  maxAmount: null,
  windowHours: 24,
  sameDoseMinutes: null,
  lateAfterMinutes: 60,
  lateUntilMinutes: 240,
});

/** Adds a plan without the editor, valid from now on; returns its id. `strength` and the like belong into `facts`. */
export const planOf = (
  author: Author,
  diaryId: string,
  name: string,
  schedule: Schedule,
  { facts, ...overrides }: { facts?: object } & Record<string, unknown> = {},
): Promise<string> =>
  author.http.mutation(api.plans.createPlan, {
    diaryId,
    facts: { name, ...facts },
    ...planFields(schedule),
    ...overrides,
  } as never);

type Pool = { query(text: string, values?: unknown[]): Promise<unknown> };

/** Moves the beginning of a plan into the past, so that doses of earlier hours and days were due under it. */
export const beganDaysAgo = (pool: Pool, planId: string, days: number): Promise<unknown> =>
  pool.query(
    // Versions are never changed; only a test makes one older.
    `with off as (select set_config('session_replication_role', 'replica', true))
     update medication_plan_versions v
        set effective_from = v.effective_from - make_interval(days => $2), first_day = v.first_day - $2::int
       from off where v.plan_id = $1`,
    [planId, days],
  );

/** A time of the clock so many minutes from now in a zone, `HH:MM`. */
export const clockIn = (minutes: number, timeZone = "UTC"): string =>
  clockInZone(Date.now() + minutes * MINUTE, timeZone);

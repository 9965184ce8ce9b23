import type { ClockSchedule, Schedule } from "../features/plans/rules/schedule.ts";
import { api } from "../lib/api.ts";
import { DAY, MINUTE } from "../lib/dates/time.ts";
import { toClockInZone, toDayInZone } from "../lib/dates/zone-day.ts";
import type { TestPerson } from "./people.ts";

type Author = Pick<TestPerson, "http">;

/** Every day at these times, `HH:MM` by the notebook's clock; each with one of the plan's unit, or the amount given. */
export const everyDayAt = (...times: (string | readonly [at: string, amount: number])[]): ClockSchedule => ({
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

/** A dose each day at a time so many minutes from now, and the slot of the one at that time; in UTC. */
export function doseIn(minutes: number, now?: number): { schedule: ClockSchedule; slot: string } {
  const at = momentIn(minutes, now);
  const time = toClockInZone(at, "UTC");
  return { schedule: everyDayAt(time), slot: `${toDayInZone(at, "UTC")}T${time}[UTC]` };
}

/** Once a day, in a minute. */
export const dailyFromNow = (): ClockSchedule => everyDayAt(clockIn(1));

/**
 * The fields of a plan of tablets that began today in the zone, without limits. What is given when needed was given before
 * somebody planned it: tests write down doses of the days before.
 */
export const planFields = (schedule: Schedule, timeZone = "UTC", at = Date.now()) => ({
  doseUnit: "tablet" as const,
  schedule,
  firstDay: toDayInZone(schedule.kind === "asNeeded" ? at - 30 * DAY : at, timeZone),
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
  // Versions are never changed; only a test makes one older. All in one transaction, as one text.
  pool.query(
    `alter table medication_plan_versions disable trigger ledger_only_grows;
     update medication_plan_versions
        set effective_from = effective_from - make_interval(days => ${Number(days)}), first_day = first_day - ${Number(days)}
      where plan_id::text = '${planId.replaceAll("'", "")}';
     alter table medication_plan_versions enable trigger ledger_only_grows`,
  );

/** A time of the clock so many minutes from now in a zone, `HH:MM`. */
export const clockIn = (minutes: number, timeZone = "UTC", now?: number): string =>
  toClockInZone(momentIn(minutes, now), timeZone);

const momentIn = (minutes: number, now = Date.now()): number => now + minutes * MINUTE;

import { randomUUID } from "node:crypto";
import type { Schedule } from "../features/plans/rules/schedule.ts";
import { DAY, MINUTE } from "../lib/time.ts";
import { clockInZone, dayInZone } from "../lib/zone-day.ts";
import { api, type TestPerson } from "./people.ts";

/** That of a notebook for which nobody chose one. */
const ZONE = "UTC";

export const asNeeded: Schedule = { kind: "asNeeded", amount: 1, most: 2 };

/** A plan with one time a day, which is now. */
export const daily = (): Schedule => ({
  kind: "clock",
  times: [{ at: clockInZone(Date.now() + MINUTE, ZONE), amount: 1 }],
  days: { everyDays: 1 },
});

export const planArgs = (diaryId: string, schedule: Schedule, overrides: object = {}) => ({
  diaryId,
  facts: { name: "ramipril", strength: "5 mg" },
  doseUnit: "tablet" as const,
  schedule,
  firstDay: dayInZone(Date.now(), ZONE),
  lastDay: null,
  minGapMinutes: null,
  maxCount: null,
  maxAmount: null,
  windowHours: 24,
  sameDoseMinutes: null,
  lateAfterMinutes: 60,
  lateUntilMinutes: 240,
  ...overrides,
});

/** Creates a plan; returns its id. */
export const createPlan = (
  person: TestPerson,
  diaryId: string,
  schedule: Schedule,
  overrides: object = {},
): Promise<string> => person.http.mutation(api.plans.createPlan, planArgs(diaryId, schedule, overrides));

/** The doses of today and, for tests that run around midnight, of yesterday and tomorrow. */
export const dosesOfDay = (person: TestPerson, diaryId: string) =>
  person.http.query(api.doses.listDoses, {
    diaryId,
    fromDay: dayInZone(Date.now() - DAY, ZONE),
    toDay: dayInZone(Date.now() + DAY, ZONE),
  });

/** The next planned dose of a plan. */
export const nextSlot = async (person: TestPerson, diaryId: string, planId: string) =>
  (await dosesOfDay(person, diaryId)).slots.find((slot) => slot.planId === planId)!;

/** The arguments of a dose that is given now; not a planned one. */
export const givenArgs = (planId: string, overrides: object = {}) => ({
  entryId: randomUUID(),
  planId,
  slot: null as string | null,
  amount: 1,
  givenAt: Date.now(),
  sentAt: Date.now(),
  ...overrides,
});

export const give = (person: TestPerson, planId: string, overrides: object = {}) =>
  person.http.mutation(api.doses.giveDose, givenArgs(planId, overrides));

export const record = (person: TestPerson, planId: string, overrides: object = {}) =>
  person.http.mutation(api.doses.recordDose, givenArgs(planId, overrides));

/** Says that a planned dose wasn't given. */
export const skip = (person: TestPerson, planId: string, slot: string, overrides: object = {}) =>
  person.http.mutation(api.doses.skipDose, {
    entryId: randomUUID(),
    planId,
    slot,
    reason: "refused",
    saidAt: Date.now(),
    sentAt: Date.now(),
    ...overrides,
  });

export const entriesOf = async (person: TestPerson, doseId: string) =>
  (await person.http.query(api.doses.listDoseEntries, { doseId }))!;

/** The id of a dose that was written; throws for one that was refused. */
export function doseIdOf(
  outcome: { outcome: "written"; doseId: string } | { outcome: "refused"; conflicts: unknown },
): string {
  if (outcome.outcome === "refused") throw new Error(`Refused: ${JSON.stringify(outcome.conflicts)}`);
  return outcome.doseId;
}

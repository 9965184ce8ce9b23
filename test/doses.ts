import { randomUUID } from "node:crypto";
import { api } from "../lib/api.ts";
import { DAY } from "../lib/dates/time.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import type { TestPerson } from "./people.ts";

type Person = Pick<TestPerson, "http">;

/** The doses of today by the notebook's clock and, for tests that run around midnight, of yesterday and tomorrow. */
export const dosesOfDay = (person: Person, diaryId: string, timeZone = "UTC") =>
  person.http.query(api.doses.listDoses, {
    diaryId,
    fromDay: toDayInZone(Date.now() - DAY, timeZone),
    toDay: toDayInZone(Date.now() + DAY, timeZone),
  });

/** The next planned dose of a plan. */
export const nextSlot = async (person: Person, diaryId: string, planId: string) =>
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

/** The overrides of a dose whose giver has said yes to what doesn't fit its plan. */
export function meant(how: "seen" | "acknowledged", overrides: object = {}): object {
  const entryId = randomUUID();
  return { entryId, [how]: [entryId], ...overrides };
}

export const give = (person: Person, planId: string, overrides: object = {}) =>
  person.http.mutation(api.doses.giveDose, givenArgs(planId, overrides));

export const record = (person: Person, planId: string, overrides: object = {}) =>
  person.http.mutation(api.doses.recordDose, givenArgs(planId, overrides));

/** Says that a planned dose wasn't given. */
export const skip = (person: Person, planId: string, slot: string, overrides: object = {}) =>
  person.http.mutation(api.doses.skipDose, {
    entryId: randomUUID(),
    planId,
    slot,
    reason: "refused",
    saidAt: Date.now(),
    sentAt: Date.now(),
    ...overrides,
  });

export const entriesOf = async (person: Person, doseId: string) =>
  (await person.http.query(api.doses.listDoseEntries, { doseId }))!;

/** The id of a dose that was written; throws for one that was refused. */
export function doseIdOf(
  outcome: { outcome: "written"; doseId: string } | { outcome: "refused"; conflicts: unknown },
): string {
  if (outcome.outcome === "refused") throw new Error(`Refused: ${JSON.stringify(outcome.conflicts)}`);
  return outcome.doseId;
}

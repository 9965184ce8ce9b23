import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { addDose, addPlan, slotsOf } from "../../../test/ledger.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { everyDayAt, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import type { Handover } from "../schema.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const HOUR = 3_600_000;
const open = (person: TestPerson, diaryId: string): Promise<Handover> =>
  person.http.query(api.handover.getHandover, { diaryId, at: Date.now() });
const read = (person: TestPerson, { diaryId, upTo, tail }: Handover) =>
  person.http.mutation(api.handover.markRead, { diaryId, upTo, tail });
const give = async (person: TestPerson, planId: string, more: object = {}) => {
  const now = Date.now();
  const dose = { entryId: randomUUID(), planId, slot: null, amount: 1, givenAt: now, sentAt: now, ...more };
  const outcome = await person.http.mutation(api.doses.recordDose, dose);
  if (outcome.outcome !== "written") throw new Error("refused");
  return outcome.doseId;
};

it("keeps a dose to review after it was read, until a member has reviewed it", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const planId = await planOf(owner, diaryId, "paracetamol", whenNeeded(), { minGapMinutes: 240 });
  const first = await give(owner, planId);
  const doseId = await give(owner, planId, { acknowledged: [first], why: "The clinic said so" });
  const shown = async () =>
    (await open(caregiver, diaryId)).doses.shown.map(({ doseId, isToReview }) => [doseId, isToReview]);
  await read(caregiver, await open(caregiver, diaryId));
  expect(await shown()).toEqual([[doseId, true]]);
  await caregiver.http.mutation(api.doses.reviewDose, { entryId: randomUUID(), doseId, revision: 1 });
  expect(await shown()).toEqual([]);
});

it("shows a dose that was due before the mark and given after it, and a missed one until it has an entry", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const now = Date.now();
  const pool = service.database.pool;
  const [yesterday, today] = [toDayInZone(now - 24 * HOUR, "UTC"), toDayInZone(now, "UTC")];
  const schedule = everyDayAt("00:00");
  const plan = { diaryId, userId: owner.userId, name: "ramipril", schedule, firstDay: yesterday };
  const planId = await addPlan(pool, plan);
  const [missed, late] = slotsOf(schedule, yesterday, today);
  const at = late!.dueAt + 2 * HOUR;
  const page = () => owner.http.query(api.handover.getHandover, { diaryId, at });
  const openOnes = async () => (await page()).openDoses.shown.map(({ slot, isOpen }) => [slot, isOpen]);
  await read(owner, await page());
  expect(await openOnes()).toEqual([
    [late!.slot, true],
    [missed!.slot, false],
  ]);
  await addDose(pool, { diaryId, planId, by: caregiver.userId, ...late!, givenAt: now });
  const given = await page();
  expect(given.doses.shown.map(({ slot, kind }) => [slot, kind])).toEqual([[late!.slot, "given"]]);
  expect(given.otherDoses).toEqual({ planned: 0, given: 0 });
  await read(owner, given);
  expect((await page()).doses.shown).toEqual([]);
  expect(await openOnes()).toEqual([[missed!.slot, false]]);
});

it("shows a task whose hour has passed today, before the day is over", async () => {
  const { owner, diaryId } = await careTeam(service);
  const noon = Date.parse(`${toDayInZone(Date.now() + 24 * HOUR, "UTC")}T12:00:00Z`);
  const create = (title: string, dueDate: number) =>
    owner.http.mutation(api.tasks.createTask, { diaryId, title, dueDate });
  await create("Breakfast", noon - 3 * HOUR);
  await create("Supper", noon + 6 * HOUR);
  const page = await owner.http.query(api.handover.getHandover, { diaryId, at: noon });
  expect(page.overdue.shown.map(({ title }) => title)).toEqual(["Breakfast"]);
});

it("reports a dose as open that was given after the end of the span", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const now = Date.now();
  const pool = service.database.pool;
  const day = toDayInZone(now - 24 * HOUR, "UTC");
  const schedule = everyDayAt("10:00");
  const planId = await addPlan(pool, {
    diaryId,
    userId: owner.userId,
    name: "ramipril",
    schedule,
    firstDay: day,
  });
  const [slot] = slotsOf(schedule, day, day);
  const untilTime = slot!.dueAt + 2 * HOUR;
  const report = (untilTime: number) =>
    owner.http.query(api.handover.getShift, { diaryId, fromTime: slot!.dueAt - HOUR, untilTime, at: now });
  await addDose(pool, { diaryId, planId, by: caregiver.userId, ...slot!, givenAt: untilTime + HOUR });
  const before = await report(untilTime);
  expect(before.openDoses.shown.map(({ slot }) => slot)).toEqual([slot!.slot]);
  expect(before.otherDoses.planned).toBe(0);
  const after = await report(untilTime + 2 * HOUR);
  expect(after.openDoses.shown).toEqual([]);
  expect(after.otherDoses).toEqual({ planned: 1, given: 1 });
});

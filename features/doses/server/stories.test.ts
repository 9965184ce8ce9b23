import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { doseIdOf, dosesOfDay, entriesOf, give, nextSlot, record, skip } from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam } from "../../../test/people.ts";
import {
  beganDaysAgo,
  clockIn,
  dailyFromNow,
  everyDayAt,
  planFields,
  planOf,
  whenNeeded,
} from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { computeSlotState } from "../rules/slot-states.ts";

const startService = beginAt();

// What went wrong elsewhere, one story each; the other tests of the room tell those that aren't here.

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("a ledger of doses", () => {
  it("knows when a dose was given, not only when it was written down an hour and a half later", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { minGapMinutes: 120 });
    const givenAt = Date.now() - 90 * MINUTE;
    const id = doseIdOf(await record(owner, planId, { givenAt }));
    const [dose] = (await dosesOfDay(owner, diaryId)).doses;
    expect(dose).toMatchObject({ _id: id, givenAt });
    expect(dose!.recordedAt).toBeGreaterThan(givenAt + HOUR);
    // The time between doses counts from the giving.
    expect(await give(caregiver, planId)).toMatchObject({ conflicts: [{ id, limit: "gap", at: givenAt }] });
  });

  it("leaves yesterday's doses as they were when the plan gets another time", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(-60)));
    await beganDaysAgo(service.database.pool, planId, 7);
    const before = (await dosesOfDay(owner, diaryId)).slots.filter(({ dueAt }) => dueAt < Date.now());
    doseIdOf(await record(owner, planId, { slot: before[0]!.slot, givenAt: before[0]!.dueAt }));
    const { doseUnit: _, ...fields } = planFields(everyDayAt(clockIn(120)));
    const changedAt = Date.now();
    await owner.http.mutation(api.plans.changePlan, { planId, baseVersion: 1, ...fields });
    const { slots, doses } = await dosesOfDay(owner, diaryId);
    expect(slots.filter(({ dueAt }) => dueAt < changedAt)).toEqual(before);
    expect(doses).toMatchObject([{ slot: before[0]!.slot, state: "given", version: 1 }]);
  });

  it("never takes a time about which nobody wrote anything for given, nor for missed", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const slot = await nextSlot(owner, diaryId, planId);
    const stateAt = (now: number) => computeSlotState({ ...slot, dose: null }, [], now).state;
    expect([HOUR / 2, 2 * HOUR, 5 * HOUR, 30 * DAY].map((later) => stateAt(slot.dueAt + later))).toEqual([
      "due",
      "late",
      "not_recorded",
      "not_recorded",
    ]);
  });

  it("has one dose after two taps in a hurry, whichever way they take and although each has its own id", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await nextSlot(owner, diaryId, planId);
    const client = service.connect(owner);
    const tap = () => {
      const now = Date.now();
      return client.mutation(api.doses.giveDose, {
        entryId: randomUUID(),
        planId,
        slot,
        amount: 1,
        givenAt: now,
        sentAt: now,
      });
    };
    const answers = await Promise.all([
      tap(),
      tap(),
      give(owner, planId, { slot }),
      record(owner, planId, { slot }),
    ]);
    expect(answers.filter(({ outcome }) => outcome === "written")).toHaveLength(1);
    expect((await dosesOfDay(owner, diaryId)).doses).toHaveLength(1);
  });

  it("keeps every entry with its author, however often others change the dose", async () => {
    const { owner, admin, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const { slot } = await nextSlot(owner, diaryId, planId);
    await skip(caregiver, planId, slot, { reason: "asleep" });
    await skip(admin, planId, slot, { reason: "refused" });
    const doseId = doseIdOf(await give(caregiver, planId, { slot, givenByName: "Rosa herself" }));
    const change = { entryId: randomUUID(), doseId, revision: 3 };
    await admin.http.mutation(api.doses.withdrawDose, { ...change, reason: "not_taken" });
    const said = await entriesOf(owner, doseId);
    expect(said.map(({ kind, by, values }) => [kind, by, values.reason, values.givenByName])).toEqual([
      ["not_given", "Clara Caregiver", "asleep", null],
      ["not_given", "Adam Admin", "refused", null],
      ["given", "Clara Caregiver", null, "Rosa herself"],
      ["withdrawn", "Adam Admin", "not_taken", "Rosa herself"],
    ]);
  });
});

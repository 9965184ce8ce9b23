import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import {
  doseIdOf,
  dosesOfDay,
  entriesOf,
  give,
  givenArgs,
  nextSlot,
  record,
  skip,
} from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { dailyFromNow, planFields, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

// What reaches the server long after it was said, from phones whose clocks are wrong.

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const aMoment = (hoursAgo: number) => Date.now() - hoursAgo * HOUR;
const near = (time: number | null, wanted: number) => expect(Math.abs(time! - wanted)).toBeLessThan(MINUTE);

/** A notebook with a plan of one time a day. */
async function dailyPlan() {
  const team = await careTeam(service);
  // It may be given four hours before its time.
  const planId = await planOf(team.owner, team.diaryId, "ramipril", dailyFromNow(), {
    lateAfterMinutes: 240,
  });
  const { slot } = await nextSlot(team.owner, team.diaryId, planId);
  return { ...team, planId, slot };
}

const doseOf = async (person: TestPerson, diaryId: string, id: string) =>
  (await dosesOfDay(person, diaryId)).doses.find(({ _id }) => _id === id)!;

describe("the clock of a phone", () => {
  it.each([-40, 40])("that is %i minutes ahead doesn't move the dose, nor the next one", async (minutes) => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { minGapMinutes: 30 });
    const shown = Date.now() + minutes * MINUTE;
    const id = doseIdOf(await give(owner, planId, { givenAt: shown, sentAt: shown }));
    near((await doseOf(owner, diaryId, id)).givenAt, Date.now());
    expect(await give(caregiver, planId)).toMatchObject({
      outcome: "refused",
      conflicts: [{ limit: "gap" }],
    });
    // A time that was typed on that phone is corrected by the same difference.
    const typed = { givenAt: shown - HOUR, sentAt: shown, acknowledged: [id] };
    const second = doseIdOf(await record(owner, planId, typed));
    near((await doseOf(owner, diaryId, second)).givenAt, aMoment(1));
  });

  it("that differs by some seconds stays as it is", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    const givenAt = Date.now() - 30_000;
    const id = doseIdOf(await give(owner, planId, { givenAt, sentAt: Date.now() - 20_000 }));
    expect((await doseOf(owner, diaryId, id)).givenAt).toBe(givenAt);
  });

  it("is known when an entry waited on the phone for three hours: the dose was given three hours ago", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    const first = doseIdOf(await give(owner, planId, { slot }));
    // The clock is 40 minutes ahead, at the tap and when the message leaves.
    const tap = aMoment(3) + 40 * MINUTE;
    const held = { slot, givenAt: tap, sentAt: Date.now() + 40 * MINUTE };
    const late = await give(caregiver, planId, held);
    expect(late).toMatchObject({ outcome: "written", isExtra: true });
    const dose = await doseOf(owner, diaryId, doseIdOf(late));
    near(dose.givenAt, aMoment(3));
    expect(dose).toMatchObject({ extraOf: first, against: [first] });
  });

  it("that shows another century is corrected, however far ahead it is", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    for (const years of [-56, 300]) {
      const shown = Date.now() + years * 365 * DAY;
      const id = doseIdOf(await give(owner, planId, { givenAt: shown - HOUR, sentAt: shown }));
      near((await doseOf(owner, diaryId, id)).givenAt, aMoment(1));
    }
  });

  it.each([
    ["sent in the year 2100", { sentAt: Date.UTC(2100, 1, 1) }],
    ["sent after the last day of dates", { sentAt: 9e15 }],
    ["given two years ago", { givenAt: Date.now() - 2 * 366 * DAY }],
    ["given before the first day of dates", { givenAt: -9e15 }],
  ])("can't put a dose years back: %s", async (_, wrong) => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    await expect(give(owner, planId, wrong)).rejects.toThrow(
      "That is more than a year ago. Look at the time, and at the clock of this device.",
    );
    await expect(record(owner, planId, { ...wrong, why: "Found a note" })).rejects.toThrow(
      /more than a year/,
    );
    expect((await dosesOfDay(owner, diaryId)).doses).toEqual([]);
  });

  it("can't put a dose or a refusal into the future", async () => {
    const { owner, planId, slot } = await dailyPlan();
    const ahead = { givenAt: Date.now() + 3 * MINUTE };
    await expect(give(owner, planId, { slot, ...ahead })).rejects.toThrow(/in the future/);
    await expect(record(owner, planId, { slot, ...ahead })).rejects.toThrow(/in the future/);
    await expect(skip(owner, planId, slot, { saidAt: Date.now() + HOUR })).rejects.toThrow(/in the future/);
    const id = doseIdOf(await give(owner, planId, { slot }));
    const correction = { entryId: randomUUID(), doseId: id, revision: 1, amount: 1, why: "Typed wrong" };
    await expect(owner.http.mutation(api.doses.correctDose, { ...correction, ...ahead })).rejects.toThrow(
      /in the future/,
    );
  });
});

describe("a dose from a phone without a connection", () => {
  it("is written once, also when it is sent again to another node at the same moment", async () => {
    const node = await service.startSecondNode();
    const { owner, diaryId } = await careTeam(service);
    const there = await node.http(owner);
    for (let round = 0; round < 10; round++) {
      const name = `medicine ${"abcdefghij"[round]}`;
      const planId = await planOf(owner, diaryId, name, whenNeeded(1, 2), { minGapMinutes: 60 });
      const args = givenArgs(planId);
      const answers = await Promise.all(
        [owner.http, there, owner.http, there].map((http) => http.mutation(api.doses.giveDose, args)),
      );
      for (const answer of answers)
        expect(answer).toEqual({ outcome: "written", doseId: args.entryId, isExtra: false });
      expect(await entriesOf(owner, args.entryId)).toHaveLength(1);
    }
  });

  it("meets another from a phone without a connection: both are kept, and either can be withdrawn", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    const first = doseIdOf(await give(owner, planId, { slot, givenAt: aMoment(3) }));
    const second = doseIdOf(await give(caregiver, planId, { slot, givenAt: aMoment(2) }));
    expect(await doseOf(owner, diaryId, second)).toMatchObject({ extraOf: first, state: "given" });
    // The first one is taken back: then the planned dose was given by the second, not by nobody.
    await owner.http.mutation(api.doses.withdrawDose, {
      entryId: randomUUID(),
      doseId: first,
      revision: 1,
      reason: "same_dose",
    });
    expect(await doseOf(owner, diaryId, second)).toMatchObject({ extraOf: null, state: "given", slot });
    expect((await entriesOf(owner, second)).map(({ kind, values }) => [kind, values.extraOf])).toEqual([
      ["given", first],
      ["noted", null],
    ]);
    expect(await give(owner, planId, { slot })).toMatchObject({
      outcome: "refused",
      conflicts: [{ id: second, limit: "slot" }],
    });
  });

  it("is kept when its time isn't planned any more, or the plan has ended", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    const { doseUnit: _, ...fields } = planFields(whenNeeded(1, 2));
    await owner.http.mutation(api.plans.changePlan, { planId, baseVersion: 1, leavesOut: true, ...fields });
    // Somebody who looks at the plan now is told; what has happened is written, as a dose that wasn't planned.
    await expect(give(caregiver, planId, { slot })).rejects.toThrow(/isn't planned any more/);
    const late = doseIdOf(await give(caregiver, planId, { slot, givenAt: aMoment(1) }));
    expect(await doseOf(owner, diaryId, late)).toMatchObject({ slot: null, dueAt: null, state: "given" });
    doseIdOf(await record(caregiver, planId, { slot }));
    await owner.http.mutation(api.plans.endPlan, { planId });
    doseIdOf(await give(caregiver, planId, { givenAt: aMoment(1) }));
    await expect(give(caregiver, planId)).rejects.toThrow(/has ended/);
  });

  it("is kept along with another member's claim", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    await owner.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
    const late = doseIdOf(await give(caregiver, planId, { slot, givenAt: aMoment(1) }));
    expect(await doseOf(owner, diaryId, late)).toMatchObject({ state: "given", givenBy: "Clara Caregiver" });
    expect(await give(owner, planId, { slot })).toMatchObject({
      outcome: "refused",
      conflicts: [{ limit: "slot" }],
    });
  });

  it("older than a week needs no reason when it was held, and one when it is typed", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2));
    doseIdOf(await give(owner, planId, { givenAt: Date.now() - 8 * DAY }));
    await expect(record(owner, planId, { givenAt: Date.now() - 8 * DAY })).rejects.toThrow(
      /more than 7 days/,
    );
    doseIdOf(await record(owner, planId, { givenAt: Date.now() - 7 * DAY + MINUTE }));
  });
});

describe("a refusal from a phone without a connection", () => {
  it("enters the history of a dose that was given, with its own time, and leaves it given", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    const id = doseIdOf(await give(owner, planId, { slot, note: "With jam" }));
    const saidAt = aMoment(1);
    const late = { saidAt, note: "Spat it out" };
    expect(doseIdOf(await skip(caregiver, planId, slot, late))).toBe(id);
    const dose = await doseOf(owner, diaryId, id);
    expect(dose).toMatchObject({
      state: "given",
      reason: null,
      note: "With jam",
      revision: 2,
      givenBy: "Olga Owner",
    });
    const [given, refused] = await entriesOf(owner, id);
    expect(given).toMatchObject({ kind: "given", by: "Olga Owner" });
    expect(refused).toMatchObject({
      kind: "not_given",
      by: "Clara Caregiver",
      note: "Spat it out",
      values: { state: "given", reason: "refused", saidAt },
    });
    // The dose can still be corrected and withdrawn afterwards.
    await owner.http.mutation(api.doses.withdrawDose, {
      entryId: randomUUID(),
      doseId: id,
      revision: 2,
      reason: "mistake",
    });
    expect((await entriesOf(owner, id)).map(({ kind }) => kind)).toEqual(["given", "not_given", "withdrawn"]);
  });

  it("that waited for three hours on a phone whose clock is behind keeps its time", async () => {
    const { owner, caregiver, planId, slot } = await dailyPlan();
    const id = doseIdOf(await give(owner, planId, { slot }));
    const tap = aMoment(3) - 40 * MINUTE;
    await skip(caregiver, planId, slot, { saidAt: tap, sentAt: Date.now() - 40 * MINUTE });
    near((await entriesOf(owner, id))[1]!.values.saidAt!, aMoment(3));
  });

  it("doesn't undo newer entries: another refusal, or another member's claim", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    const id = doseIdOf(await skip(owner, planId, slot, { reason: "asleep" }));
    await skip(caregiver, planId, slot, { reason: "nausea", saidAt: aMoment(1) });
    expect(await doseOf(owner, diaryId, id)).toMatchObject({ state: "not_given", reason: "asleep" });
    await owner.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
    await skip(caregiver, planId, slot, { reason: "absent", saidAt: aMoment(1) });
    expect(await doseOf(owner, diaryId, id)).toMatchObject({ state: "claimed" });
    expect((await entriesOf(owner, id)).map(({ values }) => values.reason)).toEqual([
      "asleep",
      "nausea",
      null,
      "absent",
    ]);
  });

  it("of now is refused when the dose was given; the first one of a dose is its state", async () => {
    const { owner, caregiver, diaryId, planId, slot } = await dailyPlan();
    const id = doseIdOf(await skip(caregiver, planId, slot, { saidAt: aMoment(1) }));
    expect(await doseOf(owner, diaryId, id)).toMatchObject({ state: "not_given", reason: "refused" });
    await give(owner, planId, { slot });
    expect(await skip(caregiver, planId, slot)).toMatchObject({
      outcome: "refused",
      conflicts: [{ limit: "slot" }],
    });
  });
});

describe("an acknowledgement", () => {
  it("that names an older dose is refused, with the newer one", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      minGapMinutes: 240,
      maxCount: 2,
    });
    const first = doseIdOf(await record(owner, planId, { givenAt: aMoment(3) }));
    const second = doseIdOf(await record(owner, planId, { givenAt: aMoment(1), acknowledged: [first] }));
    const answer = await record(caregiver, planId, { acknowledged: [first], why: "The clinic said so" });
    expect(answer).toMatchObject({ outcome: "refused" });
    const named = new Set((answer as { conflicts: { id: string }[] }).conflicts.map(({ id }) => id));
    expect(named).toEqual(new Set([first, second]));
    const third = await record(caregiver, planId, { acknowledged: [...named], why: "The clinic said so" });
    expect((await doseOf(owner, diaryId, doseIdOf(third))).against.sort()).toEqual([first, second].sort());
  });
});

describe("what a correction moves", () => {
  it("a note changes no conflict, also when another dose conflicts with this one; a time does", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { minGapMinutes: 240 });
    const first = doseIdOf(await record(owner, planId, { givenAt: aMoment(5) }));
    const second = doseIdOf(await record(owner, planId, { givenAt: aMoment(4), acknowledged: [first] }));
    const { givenAt } = await doseOf(owner, diaryId, first);
    const correct = (change: object) =>
      owner.http.mutation(api.doses.correctDose, {
        entryId: randomUUID(),
        doseId: first,
        revision: 1,
        amount: 1,
        givenAt: givenAt!,
        why: "Typed wrong",
        ...change,
      });
    expect(await correct({ amount: 2 })).toMatchObject({ outcome: "refused", conflicts: [{ id: second }] });
    expect(await correct({ note: "With milk" })).toMatchObject({ outcome: "written" });
    expect(await doseOf(owner, diaryId, first)).toMatchObject({ note: "With milk", givenAt, against: [] });
    // The last dose counts for the next one, not the last correction.
    expect(await give(owner, planId)).toMatchObject({ outcome: "written" });
  });

  it("a dose that was withdrawn is in nobody's way", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), { maxCount: 1 });
    const doseId = doseIdOf(await give(owner, planId));
    expect(await give(caregiver, planId)).toMatchObject({
      outcome: "refused",
      conflicts: [{ limit: "count" }],
    });
    await owner.http.mutation(api.doses.withdrawDose, {
      entryId: randomUUID(),
      doseId,
      revision: 1,
      reason: "not_taken",
    });
    expect(await give(caregiver, planId)).toMatchObject({ outcome: "written" });
  });
});

describe("the doses that the limits compare with", () => {
  it("are all of the window where an amount is limited, and the last one however old", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      maxAmount: 8,
      windowHours: 6,
    });
    const old = await planOf(owner, diaryId, "levodopa", whenNeeded(1, 2), { maxAmount: 8, windowHours: 6 });
    for (const hours of [8, 5, 4, 3]) doseIdOf(await record(owner, planId, { givenAt: aMoment(hours) }));
    for (const hours of [20, 10]) doseIdOf(await record(owner, old, { givenAt: aMoment(hours) }));
    const { lately } = await dosesOfDay(owner, diaryId);
    const countOf = (id: string) => lately.find((each) => each.planId === id)!.doses.length;
    expect([countOf(planId), countOf(old)]).toEqual([3, 1]);
  });
});

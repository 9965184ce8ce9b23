import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { createLog } from "../../../server/log.ts";
import { doseIdOf, dosesOfDay, give, meant, record } from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { beganDaysAgo, dailyFromNow, doseIn, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { checkLedger } from "./jobs.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const today = () => toDayInZone(Date.now(), "UTC");
const due = (person: TestPerson, at = Date.now()) => person.http.query(api.doses.listDue, { at });
const toReview = async (person: TestPerson, diaryId: string) =>
  (await person.http.query(api.doses.listToReview, { diaryId })).map(({ dose }) => dose);
const everyEightHours: Schedule = { kind: "afterLast", hours: 8, amount: 1 };

/** Once a week, on the weekday of so many days from now. */
function weekly(inDays: number): Schedule {
  const day = new Date(Date.now() + inDays * DAY).getUTCDay();
  const weekday = (["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const)[day]!;
  return { kind: "clock", times: [{ at: "08:00", amount: 4 }], days: { weekdays: [weekday] } };
}

describe("a plan of hours after the last dose", () => {
  it("that begins in three days isn't due before, and a dose before its beginning asks", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const firstDay = addDays(today(), 3);
    const planId = await planOf(owner, diaryId, "amoxicillin", everyEightHours, { firstDay });
    expect(await due(caregiver)).toEqual([]);
    expect((await dosesOfDay(owner, diaryId)).slots).toEqual([]);
    const first = { slot: `${firstDay}T08:00:00.000Z`, dueAt: Date.parse(`${firstDay}T08:00Z`) };
    expect(await due(caregiver, first.dueAt)).toMatchObject([first]);
    const asked = await give(caregiver, planId);
    expect(asked).toMatchObject({
      outcome: "refused",
      conflicts: [
        { limit: "notBegun", next: first.dueAt },
        { limit: "notDue", next: first.dueAt },
      ],
    });
    const early = await give(caregiver, planId, { slot: first.slot });
    expect(early).toMatchObject({ outcome: "refused", conflicts: [{ limit: "early" }] });
  });

  it("whose course ended two days ago isn't due, and a dose after its end asks and is up for review", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const [firstDay, lastDay] = [addDays(today(), -9), addDays(today(), -2)];
    const planId = await planOf(owner, diaryId, "amoxicillin", everyEightHours, { firstDay, lastDay });
    expect(await due(caregiver)).toEqual([]);
    expect((await dosesOfDay(owner, diaryId)).slots).toEqual([]);
    // As needed, and with times too.
    const needed = await planOf(owner, diaryId, "ibuprofen", whenNeeded(), { firstDay, lastDay });
    for (const id of [planId, needed]) {
      const asked = await give(caregiver, id);
      expect(asked).toMatchObject({
        outcome: "refused",
        conflicts: [{ limit: "ended" }, ...(id === planId ? [{}] : [])],
      });
      doseIdOf(await give(caregiver, id, meant("seen")));
    }
    expect((await toReview(owner, diaryId)).map(({ doubts }) => doubts)).toEqual([
      ["ended"],
      ["ended", "notDue"],
    ]);
  });

  it("goes on as before until a later version holds", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "amoxicillin", everyEightHours);
    await service.database.pool.query(
      `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
         late_after_minutes, late_until_minutes, words, changed_by)
       select plan_id, 2, diary_id, now() + interval '2 days', time_zone, first_day,
         '{"kind": "afterLast", "hours": 12, "amount": 2}', 60, 240, words, changed_by
         from medication_plan_versions where plan_id = $1`,
      [planId],
    );
    expect(await due(owner)).toMatchObject([{ amount: 1, version: 1 }]);
    const slot = (await due(owner))[0]!.slot;
    doseIdOf(await give(owner, planId, { slot }));
    expect(await due(owner, Date.now() + 8 * HOUR)).toMatchObject([{ amount: 1, version: 1 }]);
  });
});

describe("a dose when none is due", () => {
  it("of a weekly medicine asks each day, with the next planned and the last given one, and is up for review", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "methotrexate", weekly(3));
    await beganDaysAgo(service.database.pool, planId, 30);
    const next = Date.parse(`${addDays(today(), 3)}T08:00Z`);
    const written: string[] = [];
    // On days running, none of which is the planned one.
    for (const daysAgo of [3, 2, 1]) {
      const args = { amount: 4, givenAt: Date.now() - daysAgo * DAY, entryId: randomUUID() };
      const asked = await record(caregiver, planId, args);
      expect(asked).toMatchObject({
        outcome: "refused",
        conflicts: [
          {
            id: args.entryId,
            limit: "notDue",
            next,
            ...(written.length > 0 && { by: "Clara Caregiver", byId: caregiver.userId, amount: 4 }),
          },
        ],
      });
      written.push(doseIdOf(await record(caregiver, planId, { ...args, acknowledged: [args.entryId] })));
    }
    const review = await toReview(owner, diaryId);
    expect(review.map(({ _id, doubts }) => [_id, doubts])).toEqual(
      [...written].reverse().map((id) => [id, ["notDue"]]),
    );
    // Somebody who is about to give it is asked too, and an old page finds what was given last.
    expect(await give(owner, planId, { amount: 4 })).toMatchObject({
      conflicts: [{ limit: "notDue", by: "Clara Caregiver", amount: 4 }],
    });
    await owner.http.mutation(api.doses.reviewDose, {
      entryId: randomUUID(),
      doseId: written[0]!,
      revision: 1,
    });
    expect((await toReview(owner, diaryId)).map(({ _id }) => _id)).not.toContain(written[0]);
  });

  it("that waited on a phone is kept without a question, under review", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "methotrexate", weekly(3));
    await beganDaysAgo(service.database.pool, planId, 30);
    const id = doseIdOf(await give(caregiver, planId, { amount: 4, givenAt: Date.now() - HOUR }));
    expect(await toReview(owner, diaryId)).toMatchObject([{ _id: id, doubts: ["notDue"] }]);
  });

  it("of a plan that paused asks, by the time for which it is planned", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const slot = (await due(owner))[0]!.slot;
    await owner.http.mutation(api.pauses.startPause, {
      diaryId,
      kind: "hospital",
      planIds: null,
      fromAt: Date.now() - HOUR,
      untilAt: null,
    });
    expect(await give(caregiver, planId, { slot })).toMatchObject({ conflicts: [{ limit: "paused" }] });
  });
});

describe("far from the plan", () => {
  it("an amount asks and is up for review, planned, as needed and corrected", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", dailyFromNow());
    const slot = (await due(owner))[0]!.slot;
    for (const amount of [99_999, 2, 0.25])
      expect(await give(caregiver, planId, { slot, amount })).toMatchObject({
        outcome: "refused",
        conflicts: [{ limit: "farAmount" }],
      });
    const id = doseIdOf(await give(caregiver, planId, { slot, amount: 1.5 }));
    expect(await toReview(owner, diaryId)).toEqual([]);
    const correct = (acknowledged: string[]) =>
      caregiver.http.mutation(api.doses.correctDose, {
        entryId: randomUUID(),
        doseId: id,
        revision: 1,
        amount: 99_999,
        givenAt: Date.now() - MINUTE,
        why: "Typed wrong",
        acknowledged,
      });
    expect(await correct([])).toMatchObject({ outcome: "refused", conflicts: [{ id, limit: "farAmount" }] });
    doseIdOf(await correct([id]));
    expect(await toReview(owner, diaryId)).toMatchObject([{ _id: id, doubts: ["farAmount"] }]);
    const needed = await planOf(owner, diaryId, "ibuprofen", whenNeeded(1, 2));
    expect(await give(caregiver, needed, { amount: 4 })).toMatchObject({
      conflicts: [{ limit: "farAmount" }],
    });
    doseIdOf(await give(caregiver, needed, { amount: 3 }));
    // The ledger and its history agree.
    await checkLedger({ database: service.database, log: createLog("silent") });
    expect((await service.database.pool.query("select * from dose_faults")).rows).toEqual([]);
  });

  it("a time asks: seven coming doses at once, and one of yesterday", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const now = Date.now();
    const { schedule } = doseIn(0, now);
    const planId = await planOf(owner, diaryId, "ramipril", schedule);
    await beganDaysAgo(service.database.pool, planId, 9);
    const slotIn = (days: number) => doseIn(days * 24 * 60, now).slot;
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((days) => give(caregiver, planId, { slot: slotIn(days) })),
    );
    expect(answers.map((answer) => answer.outcome === "refused" && answer.conflicts[0]?.limit)).toEqual(
      answers.map(() => "early"),
    );
    expect(await give(caregiver, planId, { slot: slotIn(-1) })).toMatchObject({
      conflicts: [{ limit: "late" }],
    });
    // What was given at its time is only written down late.
    doseIdOf(await record(caregiver, planId, { slot: slotIn(-1), givenAt: now - DAY }));
    const ahead = doseIdOf(await give(caregiver, planId, meant("seen", { slot: slotIn(1) })));
    expect(await toReview(owner, diaryId)).toMatchObject([{ _id: ahead, doubts: ["early"] }]);
  });

  it("is named by each dose for itself: a confirmation of one doesn't cover another", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ibuprofen", whenNeeded(), { maxAmount: 3 });
    // A limit that somebody typed isn't said yes to by whoever is about to give.
    const both = await give(owner, planId, meant("seen", { amount: 4 }));
    expect(both).toMatchObject({
      outcome: "refused",
      conflicts: [{ limit: "amount" }, { limit: "farAmount" }],
    });
    expect(await record(owner, planId, meant("acknowledged", { amount: 4 }))).toMatchObject({
      outcome: "written",
    });
  });
});

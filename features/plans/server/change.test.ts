import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { addDays, getDayStart, toClockInZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { everyDayAt, planFields, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import type { Schedule } from "../rules/schedule.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const today = () => toDayInZone(Date.now(), "UTC");
const inDays = (count: number) => addDays(today(), count);
/** Times that are still to come or are over on each day, whatever the clock says now. */
const twice = (amount: number) => everyDayAt(["00:00", amount], ["23:59", amount]);

const change = (
  { http }: TestPerson,
  planId: string,
  schedule: Schedule,
  { baseVersion = 1, ...more }: { baseVersion?: number } & Record<string, unknown> = {},
) => {
  const { doseUnit: _, ...fields } = planFields(schedule);
  return http.mutation(api.plans.changePlan, {
    planId,
    baseVersion,
    reason: "",
    ...fields,
    ...more,
  } as never);
};
const planNow = async ({ http }: TestPerson, planId: string) =>
  (await http.query(api.plans.getPlan, { planId }))!.plan;
/** The planned doses of the days to come, as day and amount. */
const planned = async ({ http }: TestPerson, diaryId: string, count: number) => {
  const { slots } = await http.query(api.doses.listDoses, {
    diaryId,
    fromDay: inDays(1),
    toDay: inDays(count),
  });
  return slots
    .map(
      ({ dueAt, amount, version }) =>
        `${toDayInZone(dueAt, "UTC")} ${toClockInZone(dueAt, "UTC")} ${amount} v${version}`,
    )
    .sort();
};
const twiceOn = (day: number, amount: number, version: number) =>
  ["00:00", "23:59"].map((time) => `${inDays(day)} ${time} ${amount} v${version}`);

describe("a change that begins on a later day", () => {
  it("lets the former version go on until then, without a word of its beginning too", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", twice(1));
    // A page of before asks for the first day alone.
    await change(owner, planId, twice(2), { firstDay: inDays(3) });
    expect(await planned(owner, diaryId, 4)).toEqual([
      ...twiceOn(1, 1, 1),
      ...twiceOn(2, 1, 1),
      ...twiceOn(3, 2, 2),
      ...twiceOn(4, 2, 2),
    ]);
  });

  it("is shown as what comes, and what holds now stays the present one in plans, lists and reminders", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", twice(1), { facts: { strength: "5 mg" } });
    await change(owner, planId, whenNeeded(2), { from: inDays(3), leavesOut: true });
    const plan = await planNow(owner, planId);
    expect(plan.current).toMatchObject({ version: 1, schedule: { kind: "clock" } });
    expect(plan.coming).toMatchObject([
      { version: 2, effectiveFrom: getDayStart(inDays(3), "UTC"), schedule: { kind: "asNeeded" } },
    ]);
    const { plans } = await owner.http.query(api.doses.listDoses, {
      diaryId,
      fromDay: today(),
      toDay: today(),
    });
    expect(plans[0]!.current.version).toBe(1);
    const compared = await owner.http.query(api.plans.compareList, { diaryId });
    expect(compared!.rows[0]!.timing).toMatch(/every day; from .*: 2 tablets when needed/);
    expect(compared!.differences).toEqual([]);
  });

  it("is replaced by one that begins before it, and a dose so many hours after the last keeps its own amount", async () => {
    const { owner, diaryId } = await careTeam(service);
    const afterLast = (amount: number): Schedule => ({ kind: "afterLast", hours: 6, amount });
    const planId = await planOf(owner, diaryId, "morphine", afterLast(1));
    const begin = Date.now();
    const entryId = crypto.randomUUID();
    await owner.http.mutation(api.doses.recordDose, {
      entryId,
      planId,
      slot: null,
      amount: 1,
      givenAt: begin,
      sentAt: begin,
      // The first dose is planned for now; this one stands for it.
      acknowledged: [entryId],
      why: "",
    });
    await change(owner, planId, afterLast(2), { from: inDays(2) });
    const soon = async () =>
      (
        await owner.http.query(api.doses.listDoses, { diaryId, fromDay: today(), toDay: inDays(1) })
      ).slots.map(({ dueAt, amount, version }) => [Math.round((dueAt - begin) / HOUR), amount, version]);
    expect(await soon()).toEqual([[6, 1, 1]]);
    // Its reminders still count from each dose until then, also when what comes goes by the clock.
    await change(owner, planId, twice(1), { baseVersion: 2, from: inDays(4), leavesOut: true });
    const { rows } = await service.database.pool.query(
      "select distinct counts_from_last from dose_reminders where plan_id::text = $1",
      [planId],
    );
    expect(rows).toEqual([{ counts_from_last: true }]);
    await change(owner, planId, afterLast(3), { baseVersion: 3, from: today() });
    expect(await soon()).toEqual([[6, 3, 4]]);
    expect((await planNow(owner, planId)).coming).toEqual([]);
  });

  it("is refused for a day that is over, beyond a year, or after the last day", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", twice(1));
    const refused = (more: object) => expect(change(owner, planId, twice(2), { ...more })).rejects;
    await refused({ from: inDays(-1) }).toThrow(writeMessage(PLAN_MESSAGES.pastDay));
    await refused({ from: inDays(400) }).toThrow(writeMessage(PLAN_MESSAGES.farDay));
    await refused({ from: inDays(5), lastDay: inDays(4) }).toThrow(writeMessage(PLAN_MESSAGES.overBefore));
    expect((await planNow(owner, planId)).current.version).toBe(1);
  });

  it("moves to another clock together with what holds until then", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", twice(1));
    await service.database.pool.query("update diaries set time_zone = 'Asia/Tokyo' where id::text = $1", [
      diaryId,
    ]);
    await change(owner, planId, twice(2), { from: inDays(5) });
    await owner.http.mutation(api.plans.movePlans, {
      diaryId,
      from: Date.now() + DAY,
      plans: [{ planId, version: 2 }],
      reason: "",
    });
    const { current, coming } = await planNow(owner, planId);
    expect(
      [current, ...coming].map(({ timeZone, schedule }) => [
        timeZone,
        (schedule as never as { times: { amount: number }[] }).times[0]!.amount,
      ]),
    ).toEqual([
      ["UTC", 1],
      ["Asia/Tokyo", 1],
      ["Asia/Tokyo", 2],
    ]);
  });
});

describe("a change that leaves planned doses without a successor", () => {
  it.each([
    ["because it begins at once and its first day is later", { from: "today", firstDay: 3 }],
    ["because its last day comes first", { from: "today", lastDay: 1 }],
  ])(
    "asks first: %s",
    async (_, { firstDay, lastDay }: { from: string; firstDay?: number; lastDay?: number }) => {
      const { owner, diaryId } = await careTeam(service);
      const planId = await planOf(owner, diaryId, "ramipril", twice(1));
      const days = {
        from: today(),
        ...(firstDay && { firstDay: inDays(firstDay) }),
        ...(lastDay && { lastDay: inDays(lastDay) }),
      };
      await expect(change(owner, planId, twice(2), days)).rejects.toThrow(
        /^Planned doses would be left without a successor, the first on \d{4}-\d\d-\d\d \d\d:\d\d\./,
      );
      expect((await planNow(owner, planId)).current.version).toBe(1);
      await change(owner, planId, twice(2), { ...days, leavesOut: true });
      expect((await planNow(owner, planId)).current.version).toBe(2);
    },
  );

  it("asks when nothing has times any more, and not when the times only move", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", twice(1));
    await expect(change(owner, planId, whenNeeded(1))).rejects.toThrow("without a successor");
    await change(owner, planId, everyDayAt("23:58"), { from: today() });
    await change(owner, planId, everyDayAt("23:59"), { baseVersion: 2, from: inDays(1) });
    expect((await planNow(owner, planId)).coming).toHaveLength(1);
  });
});

describe("an amount that looks like a strength", () => {
  it("is refused until it is confirmed, in a new plan and in a change", async () => {
    const { owner, diaryId } = await careTeam(service);
    const many = everyDayAt(["08:00", 47.5]);
    const message =
      "47.5 tablets at a time, each of 47.5 mg, may be a mistake. Confirm that the amount is right.";
    const facts = { facts: { strength: "47.5 mg" } };
    await expect(planOf(owner, diaryId, "metoprolol", many, facts)).rejects.toThrow(message);
    const planId = await planOf(owner, diaryId, "metoprolol", everyDayAt("08:00"), facts);
    await expect(change(owner, planId, many)).rejects.toThrow(message);
    await change(owner, planId, many, { confirmsAmounts: true });
    // What was confirmed isn't asked about again.
    await change(owner, planId, everyDayAt(["09:00", 47.5]), { baseVersion: 2 });
    expect((await planNow(owner, planId)).current.version).toBe(3);
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { beginAt } from "../../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { everyDayAt, planOf, whenNeeded } from "../../../../test/plans.ts";
import type { Service } from "../../../../test/service.ts";
import type { Schedule } from "../../../plans/rules/schedule.ts";
import { STOCK_MESSAGES } from "../../rules/messages.ts";
import { countDaysLeft, formatSupply, isLow } from "../../rules/stock.ts";
import { computeSupply } from "./supply.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const write = (
  person: TestPerson,
  planId: string,
  kind: "counted" | "added" | "discarded",
  amount: number,
  at?: number,
) => person.http.mutation(api.stock.recordStock, { planId, kind, amount, ...(at !== undefined && { at }) });

const stockOf = async (person: TestPerson, diaryId: string, planId: string) =>
  (await person.http.query(api.stock.listStock, { diaryId })).find((each) => each.planId === planId)!;
const left = async (person: TestPerson, diaryId: string, planId: string) =>
  (await stockOf(person, diaryId, planId)).stock?.amount;

async function give(
  person: TestPerson,
  planId: string,
  amount: number,
  givenAt = Date.now(),
  acknowledged: string[] = [],
) {
  const entryId = randomUUID();
  const outcome = await person.http.mutation(api.doses.recordDose, {
    entryId,
    planId,
    slot: null,
    amount,
    givenAt,
    sentAt: Date.now(),
    // Also where it doesn't fit its plan.
    acknowledged: [...acknowledged, entryId],
  });
  if (outcome.outcome !== "written") throw new Error("refused");
  return outcome.doseId;
}

/** A counted plan for which doses are given when they are needed. */
async function counted(amount: number, at = Date.now() - 3 * HOUR) {
  const team = await careTeam(service);
  const planId = await planOf(team.owner, team.diaryId, "ramipril", whenNeeded(), {
    facts: { strength: "500 mg" },
  });
  await write(team.owner, planId, "counted", amount, at);
  return { ...team, planId };
}

describe("the stock", () => {
  it("is the newest count with the amounts added, discarded and given after it", async () => {
    const { owner, caregiver, diaryId, planId } = await counted(20);
    await give(caregiver, planId, 1, Date.now() - 2 * HOUR);
    await write(caregiver, planId, "added", 30, Date.now() - HOUR);
    await write(caregiver, planId, "discarded", 2.5);
    expect(await left(owner, diaryId, planId)).toBe(46.5);
    // A new count is the truth, whatever was written before it.
    await write(owner, planId, "counted", 44);
    expect(await left(owner, diaryId, planId)).toBe(44);
    expect(await stockOf(owner, diaryId, planId)).toMatchObject({ stock: { countedBy: "Olga Owner" } });
    const events = await owner.http.query(api.stock.listStockEvents, { planId });
    expect(events!.map(({ kind, amount, by }) => [kind, amount, by])).toEqual([
      ["counted", 44, "Olga Owner"],
      ["discarded", 2.5, "Clara Caregiver"],
      ["added", 30, "Clara Caregiver"],
      ["counted", 20, "Olga Owner"],
    ]);
  });

  // dosezy #42, #44, #80: a tablet of 500 mg took 500 from the box.
  it("is reduced by the number of tablets, never by their strength", async () => {
    const { owner, diaryId, planId } = await counted(20);
    await give(owner, planId, 1);
    expect(await left(owner, diaryId, planId)).toBe(19);
  });

  it("is corrected by a corrected and by a withdrawn dose", async () => {
    const { owner, diaryId, planId } = await counted(20);
    const doseId = await give(owner, planId, 1, Date.now() - HOUR);
    const onDose = { doseId, entryId: randomUUID() };
    await owner.http.mutation(api.doses.correctDose, {
      ...onDose,
      revision: 1,
      amount: 2,
      givenAt: Date.now() - HOUR,
      note: "",
      why: "It were two",
      acknowledged: [doseId],
    });
    expect(await left(owner, diaryId, planId)).toBe(18);
    await owner.http.mutation(api.doses.withdrawDose, {
      doseId,
      entryId: randomUUID(),
      revision: 2,
      reason: "not_taken",
      why: "",
    });
    expect(await left(owner, diaryId, planId)).toBe(20);
  });

  it("counts a dose of the count's minute by their moments, and one of the very same moment as given after it", async () => {
    const minute = Math.floor((Date.now() - HOUR) / MINUTE) * MINUTE;
    const { owner, diaryId, planId } = await counted(20, minute + 30_000);
    const first = await give(owner, planId, 1, minute + 10_000);
    expect(await left(owner, diaryId, planId)).toBe(20);
    const second = await give(owner, planId, 1, minute + 50_000, [first]);
    expect(await left(owner, diaryId, planId)).toBe(19);
    await give(owner, planId, 1, minute + 30_000, [first, second]);
    expect(await left(owner, diaryId, planId)).toBe(18);
  });

  it("orders two entries of one moment by when they were written", async () => {
    const at = Date.now() - HOUR;
    const { owner, diaryId, planId } = await counted(20, at);
    await write(owner, planId, "added", 5, at);
    expect(await left(owner, diaryId, planId)).toBe(25);
    await write(owner, planId, "counted", 7, at);
    expect(await left(owner, diaryId, planId)).toBe(7);
  });

  it("may be less than nothing when entries and counts don't fit, and is unknown before the first count", async () => {
    const { owner, diaryId, planId } = await counted(1);
    await write(owner, planId, "discarded", 2);
    expect(await left(owner, diaryId, planId)).toBe(-1);
    const other = await planOf(owner, diaryId, "ibuprofen", whenNeeded());
    expect((await stockOf(owner, diaryId, other)).stock).toBeNull();
    await expect(write(owner, other, "added", 30)).rejects.toThrow(writeMessage(STOCK_MESSAGES.countFirst));
    await write(owner, other, "counted", 0);
    expect(await left(owner, diaryId, other)).toBe(0);
  });

  it("refuses amounts that the unit doesn't have, and times that haven't come or are long gone", async () => {
    const { owner, planId } = await counted(20);
    await expect(write(owner, planId, "counted", 1.234)).rejects.toThrow("decimals");
    await expect(write(owner, planId, "added", 0)).rejects.toThrow("more than 0");
    await expect(write(owner, planId, "counted", 1, Date.now() + HOUR)).rejects.toThrow(
      writeMessage(STOCK_MESSAGES.future),
    );
    await expect(write(owner, planId, "counted", 1, Date.now() - 400 * DAY)).rejects.toThrow(
      writeMessage(STOCK_MESSAGES.longAgo),
    );
  });

  it("keeps its entries: even the tables' owner can't change or delete one", async () => {
    const { planId } = await counted(20);
    for (const text of [
      "update stock_events set amount = 1 where plan_id = $1",
      "delete from stock_events where plan_id = $1",
    ])
      await expect(sql(text, [planId])).rejects.toThrow("only grows");
  });

  it("goes with its notebook", async () => {
    const { owner, diaryId, planId } = await counted(20);
    await owner.http.mutation(api.stock.setStockWarning, { planId, warning: { below: 7, of: "days" } });
    await owner.http.mutation(api.diaries.deleteDiary, { diaryId });
    expect(await sql("select id from stock_events where plan_id = $1", [planId])).toEqual([]);
  });
});

describe("how long it lasts", () => {
  const version = (schedule: Schedule, lastDay: string | null = null) => ({
    version: 1,
    schedule,
    firstDay: "2026-01-01",
    lastDay,
    timeZone: "Europe/Berlin",
    effectiveFrom: 0,
  });
  const since = Date.parse("2026-05-03T06:30:00Z");
  const twice = everyDayAt("08:00", ["20:00", 2]);

  it.each([
    ["three a day", version(twice), 18, "2026-05-09T18:00:00.000Z"],
    ["the first dose isn't covered", version(twice), 1, "2026-05-03T18:00:00.000Z"],
    ["nothing left", version(twice), -3, "2026-05-03T18:00:00.000Z"],
    ["by elapsed hours", version({ kind: "afterLast", hours: 6, amount: 2 }), 5, "2026-05-04T00:30:00.000Z"],
    [
      "every hour, longer than is planned at a time",
      version({ kind: "everyHours", hours: 1, from: "00:00", amount: 1 }),
      31 * 24,
      "2026-06-03T07:00:00.000Z",
    ],
  ])("until the first planned dose that it doesn't cover: %s", (_, plan, amount, at) => {
    const supply = computeSupply([plan], amount, since);
    expect(supply?.kind === "until" && new Date(supply.at).toISOString()).toBe(at);
  });

  it("is enough to the last day, longer than is computed, or unknown without times", () => {
    expect(computeSupply([version(twice, "2026-05-05")], 18, since)).toEqual({ kind: "toEnd" });
    expect(computeSupply([version(twice)], 5000, since)).toEqual({ kind: "long" });
    expect(computeSupply([version({ kind: "asNeeded", amount: 1, most: null })], 18, since)).toBeNull();
    expect(computeSupply([version({ kind: "freeText" })], 18, since)).toBeNull();
  });

  it("counts what holds until a change begins, and the change from then on", () => {
    const begins = Date.parse("2026-05-05T00:00:00Z");
    const later = (schedule: Schedule) => ({ ...version(schedule), version: 2, effectiveFrom: begins });
    const until = (...versions: Parameters<typeof computeSupply>[0]) => {
      const supply = computeSupply(versions, 5, since);
      return supply?.kind === "until" ? new Date(supply.at).toISOString().slice(5, 16) : supply;
    };
    const daily: Schedule = { kind: "clock", times: [{ at: "20:00", amount: 1 }], days: { everyDays: 1 } };
    const double: Schedule = { kind: "clock", times: [{ at: "20:00", amount: 2 }], days: { everyDays: 1 } };
    expect(until(version(daily), later(double))).toBe("05-06T18:00");
    expect(until(version({ kind: "afterLast", hours: 12, amount: 1 }), later(double))).toBe("05-06T18:00");
    expect(
      until(
        version({ ...double, times: [{ at: "20:00", amount: 4 }] } as Schedule),
        later({ kind: "freeText" }),
      ),
    ).toBe("05-04T18:00");
    expect(until(version(daily), later({ kind: "freeText" }))).toBeNull();
  });

  it("is shown in days, with the day of the count", () => {
    const dayOf = () => "2026-05-03";
    const of = (supply: ReturnType<typeof computeSupply>) =>
      formatSupply({ amount: 3, countedAt: since, supply }, { now: since, dayOf });
    expect(of({ kind: "until", at: since + 6.5 * DAY })).toBe(
      "About 6 days at the planned amounts, counted on May 3, 2026",
    );
    expect(of({ kind: "until", at: since + DAY })).toMatch(/^About 1 day at/);
    expect(of({ kind: "until", at: since - DAY })).toMatch(/^Less than a day/);
    expect(of(null)).toBe("Counted on May 3, 2026");
  });

  it("is low only by the typed number", () => {
    const stock = { amount: 3, countedAt: since, supply: { kind: "until", at: since + 6.5 * DAY } as const };
    expect(countDaysLeft(stock.supply, since)).toBe(6);
    expect(isLow(stock, null, since)).toBe(false);
    expect(isLow(stock, { below: 6, of: "days" }, since)).toBe(false);
    expect(isLow(stock, { below: 7, of: "days" }, since)).toBe(true);
    expect(isLow(stock, { below: 3, of: "amount" }, since)).toBe(false);
    expect(isLow(stock, { below: 4, of: "amount" }, since)).toBe(true);
    expect(isLow({ ...stock, supply: null }, { below: 7, of: "days" }, since)).toBe(false);
  });

  it("begins after the last given dose: a dose that was given early isn't counted twice", async () => {
    const { owner, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", { kind: "afterLast", hours: 6, amount: 1 });
    await write(owner, planId, "counted", 3, Date.now() - 2 * HOUR);
    const givenAt = Date.now() - HOUR;
    await give(owner, planId, 1, givenAt);
    const { stock, hasTimes } = await stockOf(owner, diaryId, planId);
    expect(hasTimes).toBe(true);
    expect(stock).toMatchObject({ amount: 2, supply: { kind: "until", at: givenAt + 18 * HOUR } });
  });
});

describe("the warning", () => {
  it("is a typed number, and can be removed", async () => {
    const { owner, caregiver, diaryId, planId } = await counted(20);
    expect((await stockOf(owner, diaryId, planId)).warning).toBeNull();
    const set = (warning: { below: number; of: "days" | "amount" } | null) =>
      caregiver.http.mutation(api.stock.setStockWarning, { planId, warning });
    await set({ below: 7, of: "days" });
    await set({ below: 2.5, of: "amount" });
    expect((await stockOf(owner, diaryId, planId)).warning).toEqual({ below: 2.5, of: "amount" });
    await expect(set({ below: 2.5, of: "days" })).rejects.toThrow(writeMessage(STOCK_MESSAGES.wholeDays));
    await set(null);
    expect((await stockOf(owner, diaryId, planId)).warning).toBeNull();
  });
});

it("shows viewers nothing of plans that they don't see, and lets them write nothing", async () => {
  const { owner, viewer, diaryId, planId } = await counted(20);
  const shared = await planOf(owner, diaryId, "shared", whenNeeded(), { visibility: "extended" });
  await write(owner, shared, "counted", 3);
  const seen = await viewer.http.query(api.stock.listStock, { diaryId });
  expect(seen.map(({ name }) => name)).toEqual(["shared"]);
  expect(await viewer.http.query(api.stock.listStockEvents, { planId })).toBeNull();
  await expect(write(viewer, shared, "counted", 1)).rejects.toThrow("Access denied");
});

it("follows a given dose on an open screen", async () => {
  const { owner, caregiver, diaryId, planId } = await counted(20);
  const amounts: (number | undefined)[] = [];
  const screen = service.connect(owner);
  screen.onUpdate(api.stock.listStock, { diaryId }, (plans) => amounts.push(plans[0]?.stock?.amount));
  await expect.poll(() => amounts.at(-1)).toBe(20);
  await give(caregiver, planId, 2);
  await expect.poll(() => amounts.at(-1)).toBe(18);
  await screen.close();
});

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { addDose, addPlan, REFUSED, stateOf } from "../../../test/dose-rows.ts";
import { beginAt } from "../../../test/moment.ts";
import { careTeam } from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";
import { type Conflict, findConflicts, type GivenDose, type Limits } from "../rules/dose-conflicts.ts";

const startService = beginAt();

// What the limits compare, against a second implementation that searches every window.

let service: Service;
let client: pg.Client;
let place: { diaryId: string; userId: string };
beforeAll(async () => {
  service = await startService();
  const { diaryId, owner } = await careTeam(service);
  place = { diaryId, userId: owner.userId };
  client = new pg.Client({ connectionString: service.database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.close();
});

const START = Date.parse("2026-03-27T00:00:00Z");
/** Quarters of an hour over four days, so that borders are met often; the clocks change within them. */
const moment = fc.integer({ min: 0, max: 4 * 96 }).map((quarter) => START + quarter * 15 * MINUTE);
const amount = fc.constantFrom(0.5, 1, 1.5, 2, 0.125);
const slot = fc.option(fc.constantFrom("a", "b", "c"), { nil: null, freq: 2 });
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const limits = fc.record({
  minGapMinutes: optional(fc.constantFrom(15, 60, 240, 1440)),
  maxCount: optional(fc.integer({ min: 1, max: 4 })),
  maxAmount: optional(fc.constantFrom(1, 2.5, 4)),
  windowHours: fc.constantFrom(1, 6, 24, 48),
  sameDoseMinutes: optional(fc.constantFrom(30, 120)),
});
const doseFields = { slot, givenAt: moment, amount };
const dose = fc.record(doseFields);

/** Each window that begins at a whole quarter of an hour: slow, and without the thought that the others share. */
function slowly(of: Limits, given: readonly GivenDose[], next: GivenDose): Set<string> {
  const found = new Set<string>();
  for (const other of given) {
    const distance = Math.abs(other.givenAt - next.givenAt);
    if (other.slot !== null && other.slot === next.slot) found.add(`${other.id} slot`);
    if (of.sameDoseMinutes !== null && distance < of.sameDoseMinutes * MINUTE)
      found.add(`${other.id} sameDose`);
    if (of.minGapMinutes !== null && distance < of.minGapMinutes * MINUTE) found.add(`${other.id} gap`);
  }
  if (of.maxAmount !== null && next.amount > of.maxAmount) found.add(`${next.id} amount`);
  for (let begin = next.givenAt - of.windowHours * HOUR; begin <= next.givenAt; begin += 15 * MINUTE) {
    const isIn = ({ givenAt }: GivenDose) => givenAt >= begin && givenAt < begin + of.windowHours * HOUR;
    if (!isIn(next)) continue;
    const inside = given.filter(isIn);
    const sum = inside.reduce((total, other) => total + other.amount, next.amount);
    for (const other of inside) {
      if (of.maxCount !== null && inside.length + 1 > of.maxCount) found.add(`${other.id} count`);
      if (of.maxAmount !== null && sum > of.maxAmount + 1e-9) found.add(`${other.id} amount`);
    }
  }
  return found;
}

const named = (conflicts: readonly Conflict[]) => conflicts.map(({ id, limit }) => `${id} ${limit}`).sort();

/** What somebody does with the ledger: gives a dose, back-dated or not, corrects one or withdraws one. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("give" as const), ...doseFields }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("correct" as const), which: fc.nat(), givenAt: moment, amount }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("withdraw" as const), which: fc.nat() }) },
);

describe("the guard, after any doses, corrections and withdrawals", () => {
  it("refuses exactly what goes against a limit then, and changes nothing", { timeout: 60_000 }, async () => {
    const refused = { give: 0, correct: 0, withdraw: 0 };
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { minLength: 1, maxLength: 14 }), async (of, steps) => {
        const plan = await addPlan(client, place, of);
        /** What stands, without the thought of the guard. */
        const stands = new Map<string, GivenDose>();
        for (const each of steps) {
          const ids = [...stands.keys()];
          const id = each.does === "give" ? randomUUID() : ids[each.which % Math.max(1, ids.length)];
          if (id === undefined) continue;
          if (each.does === "withdraw") {
            const withdraw = "update doses set state = 'withdrawn', reason = 'mistake' where id = $1";
            expect(await stateOf(client.query(withdraw, [id]))).toBeNull();
            stands.delete(id);
            continue;
          }
          const next = { id, slot: stands.get(id)?.slot ?? null, ...each };
          const others = [...stands.values()].filter((dose) => dose.id !== id);
          const isRefused = slowly(of, others, next).size > 0;
          const givenAt = new Date(next.givenAt);
          const state = await stateOf(
            each.does === "give"
              ? addDose(client, place, plan, { id, slot: next.slot, givenAt, amount: next.amount })
              : client.query(
                  "update doses set given_at = $2, amount = $3 where id = $1 and (given_at, amount) is distinct from ($2, $3)",
                  [id, givenAt, next.amount],
                ),
          );
          const isSame = stands.get(id)?.givenAt === next.givenAt && stands.get(id)?.amount === next.amount;
          expect(state).toBe(isRefused && !isSame ? REFUSED : null);
          if (state === null) stands.set(id, next);
          else refused[each.does]++;
        }
        const { rows } = await client.query("select id from doses where plan_id = $1 and state = 'given'", [
          plan,
        ]);
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(stands.keys()));
      }),
      { numRuns: 60 },
    );
    // The property has met what it is about.
    expect(refused.give).toBeGreaterThan(0);
    expect(refused.correct).toBeGreaterThan(0);
  });
});

describe("the conflicts of a dose", () => {
  it("are the same for screens, for the database and for a search of every window", {
    timeout: 60_000,
  }, async () => {
    await client.query("alter table doses disable trigger guard_dose; drop index doses_slot");
    await fc.assert(
      fc.asyncProperty(limits, fc.array(dose, { maxLength: 12 }), dose, async (of, doses, next) => {
        const plan = await addPlan(client, place, of);
        const given = doses.map((each) => ({ ...each, id: randomUUID() }));
        for (const { id, givenAt, ...rest } of given)
          await addDose(client, place, plan, { id, ...rest, givenAt: new Date(givenAt) });
        const wanted = { ...next, id: randomUUID() };
        const { rows } = await client.query("select * from dose_conflicts($1, 1, $2, $3, $4, $5)", [
          plan,
          wanted.id,
          wanted.slot,
          new Date(wanted.givenAt),
          wanted.amount,
        ]);
        const found = named(findConflicts(of, given, wanted));
        expect(rows.map(({ id, limit_name }) => `${id} ${limit_name}`).sort()).toEqual(found);
        expect(found).toEqual([...slowly(of, given, wanted)].sort());
      }),
      { numRuns: 150 },
    );
  });
});

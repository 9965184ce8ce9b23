import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/time.ts";
import { careTeam } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { type Conflict, doseConflicts, type GivenDose, type Limits } from "../rules/guard.ts";

// The guard of the database itself, without our server: SQL by hand and other programs meet it too.

const CLIENTS = 8;

let service: Service;
let clients: pg.Client[];
let diaryId: string;
let people: string[];
beforeAll(async () => {
  service = await startService();
  const team = await careTeam(service);
  diaryId = team.diaryId;
  people = [team.owner.userId, team.caregiver.userId];
  clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: service.database.connectionString });
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await service.close();
});

const NONE: Limits = {
  minGapMinutes: null,
  maxCount: null,
  maxAmount: null,
  windowHours: 24,
  sameDoseMinutes: null,
};

async function planOf(limits: Partial<Limits>): Promise<string> {
  const plan = randomUUID();
  const { minGapMinutes, maxCount, maxAmount, windowHours, sameDoseMinutes } = { ...NONE, ...limits };
  await clients[0]!.query(
    `insert into medication_plans (id, diary_id, unit, visibility, facts, created_by) values ($1, $2, 'tablet', 'team', '{}', $3)`,
    [plan, diaryId, people[0]],
  );
  await clients[0]!.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       min_gap_minutes, max_count, max_amount, window_hours, same_dose_minutes, late_after_minutes, late_until_minutes, words, changed_by)
     values ($1, 1, $2, '2026-01-01', 'Europe/Berlin', '2026-01-01', '{}', $3, $4, $5, $6, $7, 60, 240, '{}', $8)`,
    [plan, diaryId, minGapMinutes, maxCount, maxAmount, windowHours, sameDoseMinutes, people[0]],
  );
  return plan;
}

type Row = {
  id?: string;
  slot?: string | null;
  state?: string;
  givenAt?: Date | null;
  amount?: number;
  by?: string;
  against?: string[];
  extraOf?: string | null;
  claimedUntil?: Date | null;
};

const insertDose = (client: pg.Client, plan: string, row: Row = {}) => {
  const { id = randomUUID(), slot = null, state = "given", givenAt = new Date(), amount = 1 } = row;
  return client.query(
    `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, recorded_by, recorded_at,
       against, extra_of, claimed_until)
     values ($1, $2, $3, 1, $4, case when $4::text is null then null else now() end, $5, $6, $7, $8,
       greatest(now(), $7), $9, $10, $11)`,
    [
      id,
      diaryId,
      plan,
      slot,
      state,
      amount,
      state === "given" ? givenAt : null,
      row.by ?? people[0],
      row.against ?? [],
      row.extraOf ?? null,
      row.claimedUntil ?? null,
    ],
  );
};

/** The SQLSTATE with which something fails; null when it works. */
const stateOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );

const REFUSED = "CD001";
const standing = async (plan: string) =>
  (
    await clients[0]!.query("select count(*)::int as n from doses where plan_id = $1 and state = 'given'", [
      plan,
    ])
  ).rows[0].n;

describe("of writers at once exactly one gives the dose", () => {
  /** As our server does: one snapshot, run again when another writer came first. */
  async function repeatably(client: pg.Client, write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await client.query("begin isolation level repeatable read");
      try {
        await write();
        await client.query("commit");
        return;
      } catch (error) {
        await client.query("rollback");
        if ((error as { code: string }).code !== "40001") throw error;
      }
    }
  }

  const race = async (plan: string, row: Row, count: number, isRepeatable: (index: number) => boolean) => {
    const results = await Promise.all(
      clients.slice(0, count).map((client, index) => {
        const write = () => insertDose(client, plan, { ...row, by: people[index % 2]! });
        return stateOf(isRepeatable(index) ? repeatably(client, write) : write());
      }),
    );
    // The index of slots is the last line; the guard refuses before it, except where both wrote in one snapshot.
    for (const result of results) expect([null, REFUSED]).toContain(result);
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(await standing(plan)).toBe(1);
  };

  it.each([
    ["of one slot", {}, { slot: "2026-11-23T08:00[Europe/Berlin]" }],
    ["within the smallest gap", { minGapMinutes: 240 }, {}],
    ["with the most in a day", { maxCount: 1 }, {}],
    ["with the greatest amount in a day", { maxAmount: 1.5 }, {}],
  ] as const)("%s", { timeout: 60_000 }, async (_, limits, row) => {
    for (let round = 0; round < 250; round++) {
      const plan = await planOf(limits);
      // By hand (read committed), as our server does, and both at once.
      await race(plan, row, 2 + (round % (CLIENTS - 1)), (index) =>
        round % 3 === 2 ? index % 2 === 0 : round % 3 === 1,
      );
    }
  });

  it("or is about to give it", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 250; round++) {
      const plan = await planOf({});
      const slot = "2026-11-23T08:00[Europe/Berlin]";
      const claimedUntil = new Date(Date.now() + 15 * MINUTE);
      const results = await Promise.all(
        clients
          .slice(0, 2)
          .map((client, index) =>
            stateOf(
              repeatably(client, () =>
                insertDose(client, plan, { slot, state: "claimed", claimedUntil, by: people[index]! }),
              ),
            ),
          ),
      );
      expect(results.filter((result) => result === null)).toHaveLength(1);
      expect(results).toContain(REFUSED);
    }
  });
});

describe("the guard", () => {
  it("says what stands in the way, and takes the dose when all of it is named", async () => {
    const plan = await planOf({ minGapMinutes: 240 });
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const now = Date.now();
    await insertDose(clients[0]!, plan, { id: first, givenAt: new Date(now - HOUR) });
    const refusal = await insertDose(clients[0]!, plan, { id: second }).catch((error) => error);
    expect(refusal.code).toBe(REFUSED);
    expect(JSON.parse(refusal.detail)).toEqual([{ id: first, limit: "gap" }]);
    await insertDose(clients[0]!, plan, { id: second, against: [first] });
    // One that came meanwhile isn't covered by what was seen before.
    expect(await stateOf(insertDose(clients[0]!, plan, { id: third, against: [first] }))).toBe(REFUSED);
    expect(await stateOf(insertDose(clients[0]!, plan, { id: third, against: [first, second] }))).toBeNull();
  });

  it("looks both ways: a dose that is entered later may lie before another", async () => {
    const plan = await planOf({ minGapMinutes: 240 });
    const now = Date.now();
    await insertDose(clients[0]!, plan, { givenAt: new Date(now) });
    expect(await stateOf(insertDose(clients[0]!, plan, { givenAt: new Date(now - HOUR) }))).toBe(REFUSED);
    expect(await stateOf(insertDose(clients[0]!, plan, { givenAt: new Date(now - 4 * HOUR) }))).toBeNull();
  });

  it("isn't moved by a note, is moved by another time, and is freed by a withdrawal", async () => {
    const plan = await planOf({ minGapMinutes: 240 });
    const [first, second] = [randomUUID(), randomUUID()];
    const now = Date.now();
    await insertDose(clients[0]!, plan, { id: first, givenAt: new Date(now - 5 * HOUR) });
    await insertDose(clients[0]!, plan, { id: second, givenAt: new Date(now) });
    const change = (set: string) =>
      stateOf(clients[0]!.query(`update doses set ${set} where id = $1`, [first]));
    expect(await change(`words = '{"note": "With milk"}', given_at = given_at`)).toBeNull();
    expect(await change("given_at = given_at + interval '2 hours'")).toBe(REFUSED);
    expect(await change("state = 'withdrawn', reason = 'mistake'")).toBeNull();
    expect(await stateOf(insertDose(clients[0]!, plan, { givenAt: new Date(now - 5 * HOUR) }))).toBeNull();
  });

  it("keeps a dose that was given twice, when whoever records it says so", async () => {
    const plan = await planOf({});
    const slot = "2026-11-23T08:00[Europe/Berlin]";
    const first = randomUUID();
    await insertDose(clients[0]!, plan, { id: first, slot });
    expect(await stateOf(insertDose(clients[0]!, plan, { slot, extraOf: first }))).toBe(REFUSED);
    expect(
      await stateOf(insertDose(clients[0]!, plan, { slot, extraOf: first, against: [first] })),
    ).toBeNull();
    // Without saying that it is a second one, not even a named dose gets a second head.
    expect(await stateOf(insertDose(clients[0]!, plan, { slot, against: [first] }))).toBe(REFUSED);
  });

  it("refuses whoever gives what somebody else is giving at this moment, until that has passed", async () => {
    const plan = await planOf({});
    const slot = "2026-11-23T08:00[Europe/Berlin]";
    const id = randomUUID();
    const claim = { id, slot, state: "claimed", claimedUntil: new Date(Date.now() + MINUTE), by: people[0]! };
    await insertDose(clients[0]!, plan, claim);
    const give = (by: string) =>
      stateOf(
        clients[0]!.query(
          `update doses set state = 'given', given_at = now(), amount = 1, claimed_until = null, recorded_by = $2, recorded_at = now() where id = $1`,
          [id, by],
        ),
      );
    expect(await give(people[1]!)).toBe(REFUSED);
    await clients[0]!.query("update doses set claimed_until = now() - interval '1 second' where id = $1", [
      id,
    ]);
    expect(await give(people[1]!)).toBeNull();
  });
});

describe("the conflicts of a dose", () => {
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
  const dose = fc.record({ slot, givenAt: moment, amount });

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

  it("are the same for screens, for the database and for a search of every window", {
    timeout: 60_000,
  }, async () => {
    const client = clients[0]!;
    await client.query("alter table doses disable trigger guard_dose; drop index doses_slot");
    await fc.assert(
      fc.asyncProperty(limits, fc.array(dose, { maxLength: 12 }), dose, async (of, doses, next) => {
        const plan = await planOf(of);
        const given = doses.map((each) => ({ ...each, id: randomUUID() }));
        for (const { id, givenAt, ...rest } of given)
          await insertDose(client, plan, { id, ...rest, givenAt: new Date(givenAt) });
        const wanted = { ...next, id: randomUUID() };
        const { rows } = await client.query("select * from dose_conflicts($1, 1, $2, $3, $4, $5)", [
          plan,
          wanted.id,
          wanted.slot,
          new Date(wanted.givenAt),
          wanted.amount,
        ]);
        const found = named(doseConflicts(of, given, wanted));
        expect(rows.map(({ id, limit_name }) => `${id} ${limit_name}`).sort()).toEqual(found);
        expect(found).toEqual([...slowly(of, given, wanted)].sort());
      }),
      { numRuns: 150 },
    );
  });
});

describe("the ledger only grows", () => {
  it("keeps versions and entries as they are, and lets them go with the notebook", async () => {
    const team = await careTeam(service);
    const former = diaryId;
    diaryId = team.diaryId;
    const plan = await planOf({});
    const id = randomUUID();
    await insertDose(clients[0]!, plan, { id });
    const query = (text: string, values: unknown[] = []) => clients[0]!.query(text, values);
    await query(
      `insert into dose_entries (id, dose_id, revision, diary_id, kind, "values", by_user) values ($1, $1, 1, $2, 'given', '{}', $3)`,
      [id, diaryId, people[0]],
    );
    const refused = "23001";
    expect(
      await stateOf(query("update medication_plan_versions set max_count = 9 where plan_id = $1", [plan])),
    ).toBe(refused);
    expect(await stateOf(query("delete from medication_plan_versions where plan_id = $1", [plan]))).toBe(
      refused,
    );
    expect(await stateOf(query("update dose_entries set kind = 'corrected' where dose_id = $1", [id]))).toBe(
      refused,
    );
    expect(await stateOf(query("delete from doses where id = $1", [id]))).toBe(refused);
    expect(await stateOf(query("delete from medication_plans where id = $1", [plan]))).toBe(refused);
    expect(await stateOf(query("delete from diaries where id = $1", [diaryId]))).toBeNull();
    expect((await query("select 1 from doses where id = $1", [id])).rows).toEqual([]);
    diaryId = former;
  });
});

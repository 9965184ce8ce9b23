import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { addDose, addPlan, type DoseRow, REFUSED, stateOf } from "../../../test/dose-rows.ts";
import { beginAt } from "../../../test/moment.ts";
import { careTeam } from "../../../test/people.ts";
import { LONGER } from "../../../test/random.ts";
import type { Service } from "../../../test/service.ts";
import type { Limits } from "../rules/dose-conflicts.ts";

const startService = beginAt();

// The guard of the database itself, without our server: SQL by hand and other programs meet it too.

const CLIENTS = 8;
/** A few show in seconds what a broken guard lets through; the drill plays more. */
const ROUNDS = 25 * LONGER;

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

const planOf = (limits: Partial<Limits>) => addPlan(clients[0]!, { diaryId, userId: people[0]! }, limits);
const insertDose = (client: pg.Client, plan: string, row: DoseRow = {}) =>
  addDose(client, { diaryId, userId: people[0]! }, plan, row);

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

  const race = async (
    plan: string,
    row: DoseRow,
    count: number,
    isRepeatable: (index: number) => boolean,
  ) => {
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
    for (let round = 0; round < ROUNDS; round++) {
      const plan = await planOf(limits);
      // By hand (read committed), as our server does, and both at once.
      await race(plan, row, 2 + (round % (CLIENTS - 1)), (index) =>
        round % 3 === 2 ? index % 2 === 0 : round % 3 === 1,
      );
    }
  });

  it("or is about to give it", { timeout: 60_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
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
  it("names the conflicts, and records the dose once all of them are acknowledged", async () => {
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

  it("keeps a dose that was given twice, when its recorder confirms it", async () => {
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

  it("refuses a dose that another member has claimed, until the claim has expired", async () => {
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
    // The role of the server owns the tables; emptying one runs no trigger of its rows.
    const owners = await query(
      `select distinct tableowner = current_user as own from pg_tables
        where tablename in ('dose_entries', 'medication_plan_versions')`,
    );
    expect(owners.rows).toEqual([{ own: true }]);
    for (const tables of [
      "dose_entries",
      "medication_plan_versions cascade",
      "medication_plan_corrections",
      "stock_events",
      "doses cascade",
      "diaries cascade",
    ])
      expect(await stateOf(query(`truncate ${tables}`))).toBe(refused);
    expect(await stateOf(query("delete from medication_plans where id = $1", [plan]))).toBe(refused);
    expect(await stateOf(query("delete from diaries where id = $1", [diaryId]))).toBeNull();
    expect((await query("select 1 from doses where id = $1", [id])).rows).toEqual([]);
    diaryId = former;
  });
});

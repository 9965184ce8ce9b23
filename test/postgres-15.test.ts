import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { expectOne, KINDS, type Races, startRaces } from "./dose-races.ts";
import { doseIdOf, dosesOfDay, give, record } from "./doses.ts";
import { careTeam } from "./people.ts";
import { planOf, whenNeeded } from "./plans.ts";
import { startPostgres15 } from "./postgres-15.ts";
import { type Service, serveService } from "./service.ts";
import { createIssuer } from "./tokens.ts";

let postgres: Awaited<ReturnType<typeof startPostgres15>>;
let service: Service;
let races: Races;
beforeAll(async () => {
  postgres = await startPostgres15();
  const database = openDatabase(postgres.connectionString, { max: 1 });
  await migrate(database);
  await database.close();
  service = await serveService(postgres.connectionString, await createIssuer(), {});
  races = await startRaces(service);
}, 120_000);
afterAll(async () => {
  await races?.close();
  await service?.close();
  await postgres?.stop();
});

describe("on PostgreSQL 15, the oldest that is supported", () => {
  it("all migrations and functions run", async () => {
    const { rows } = await races.hand.query("show server_version_num");
    expect(Math.floor(rows[0].server_version_num / 10_000)).toBe(15);
  });

  it.each(KINDS)("of writers at once exactly one stands: %s", async (kind) => {
    for (let round = 0; round < 7; round++) expectOne(kind, await races.race(kind, round));
  });

  it("limits count, an acknowledged dose is written, and the ledger only grows", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
      minGapMinutes: 240,
      maxAmount: 3,
    });
    const first = doseIdOf(await give(owner, planId, { amount: 2 }));
    expect(await give(caregiver, planId, { amount: 2 })).toMatchObject({
      outcome: "refused",
      conflicts: [
        { id: first, limit: "gap" },
        { id: first, limit: "amount" },
      ],
    });
    doseIdOf(
      await record(caregiver, planId, { amount: 2, acknowledged: [first], why: "The clinic said so" }),
    );
    const { lately } = await dosesOfDay(caregiver, diaryId);
    expect(lately.find((each) => each.planId === planId)!.doses).toHaveLength(2);
    for (const statement of [
      "update dose_entries set at = now()",
      "delete from dose_entries",
      "truncate doses cascade",
    ])
      await expect(races.hand.query(statement)).rejects.toMatchObject({ code: "23001" });
    const id = randomUUID();
    await expect(
      races.hand.query(
        `insert into doses (id, diary_id, plan_id, plan_version, state, amount, given_at, recorded_by)
         values ($1, $2, $3, 1, 'given', 1, now(), $4)`,
        [id, diaryId, planId, owner.userId],
      ),
    ).rejects.toMatchObject({ code: "CD001" });
  });
});

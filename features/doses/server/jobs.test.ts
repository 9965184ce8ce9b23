import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam } from "../../../test/people.ts";
import { planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { checkLedger } from "./jobs.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const check = (atOnce?: number) =>
  checkLedger({ database: service.database, log: createLog("silent") }, atOnce);
const faults = () => sql("select dose_id, fields from dose_faults");

it("finds a dose that was changed by hand, and repairs nothing", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const planId = await planOf(owner, diaryId, "ramipril", whenNeeded());
  const doses: string[] = [];
  for (const person of [owner, caregiver, owner, caregiver, owner]) {
    const given = { entryId: randomUUID(), planId, slot: null, amount: 1.5, note: "with tea" };
    const times = { givenAt: Date.now(), sentAt: Date.now(), seen: doses };
    const outcome = await person.http.mutation(api.doses.giveDose, { ...given, ...times });
    doses.push((outcome as { doseId: string }).doseId);
  }
  const [corrected, withdrawn, byHand] = doses as [string, string, string, string, string];
  await owner.http.mutation(api.doses.correctDose, {
    doseId: corrected,
    entryId: randomUUID(),
    revision: 1,
    amount: 1,
    givenAt: Date.now() - 60_000,
    why: "It was one",
  });
  await caregiver.http.mutation(api.doses.withdrawDose, {
    doseId: withdrawn,
    entryId: randomUUID(),
    revision: 1,
    reason: "mistake",
  });
  const seenAt = { helpedAt: Date.now(), sentAt: Date.now() };
  const onStanding = { doseId: doses[3]!, entryId: randomUUID(), revision: 1 };
  await caregiver.http.mutation(api.doses.followUpDose, { ...onStanding, helped: "partly", ...seenAt });
  await owner.http.mutation(api.doses.reviewDose, { ...onStanding, entryId: randomUUID(), revision: 2 });
  expect(await check(2)).toBe(0);

  const looks = "select helped, helped_at, reviewed_at from doses where id = $1";
  const [before] = await sql(looks, [doses[3]]);
  await sql(
    `update doses set helped = 'yes', helped_at = helped_at + interval '1 hour', reviewed_at = null, reviewed_by = null
      where id = $1`,
    [doses[3]],
  );
  expect(await check()).toBe(1);
  expect(await faults()).toEqual([{ dose_id: doses[3], fields: ["helped", "helped_at", "reviewed_at"] }]);
  await sql(
    `update doses set helped = $2, helped_at = to_timestamp($3 / 1000.0), reviewed_at = to_timestamp($4 / 1000.0),
       reviewed_by = $5 where id = $1`,
    [doses[3], before.helped, before.helped_at, before.reviewed_at, owner.userId],
  );
  expect(await check()).toBe(0);

  await sql("update doses set amount = 15, given_at = given_at - interval '1 hour' where id = $1", [byHand]);
  // However many doses are compared at once.
  for (const atOnce of [1, 2, 5000]) expect(await check(atOnce)).toBe(1);
  expect(await faults()).toEqual([{ dose_id: byHand, fields: ["amount", "given_at"] }]);
  expect(await sql("select amount from doses where id = $1", [byHand])).toEqual([{ amount: 15 }]);

  // A row without its newest entry, such as one that a program wrote past the ledger.
  await sql("update doses set revision = 7 where id = $1", [withdrawn]);
  expect(await check()).toBe(2);
  await sql("update doses set revision = 2 where id = $1", [withdrawn]);
  await sql("update doses set amount = 1.5, given_at = given_at + interval '1 hour' where id = $1", [byHand]);
  expect(await check()).toBe(0);
  expect(await faults()).toEqual([]);
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { proxyToDatabase } from "../../test/conformance/proxies.ts";
import { createTestDatabase } from "../../test/database.ts";
import type { FaultProxy } from "../../test/proxy.ts";
import { isDatabaseDown } from "../sync/sqlstate.ts";
import { type Database, openDatabase } from "./database.ts";

const ANSWER_WITHIN_MS = 1000;

let home: Awaited<ReturnType<typeof createTestDatabase>>;
let network: FaultProxy;
let database: Database;
beforeAll(async () => {
  home = await createTestDatabase();
  const { connectionString, proxy } = await proxyToDatabase(home.connectionString);
  network = proxy;
  database = openDatabase(connectionString, { max: 1, answerWithinMs: ANSWER_WITHIN_MS });
});
afterAll(async () => {
  await database.close();
  await network.close();
  await home.drop();
});

it("an idle connection stays, and so does one whose statement takes its time", async () => {
  await database.pool.query("select 1");
  await sleep(ANSWER_WITHIN_MS * 1.5);
  await database.pool.query("select pg_sleep(0.5)");
  expect(network.attempts).toHaveLength(1);
});

it("a network that has gone silent is noticed, and the next query works when it is back", async () => {
  network.faults.swallow.down = true;
  const begin = performance.now();
  const error = await database.pool.query("select 1").catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  expect(performance.now() - begin).toBeLessThan(ANSWER_WITHIN_MS * 5);
  network.faults.swallow.down = false;
  expect((await database.pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
});

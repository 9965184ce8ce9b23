import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { proxyToDatabase } from "../../test/conformance/proxies.ts";
import { createTestDatabase } from "../../test/database.ts";
import type { FaultProxy } from "../../test/proxy.ts";
import { isDatabaseDown } from "../sync/sqlstate.ts";
import { type Database, openDatabase } from "./database.ts";

const ANSWER_WITHIN_MS = 1000;

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let network: FaultProxy;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString, proxy } = await proxyToDatabase(testDatabase.connectionString);
  network = proxy;
  database = openDatabase(connectionString, { max: 1, answerWithinMs: ANSWER_WITHIN_MS });
});
afterAll(async () => {
  await database.close();
  await network.close();
  await testDatabase.drop();
});

it("keeps an idle connection, and one with a slow statement", async () => {
  await database.pool.query("select 1");
  await sleep(ANSWER_WITHIN_MS * 1.5);
  await database.pool.query("select pg_sleep(0.5)");
  expect(network.attempts).toHaveLength(1);
});

it("detects a network that has gone silent, and runs the next query when it is back", async () => {
  network.faults.swallow.down = true;
  const begin = performance.now();
  const error = await database.pool.query("select 1").catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  expect(performance.now() - begin).toBeLessThan(ANSWER_WITHIN_MS * 5);
  network.faults.swallow.down = false;
  expect((await database.pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
});

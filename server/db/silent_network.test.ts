import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { proxyToDatabase } from "../../test/conformance/proxies.ts";
import { eventually } from "../../test/conformance/waiting.ts";
import { createTestDatabase } from "../../test/database.ts";
import { type FaultProxy, holdPieces } from "../../test/proxy.ts";
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
// The pool's time limits pass when the test advances the timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await database.close();
  await network.close();
  await testDatabase.drop();
});

it("keeps an idle connection, and one with a slow statement", async () => {
  await database.pool.query("select 1");
  vi.advanceTimersByTime(ANSWER_WITHIN_MS * 1.5);
  const answer = holdPieces();
  network.tap.down = answer.tap;
  const slow = database.pool.query("select 1");
  await eventually(() => answer.held() === 1);
  vi.advanceTimersByTime(ANSWER_WITHIN_MS - 1);
  network.tap.down = null;
  answer.open();
  await slow;
  expect(network.attempts).toBe(1);
});

it("detects a network that has gone silent, and runs the next query when it is back", async () => {
  network.faults.swallow.down = true;
  let sent = 0;
  network.tap.up = () => {
    sent++;
    return undefined;
  };
  const asked = database.pool.query("select 1").catch((reason: unknown) => reason);
  await eventually(() => sent > 0);
  vi.advanceTimersByTime(ANSWER_WITHIN_MS);
  expect(isDatabaseDown(await asked)).toBe(true);
  network.faults.swallow.down = false;
  expect((await database.pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
});

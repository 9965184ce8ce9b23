import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { createFakeClock } from "../../test/fake_clock.ts";
import { allStatementsDuring } from "../../test/statements.ts";
import { type Database, openDatabase } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { createDueLoop, type DueWork } from "./due_work.ts";

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ isEmpty: true });
  database = openDatabase(testDatabase.connectionString, { max: 2 });
  await database.pool.query("create table waiting (name text not null)");
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.pool.query("delete from waiting");
});

const add = (name: string) => database.pool.query("insert into waiting values ($1)", [name]);
const remove = (name: string) => database.pool.query("delete from waiting where name = $1", [name]);

/** Work that is due while a row of its name waits; `ran` gets its name with each round. */
const workOf = (name: string, ran: string[], run = async () => void (await remove(name))): DueWork => ({
  part: "test",
  failure: `${name} failed.`,
  isDue: sql`exists (select from waiting where name = ${name})`,
  run: async () => {
    ran.push(name);
    await run();
  },
});

function start(works: DueWork[]) {
  const lines: string[] = [];
  const write = (_: object, text: string) => void lines.push(text);
  const clock = createFakeClock();
  const loop = createDueLoop({ database, log: { error: write, info: write } as unknown as Logger, clock });
  const added = works.map((work) => loop.add(work));
  return { clock, loop, added, lines };
}

it("asks once a second for all work, and runs none that isn't due", async () => {
  const ran: string[] = [];
  const { clock, loop } = start([workOf("one", ran), workOf("two", ran), workOf("three", ran)]);
  expect(await allStatementsDuring(() => clock.advance(60_000))).toHaveLength(60);
  expect(ran).toEqual([]);
  await add("two");
  await clock.advance(1000);
  expect(ran).toEqual(["two"]);
  await loop.stop();
  expect(await allStatementsDuring(() => clock.advance(60_000))).toEqual([]);
});

it("runs what a round makes due in the same second, and what stays due once a second", async () => {
  const ran: string[] = [];
  const { clock, loop } = start([
    workOf("plan", ran, async () => {
      await remove("plan");
      await add("send");
    }),
    workOf("send", ran),
    workOf("blocked", ran, async () => {}),
  ]);
  await add("plan");
  await add("blocked");
  await clock.advance(1000);
  expect(ran.toSorted()).toEqual(["blocked", "plan", "send"]);
  await clock.advance(2000);
  expect(ran.slice(3)).toEqual(["blocked", "blocked"]);
  await loop.stop();
});

it("logs a round that fails, goes on with the others, and ends work that is taken out", async () => {
  const ran: string[] = [];
  const { clock, loop, added, lines } = start([
    workOf("bad", ran, () => Promise.reject(new Error("no"))),
    workOf("good", ran),
  ]);
  await add("bad");
  await add("good");
  await clock.advance(1000);
  expect(ran.toSorted()).toEqual(["bad", "good"]);
  expect(lines).toEqual(["bad failed."]);
  await added[0]!.stop();
  await clock.advance(1000);
  expect(ran).toHaveLength(2);
  await loop.stop();
});

it("says in one line that it can't read what is due, and in one that it can again", async () => {
  const ran: string[] = [];
  const { clock, loop, lines } = start([workOf("one", ran)]);
  await clock.advance(1000);
  await database.pool.query("alter table waiting rename to away");
  await clock.advance(60_000);
  expect(lines).toEqual(["What is due can't be read. It waits."]);
  await database.pool.query("alter table away rename to waiting");
  await add("one");
  await clock.advance(60_000);
  expect(lines.slice(1)).toEqual(["What is due can be read again."]);
  expect(ran).toEqual(["one"]);
  await loop.stop();
});

import { readdir, readFile } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { describeSchema, type FormerDatabase, openFormerDatabase } from "../../test/former-databases.ts";
import { rowDigests } from "../../test/row-digests.ts";
import { StartError } from "../start_error.ts";
import { openDatabase } from "./database.ts";
import { hasPendingMigrations, migrate } from "./migrate.ts";

/** What people have written, in columns that every version has. */
const WRITTEN = `
  select (select json_agg((id, email, name) order by id) from users) as users,
         (select json_agg((id, title, content) order by id) from notes) as notes,
         (select json_agg((id, facts) order by id) from medication_plans) as plans,
         (select json_agg((id, state, amount, given_at) order by id) from doses) as doses,
         (select json_agg((id, title, status) order by id) from tasks) as tasks,
         (select json_agg((id, content) order by id) from comments) as comments`;

async function openFormer(name: FormerDatabase) {
  const { connectionString, drop } = await openFormerDatabase(name);
  const database = openDatabase(connectionString, { max: 2 });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const readWritten = async () => (await database.pool.query(WRITTEN)).rows[0];
  return { database, connectionString, readWritten };
}

it.each(["empty", "filled"] as const)("an archive of version 0.1 is at the baseline: %s", async (name) => {
  const fresh = await createTestDatabase();
  onTestFinished(fresh.drop);
  const { database, connectionString, readWritten } = await openFormer(name);
  const before = await readWritten();
  expect(before.notes?.length ?? 0).toBe(name === "filled" ? 27 : 0);
  await Promise.all([migrate(database), migrate(database)]);
  expect(await hasPendingMigrations(database)).toBe(false);
  expect(await readWritten()).toEqual(before);
  expect(await describeSchema(connectionString)).toEqual(await describeSchema(fresh.connectionString));
});

it("an archive that stopped before is refused, with what to do, and stays as it was", async () => {
  const { database, connectionString } = await openFormer("behind");
  const read = async () => [await describeSchema(connectionString), await rowDigests(connectionString)];
  const before = await read();
  const migrating = migrate(database);
  await expect(migrating).rejects.toThrow(StartError);
  await expect(migrating).rejects.toThrow(
    "The database was made before version 0.1 was finished (its schema is 0211_plans_that_count_together), and this version " +
      "can't bring it further. Nothing was changed: start commit 37a4b8b6 of CareDiary on it once, then this version.",
  );
  expect(await read()).toEqual(before);
});

it("migrations that follow the baseline can write rows: it has the functions of its triggers", async () => {
  const { connectionString, drop } = await createTestDatabase({ isEmpty: true });
  const database = openDatabase(connectionString, { max: 1 });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const parts = new URL("migrations/baseline/", import.meta.url);
  for (const name of (await readdir(parts)).sort())
    if (name.endsWith(".sql")) await database.pool.query(await readFile(new URL(name, parts), "utf8"));
  await database.pool.query(`
    insert into users (id, clerk_user_id, email, email_verified, name)
      values ('01920000-0000-7000-8000-000000000001', 'rosa', 'rosa@example.org', true, 'Rosa');
    update tasks set title = title; update diaries set name = name; delete from doses; delete from notes`);
  const { rows } = await database.pool.query("select channel from notification_targets");
  expect(rows).toEqual([{ channel: "mail" }]);
});

it("a new database has the names of all former migrations, so that nodes of version 0.1 work beside this one", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, { max: 1 });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const former = JSON.parse(
    await readFile(new URL("migrations/baseline/former.json", import.meta.url), "utf8"),
  );
  const { rows } = await database.pool.query("select name from schema_migrations order by name");
  expect(rows.map(({ name }) => name).slice(0, former.length)).toEqual(former);
  expect(former).toHaveLength(89);
});

import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { type Database, openDatabase } from "./database.ts";
import { hasPendingMigrations, migrate } from "./migrate.ts";
import { applySqlFunctions, FROZEN, readRevisions, readSqlFunctions, withPresent } from "./sql_functions.ts";

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  drop = test.drop;
  database = openDatabase(test.connectionString, { max: 4 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

describe("the functions of a migrated database", () => {
  it("are those of their files", async () => {
    const files = await readSqlFunctions();
    const client = await database.pool.connect();
    try {
      const migrated = await definitions(client);
      await client.query("begin");
      for (const { text } of files) await client.query(text);
      const fromFiles = await definitions(client);
      for (const { name } of files) expect(migrated.get(name), name).toBe(fromFiles.get(name));
      expect(fromFiles.size).toBe(migrated.size);
      await client.query("rollback");
    } finally {
      client.release();
    }
  });

  it("have a file each, but what is frozen and what sync_track makes for each table", async () => {
    const files = (await readSqlFunctions()).map(({ name }) => name);
    const { rows } = await database.pool.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_trigger where tgfoid = pg_proc.oid and tgname like 'sync\\_%')`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...files, ...Object.keys(FROZEN)].toSorted());
  });

  it("are frozen exactly where stored data rests on them", async () => {
    // Checks, indexes and generated columns, and the functions that such a function calls.
    const { rows } = await database.pool.query<{ name: string }>(
      `with recursive used as (
         select refobjid as id from pg_depend
          where refclassid = 'pg_proc'::regclass
            and classid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
         union
         select d.refobjid from pg_depend d join used u on d.classid = 'pg_proc'::regclass and d.objid = u.id
          where d.refclassid = 'pg_proc'::regclass
       )
       select proname as name from pg_proc join used on used.id = oid where pronamespace = 'public'::regnamespace`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(FROZEN).toSorted());
  });

  it("are all in the ledger in their present form; else run `npm run functions`", async () => {
    const revisions = await readRevisions();
    expect(withPresent(revisions, await readSqlFunctions())).toEqual(revisions);
  });
});

describe("at the start of a node", () => {
  const body = (name: string) =>
    database.pool
      .query(`select prosrc from pg_proc where proname = $1`, [name])
      .then(({ rows }) => rows[0].prosrc);
  const replace = (source: string) =>
    database.pool.query(
      `create or replace function count_no_rows() returns trigger language plpgsql as $f$ begin ${source}\n end $f$`,
    );

  it("a function that an older version has put there becomes this version's, by one of many nodes", async () => {
    const present = await body("count_no_rows");
    await replace("return null; -- older");
    await database.pool.query("update schema_functions set hash = 'older' where name = 'count_no_rows'");
    expect(await hasPendingMigrations(database)).toBe(true);
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(await body("count_no_rows")).toBe(present);
    expect(await hasPendingMigrations(database)).toBe(false);
  });

  it("a function that a newer version has put there stays", async () => {
    const { rows } = await database.pool.query("select * from schema_functions where name = 'count_no_rows'");
    await replace("return null; -- newer");
    await database.pool.query(
      "update schema_functions set revision = revision + 1, hash = 'newer' where name = 'count_no_rows'",
    );
    expect(await hasPendingMigrations(database)).toBe(false);
    await migrate(database);
    expect(await body("count_no_rows")).toContain("-- newer");
    await database.pool.query(
      "update schema_functions set revision = $1, hash = $2 where name = 'count_no_rows'",
      [rows[0].revision, "of its file before it was changed here"],
    );
    await migrate(database);
    expect(await body("count_no_rows")).not.toContain("-- newer");
  });

  it("a body that a migration wrote gives way to the file's", async () => {
    const functions = await readSqlFunctions();
    const present = await body("count_no_rows");
    await replace("return null; -- a migration's");
    await applySqlFunctions(database.db, { functions });
    expect(await body("count_no_rows")).toContain("-- a migration's");
    await applySqlFunctions(database.db, { functions, afterMigrations: true });
    expect(await body("count_no_rows")).toBe(present);
  });

  it("each function comes after those that it calls", async () => {
    const names = (await readSqlFunctions()).map(({ name }) => name);
    expect(names.indexOf("day_start")).toBeLessThan(names.indexOf("day_end"));
    expect(names.indexOf("day_end")).toBeLessThan(names.indexOf("set_task_days"));
    expect(names.indexOf("count_programs")).toBeLessThan(names.indexOf("resume_program"));
  });
});

async function definitions(client: PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select proname as name, pg_get_functiondef(oid) as definition
       from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

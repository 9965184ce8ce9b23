import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { type Database, openDatabase } from "./database.ts";
import { hasPendingMigrations, migrate } from "./migrate.ts";
import {
  applySqlFunctions,
  FROZEN,
  listSqlFolders,
  readRevisions,
  readSqlFiles,
  readSqlFunctions,
  withCurrentHashes,
} from "./sql_functions.ts";

let database: Database;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 4 });
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

describe("the SQL functions of a migrated database", () => {
  it("match their files", async () => {
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

  it("have one file each, except frozen functions and the triggers that sync_track and webhook_track make", async () => {
    const files = (await readSqlFunctions()).map(({ name }) => name);
    const { rows } = await database.pool.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_trigger where tgfoid = pg_proc.oid and tgname ~ '^(sync_|webhook_(insert|update|delete)$)')`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...files, ...Object.keys(FROZEN)].toSorted());
  });

  it("are frozen exactly when stored data depends on them", async () => {
    // Checks, indexes and generated columns, and the functions that such a function calls: those of SQL depend on them,
    // those of PL/pgSQL name them with their schema.
    const { rows } = await database.pool.query<{ name: string }>(
      `with recursive used as (
         select refobjid as id from pg_depend
          where refclassid = 'pg_proc'::regclass
            and classid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
         union
         select called.oid from used u join pg_proc p on p.oid = u.id
           join pg_proc called on called.pronamespace = 'public'::regnamespace
            and (p.prosrc like '%public.' || called.proname || '(%'
              or exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
                            and d.refclassid = 'pg_proc'::regclass and d.refobjid = called.oid))
       )
       select proname as name from pg_proc join used on used.id = oid where pronamespace = 'public'::regnamespace`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(FROZEN).toSorted());
  });

  it("are listed in the revisions.json of their folder in their current form; `npm run functions` lists them", async () => {
    const names: string[] = [];
    for (const folder of await listSqlFolders()) {
      const revisions = await readRevisions(folder);
      expect(withCurrentHashes(revisions, await readSqlFiles(folder)), folder).toEqual(revisions);
      names.push(...Object.keys(revisions));
    }
    expect((await readSqlFunctions()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(new Set(names).size, "two rooms have a function of one name").toBe(names.length);
  });
});

describe("at the start of a node", () => {
  const bodyOf = (name: string) =>
    database.pool
      .query(`select prosrc from pg_proc where proname = $1`, [name])
      .then(({ rows }) => rows[0].prosrc);
  const replaceFunction = (source: string) =>
    database.pool.query(
      `create or replace function count_no_rows() returns trigger language plpgsql as $f$ begin ${source}\n end $f$`,
    );

  it("replaces a function of an older version, once among many nodes", async () => {
    const present = await bodyOf("count_no_rows");
    await replaceFunction("return null; -- older");
    await database.pool.query("update schema_functions set hash = 'older' where name = 'count_no_rows'");
    expect(await hasPendingMigrations(database)).toBe(true);
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(await bodyOf("count_no_rows")).toBe(present);
    expect(await hasPendingMigrations(database)).toBe(false);
  });

  it("keeps a function of a newer version", async () => {
    const { rows } = await database.pool.query("select * from schema_functions where name = 'count_no_rows'");
    await replaceFunction("return null; -- newer");
    await database.pool.query(
      "update schema_functions set revision = revision + 1, hash = 'newer' where name = 'count_no_rows'",
    );
    expect(await hasPendingMigrations(database)).toBe(false);
    await migrate(database);
    expect(await bodyOf("count_no_rows")).toContain("-- newer");
    await database.pool.query(
      "update schema_functions set revision = $1, hash = $2 where name = 'count_no_rows'",
      [rows[0].revision, "of its file before it was changed here"],
    );
    await migrate(database);
    expect(await bodyOf("count_no_rows")).not.toContain("-- newer");
  });

  it("replaces a function body that a migration wrote with the file's", async () => {
    const functions = await readSqlFunctions();
    const present = await bodyOf("count_no_rows");
    await replaceFunction("return null; -- a migration's");
    await applySqlFunctions(database.db, { functions });
    expect(await bodyOf("count_no_rows")).toContain("-- a migration's");
    await applySqlFunctions(database.db, { functions, afterMigrations: true });
    expect(await bodyOf("count_no_rows")).toBe(present);
  });

  it("creates each function after those that it calls", async () => {
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

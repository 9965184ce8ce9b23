import { readdir, readFile } from "node:fs/promises";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** The last migration before exports had kinds. */
const BEFORE = "0124_dose_ledger";
const MIGRATIONS = new URL("./migrations/", import.meta.url);

let database: Database;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase({ isEmpty: true });
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 2 });
  await sql(
    "create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null)",
  );
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    const name = file.replace(/\.sql$/, "");
    if (name > BEFORE) break;
    await database.pool.query(await readFile(new URL(file, MIGRATIONS), "utf8"));
    await sql("insert into schema_migrations values ($1, '2026-11-21T00:00:00.000Z')", [name]);
  }
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

it("exports of programs become exports of the kind `program`, and still go with their program", async () => {
  const [person, diary, program, activated] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  await sql("insert into users (id, clerk_user_id, email, name) values ($1, 'p', 'p@example.org', 'Paula')", [
    person,
  ]);
  await database.pool.query(
    `with d as (insert into diaries (id, short_id, name, region, created_by) values ('${diary}', '22222a', 'D', 'DE', '${person}')),
          m as (insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), '${diary}', '${person}', 'owner'))
     insert into programs (id, short_id, name, content, diary_id) values ('${program}', '22222b', 'P', '{"phases": []}', '${diary}')`,
  );
  await sql(
    `insert into diary_programs (id, diary_id, program_id, baseline_date, status, activated_by)
     values ($1, $2, $3, now(), 'active', $4)`,
    [activated, diary, program, person],
  );
  const at = (text: string) => Date.parse(text);
  const [first, last] = ["2026-01-05T00:00:00.123Z", "2026-01-11T22:59:59.999Z"];
  for (const [name, start, end] of [
    ["whole", null, null],
    ["part", first, last],
    ["beginning", null, last],
  ])
    await sql(
      `insert into program_exports (id, diary_id, diary_program_id, export_type, format, range_start, range_end, generated_by,
         expires_at, filename, status, progress, download_count, object_name)
       values ($1, $2, $3, 'weekly-summary', 'csv', $4, $5, $6, now() + interval '1 day', $7, 'ready', 100, 3, $7)`,
      [uuidv7(), diary, activated, start, end, person, name],
    );

  await migrate(database);

  const rows = await sql(
    `select kind, subject_id, audience, parameters, status, download_count, object_name from exports order by id`,
  );
  const kept = (name: string, more: object) => ({
    kind: "program",
    subject_id: activated,
    audience: "everyone",
    parameters: { exportType: "weekly-summary", ...more },
    status: "ready",
    download_count: 3,
    object_name: name,
  });
  expect(rows).toEqual([
    kept("whole", {}),
    kept("part", { from: at(first), to: at(last) }),
    kept("beginning", { to: at(last) }),
  ]);
  const count =
    "select total + coalesce((select sum(change) from row_count_changes where table_name = 'program_exports'), 0) as n from row_counts where table_name = 'program_exports'";
  expect(Number((await sql(count))[0]!.n)).toBe(3);

  await sql(
    `insert into exports (id, diary_id, kind, subject_id, audience, parameters, format, generated_by, expires_at)
     values ($1, $2, 'another', $2, 'team', '{}', 'pdf', $3, now())`,
    [uuidv7(), diary, person],
  );
  expect(Number((await sql(count))[0]!.n)).toBe(3);
  await sql("delete from diary_programs where id = $1", [activated]);
  expect(await sql("select kind from exports")).toEqual([{ kind: "another" }]);
  expect(Number((await sql(count))[0]!.n)).toBe(0);
  expect((await sql("select name from file_removals order by name")).map(({ name }) => name)).toEqual([
    "beginning",
    "part",
    "whole",
  ]);
});

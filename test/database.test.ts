import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../server/db/database.ts";
import { createTestDatabase } from "./database.ts";
import { setDatabaseTime } from "./database_clock.ts";

describe("a test database", () => {
  let first: Awaited<ReturnType<typeof createTestDatabase>>;
  let second: typeof first;

  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([first.drop(), second.drop()]);
  });

  it("is migrated", async () => {
    const rows = await query(first.connectionString, "select name from schema_migrations order by name");
    expect(rows.length).toBeGreaterThan(0);
  });

  it("is shared with no other test", async () => {
    await query(first.connectionString, "create table only_here (id int)");
    await expect(query(second.connectionString, "select * from only_here")).rejects.toThrow(/only_here/);
  });

  it("belongs to an ordinary role, as on an operator's PostgreSQL", async () => {
    const rows = await query(
      first.connectionString,
      "select rolsuper from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([{ rolsuper: false }]);
  });

  it("takes the moment that a test sets for now: in statements, defaults of columns, and functions of the schema", async () => {
    const { connectionString, drop } = await createTestDatabase({ hasClock: true });
    const database = openDatabase(connectionString);
    try {
      const at = Date.parse("2026-10-25T00:59:59.500Z");
      await setDatabaseTime(database, at);
      await database.pool.query(
        `insert into auth."user" (id, name, email, "emailVerified") values ('a', 'A', 'a@example.org', true)`,
      );
      const { rows } = await database.pool.query(
        `select now(), clock_timestamp(), "createdAt" as stored, now() > now() - interval '1 day' as later from auth."user"`,
      );
      expect(rows).toEqual([{ now: at, clock_timestamp: at, stored: at, later: true }]);
      await setDatabaseTime(database, null);
      const [real] = (await database.pool.query("select now() = pg_catalog.now() as real")).rows;
      expect(real).toEqual({ real: true });
      const unbound = await database.pool.query(
        `select adrelid::regclass, pg_get_expr(adbin, adrelid) from pg_attrdef
          where pg_get_expr(adbin, adrelid) ~ 'CURRENT_TIMESTAMP|pg_catalog\\.(now|clock_timestamp)'`,
      );
      expect(unbound.rows).toEqual([]);
    } finally {
      await database.close();
      await drop();
    }
  });
});

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

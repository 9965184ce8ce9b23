import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "./database.ts";

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

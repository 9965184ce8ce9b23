import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listUsers } from "../../features/admin/server/people_data.ts";
import { paginationOptions } from "../../lib/schemas.ts";
import { createTestDatabase } from "../../test/database.ts";
import { type Database, openDatabase } from "./database.ts";
import type { PageJournal } from "./pages.ts";

let database: Database;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 1 });
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

/** People of whom three each share a moment, to the microsecond. */
const insertUsers = (count: number) =>
  database.pool.query(
    `delete from users;
     insert into users (id, clerk_user_id, email, name, created_at)
       select gen_random_uuid(), 'p' || i, 'p' || i || '@example.org', 'p' || i,
              timestamptz '2026-11-20 10:00:00.123456+00' + (i / 3) * interval '1 microsecond'
         from generate_series(1, ${count}) i`,
  );

const newJournal = (read: string | null = null): PageJournal & { written: string | null } => ({
  read,
  written: null,
  write(value) {
    this.written = value;
  },
});

const page = (
  options: { numItems?: number; cursor?: string | null; endCursor?: string | null },
  usedJournal = newJournal(),
) => {
  const paginationOpts = paginationOptions.parse({ numItems: 20, cursor: null, ...options });
  return listUsers(database.db, {} as never, { paginationOpts }, usedJournal);
};

const names = (list: { name: string }[]) => list.map((user) => user.name);

async function readAll(numItems: number) {
  const all: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const { page: items, isDone, continueCursor } = await page({ numItems, cursor });
    all.push(...names(items));
    if (isDone) return all;
    cursor = continueCursor;
  }
}

describe("pages", () => {
  it("contain every row once, also rows of the same moment, and report the end", async () => {
    await insertUsers(47);
    for (const numItems of [1, 20, 47, 100]) {
      const all = await readAll(numItems);
      expect(all).toHaveLength(47);
      expect(new Set(all).size).toBe(47);
    }
    expect((await page({ numItems: 20 })).page).toHaveLength(20);
    expect(await page({ numItems: 20, cursor: "end" })).toEqual({
      page: [],
      isDone: true,
      continueCursor: "end",
    });
  });

  it.each(["America/New_York", "Asia/Kolkata", "UTC"])(
    "continue in a session with the time zone %s",
    async (zone) => {
      await insertUsers(30);
      await database.pool.query(`set timezone = '${zone}'`);
      expect(new Set(await readAll(7)).size).toBe(30);
      await database.pool.query("reset timezone");
    },
  );

  it("end at the same row when they are read again after rows were added at the top", async () => {
    await insertUsers(45);
    const first = newJournal();
    const before = await page({}, first);
    await database.pool.query(
      `insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), 'new', 'new@example.org', 'new')`,
    );
    const again = await page({}, newJournal(first.written));
    expect(names(again.page)).toEqual(["new", ...names(before.page)]);
    expect(again.continueCursor).toBe(before.continueCursor);
    const next = await page({ cursor: again.continueCursor });
    expect(names(next.page).filter((name) => names(again.page).includes(name))).toEqual([]);
  });

  it("recommend a split when they have grown to more than twice the requested size", async () => {
    await insertUsers(12);
    const first = newJournal();
    await page({ numItems: 5 }, first);
    await database.pool.query(
      `insert into users (id, clerk_user_id, email, name, created_at)
         select gen_random_uuid(), 'q' || i, 'q@example.org', 'q' || i, now() from generate_series(1, 8) i`,
    );
    const grown = await page({ numItems: 5 }, newJournal(first.written));
    expect(grown.page).toHaveLength(13);
    expect(grown.pageStatus).toBe("SplitRecommended");
    const upper = await page({ numItems: 5, endCursor: grown.splitCursor! });
    const lower = await page({ numItems: 5, cursor: grown.splitCursor!, endCursor: grown.continueCursor });
    expect(names([...upper.page, ...lower.page])).toEqual(names(grown.page));
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const ID = "0190c2a4-0000-7000-8000-000000000000";
  it.each([
    ["nothing", ""],
    ["no base64", "%%%"],
    ["no JSON", "YWJj"],
    ["another shape", encoded({ at: 1 })],
    ["a day that doesn't exist", encoded(["9999-99-99 99:99:99+00", ID])],
    ["a moment that is too far", encoded(["9".repeat(30), ID])],
    ["SQL", encoded(["2026-01-01'--", ID])],
    ["no id", encoded(["1700000000000000", "x"])],
  ])(
    "refuse a cursor that holds %s with InvalidCursor, so that the client starts again",
    async (_, cursor) => {
      await expect(page({ cursor })).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringMatching(/^InvalidCursor/),
      });
    },
  );

  it.each([
    [{ numItems: 0 }],
    [{ numItems: 101 }],
    [{ numItems: 1.5 }],
    [{ numItems: "20" }],
    [{ numItems: 20, cursor: "x".repeat(501) }],
  ])("refuse the options %j", (options) => {
    expect(paginationOptions.safeParse({ cursor: null, ...options }).success).toBe(false);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { type Database, openDatabase } from "./database.ts";

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connectionString);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
const usersIn = (list: readonly string[]) =>
  database.db.selectFrom("users").select("id").where("id", "in", list).where("name", "=", "Maria");

it("has one text for all lists but short ones, and no other conditions change", () => {
  const [five, many] = [usersIn(ids(5)).compile(), usersIn(ids(300)).compile()];
  expect(five.sql).toBe(many.sql);
  expect(five.sql).toContain('"id" = any($1) and "name" = $2');
  expect(five.parameters).toHaveLength(2);
  expect(usersIn(ids(2)).compile().sql).toContain('"id" in ($1, $2) and "name" = $3');
  const others = database.db
    .selectFrom("users")
    .select("id")
    .where("id", "not in", ids(2))
    .where("id", "in", sql<string>`(select id from users)`)
    .where("name", "in", database.db.selectFrom("users").select("name"))
    .compile();
  expect(others.sql).toContain('"id" not in ($1, $2)');
  expect(others.sql).toContain('"id" in (select id from users)');
  expect(others.sql).toContain('"name" in (select "name" from "users")');
});

it("finds the same rows as a list of parameters, whatever the type", async () => {
  const { db } = database;
  const row = db
    .selectFrom(
      sql<{ text: string; whole: number; day: string; at: Date; yes: boolean; id: string }>`
        (values ('a "b", {c}\\', 7, date '2026-11-25', timestamptz '2026-11-25 08:00:00.5Z', true,
                 '00000000-0000-0000-0000-00000000000a'::uuid))`.as<"v">(
        sql`v(text, whole, day, at, yes, id)`,
      ),
    )
    .select("text");
  const found = async (
    column: "text" | "whole" | "day" | "at" | "yes" | "id",
    values: readonly unknown[],
  ) => {
    // Often enough to be a long list.
    const long = Array.from({ length: 5 }, () => values).flat();
    return (await row.where(column, "in", long as never).execute()).length;
  };
  expect(await found("text", ['a "b", {c}\\', "other"])).toBe(1);
  expect(await found("text", ["b"])).toBe(0);
  expect(await found("whole", [6, 7])).toBe(1);
  expect(await found("day", ["2026-11-25"])).toBe(1);
  expect(await found("at", [new Date("2026-11-25T08:00:00.5Z"), new Date(0)])).toBe(1);
  expect(await found("yes", [true])).toBe(1);
  expect(await found("yes", [false])).toBe(0);
  expect(await found("id", ["00000000-0000-0000-0000-00000000000a"])).toBe(1);
});

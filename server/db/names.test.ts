import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { statementsDuring } from "../../test/statements.ts";
import { type Database, openDatabase } from "./database.ts";
import { withNames } from "./names.ts";

let database: Database;
let dropDatabase: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  dropDatabase = test.drop;
  database = openDatabase(test.connectionString, { max: 2 });
});
afterAll(async () => {
  await database.close();
  await dropDatabase();
});

async function addPerson(name: string): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    "insert into users (id, clerk_user_id, email, name) values ($1::uuid, $1::text, $1::text || '@example.org', $2)",
    [id, name],
  );
  return id;
}

/** The names that are found for these people, and in how many statements. */
async function namesIn(place: string, people: readonly string[]) {
  let found: unknown;
  const statements = await statementsDuring(async () => {
    const [read, names] = await withNames(
      database.db,
      place,
      async () => people,
      (all) => all,
    );
    found = read.map((id) => names.get(id));
  });
  return { found, statements: statements.length };
}

it("gives everybody's present name, whoever was found in this place before", async () => {
  const [anna, ben, carla] = await Promise.all(["Anna", "Ben", "Carla"].map(addPerson));
  const place = randomUUID();
  expect(await namesIn(place, [anna!])).toEqual({ found: ["Anna"], statements: 1 });
  expect(await namesIn(place, [anna!, anna!])).toEqual({ found: ["Anna", "Anna"], statements: 1 });
  await database.pool.query("update users set name = 'Anne' where id = $1", [anna]);
  expect(await namesIn(place, [ben!, anna!, carla!])).toEqual({
    found: ["Ben", "Anne", "Carla"],
    statements: 2,
  });
  expect(await namesIn(place, [carla!, ben!])).toEqual({ found: ["Carla", "Ben"], statements: 1 });
  expect(await namesIn(place, [])).toEqual({ found: [], statements: 1 });
  expect(await namesIn(place, [])).toEqual({ found: [], statements: 0 });
  expect(await namesIn(randomUUID(), [randomUUID()])).toEqual({ found: [undefined], statements: 1 });
});

import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { addUser, admin } from "../test/admin-command.ts";
import { createTestDatabase } from "../test/database.ts";
import { usedDirectory } from "../test/used-directory.ts";

it("npm run admin moves the embedded database to an outside one and back, and says what to change", async () => {
  const { path: directory, remove } = await usedDirectory();
  onTestFinished(remove);
  const outside = await createTestDatabase({ isEmpty: true });
  const there = { DATA_DIR: directory, DATABASE_URL: outside.connectionString };
  const away = await admin(`move-database --to ${outside.connectionString}`, { DATA_DIR: directory });
  expect(away.code).toBe(0);
  await addUser(outside.connectionString);
  expect(await admin("move-database --to-embedded", there)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/There is a database in .* already: move .*postgres away first/),
  });
  await rename(join(directory, "postgres"), join(directory, "before"));
  expect(await admin("move-database --to-embedded", there)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Remove DATABASE_URL from the settings, and start the server."),
  });
  expect(await admin("promote olga@example.org", { DATA_DIR: directory })).toMatchObject({ code: 0 });
  expect(await admin("move-database --undo", there)).toMatchObject({ code: 0 });
  expect(await admin("promote olga@example.org", there)).toMatchObject({ code: 0 });
  await outside.drop();
  // Seven commands, most of which start and stop PostgreSQL.
}, 150_000);

import { execFile } from "node:child_process";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it, onTestFinished } from "vitest";
import { syncUser } from "../features/account/server/data.ts";
import { openDatabase } from "../server/db/database.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { lockDirectory } from "../server/db/embedded/lock.ts";
import { migrate } from "../server/db/migrate.ts";
import { createLog } from "../server/log.ts";
import { createTestDatabase } from "../test/database.ts";
import { programEnvironment } from "../test/server-process.ts";
import { usedDirectory } from "../test/used-directory.ts";

const SCRIPT = join(import.meta.dirname, "admin.ts");

/** Runs the script as the operator does. */
function admin(command: string, env: Record<string, string>) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { ...programEnvironment(), ...env } };
    execFile(process.execPath, [SCRIPT, ...command.split(" ")], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

async function addUser(connectionString: string, { emailVerified = true } = {}): Promise<void> {
  const database = openDatabase(connectionString, { max: 1 });
  await migrate(database);
  const olga = { clerkUserId: uuidv7(), email: "olga@example.org", emailVerified, name: "Olga" };
  await syncUser(database.db, olga, new Date());
  await database.close();
}

describe("npm run admin", () => {
  it("works on the embedded database, with its server running or stopped", async () => {
    const { path: directory, remove } = await usedDirectory();
    onTestFinished(remove);
    const lock = await lockDirectory(directory);
    const postgres = await startEmbeddedPostgres({ dataDir: directory, log: createLog("fatal") });
    await addUser(postgres.connectionString);
    expect(await admin("promote olga@example.org", { DATA_DIR: directory })).toEqual({
      code: 0,
      out: "olga@example.org is an administrator now.\n",
      err: "",
    });
    await postgres.stop();
    await lock.release();
    expect(await admin("demote olga@example.org", { DATA_DIR: directory })).toEqual({
      code: 0,
      out: "olga@example.org is no administrator now.\n",
      err: "",
    });
    // It left nothing running: the next one starts its own again.
    expect(await admin("demote olga@example.org", { DATA_DIR: directory })).toMatchObject({
      out: "olga@example.org is no administrator already.\n",
    });
  });

  it("works on DATABASE_URL", async () => {
    const { connectionString, drop } = await createTestDatabase();
    await addUser(connectionString);
    expect(await admin("promote olga@example.org --super", { DATABASE_URL: connectionString })).toMatchObject(
      {
        code: 0,
        out: "olga@example.org is a super administrator now.\n",
      },
    );
    await drop();
  });

  it("refuses an unverified address without --unproven when there is no terminal to ask on", async () => {
    const { connectionString, drop } = await createTestDatabase();
    await addUser(connectionString, { emailVerified: false });
    const command = (line: string) => admin(line, { DATABASE_URL: connectionString });
    expect(await command("promote olga@example.org")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^Nobody has proven that olga@example.org .* add --unproven\.\n/),
    });
    expect(await command("promote olga@example.org --unproven")).toMatchObject({
      code: 0,
      out: "olga@example.org is an administrator now.\n",
    });
    await drop();
  });

  it.each([
    ["promote", {}, "promote takes 1 word, not 0.\n`npm run admin -- --help` shows what there is.\n"],
    ["promote olga@example.org", { PORT: "x" }, /^PORT .*\n$/],
    [
      "promote olga@example.org",
      { DATA_DIR: "/nowhere" },
      "There is no database in /nowhere yet: start CareDiary once.\n",
    ],
    [
      "promote olga@example.org",
      { DATABASE_URL: "postgresql://localhost:1/x" },
      /^DATABASE_URL: no PostgreSQL answers.*\n$/,
    ],
  ])("%s with %j says in one line what is wrong and ends with code 1", async (words, env, message) => {
    const { code, out, err } = await admin(words, env as Record<string, string>);
    expect([code, out]).toEqual([1, ""]);
    if (typeof message === "string") expect(err).toBe(message);
    else expect(err).toMatch(message);
  });
});

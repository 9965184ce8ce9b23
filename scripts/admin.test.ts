import { cp, readdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { lockDirectory } from "../server/db/embedded/lock.ts";
import { createLog } from "../server/log.ts";
import { addUser, admin, PROGRESS } from "../test/admin-command.ts";
import { createTestDatabase } from "../test/database.ts";
import { careTeam, createNote } from "../test/people.ts";
import { startS3Server } from "../test/s3_server.ts";
import { temporaryDirectory } from "../test/server-process.ts";
import { serveService } from "../test/service.ts";
import { createIssuer } from "../test/tokens.ts";
import { attachAs } from "../test/uploads.ts";
import { usedDirectory } from "../test/used-directory.ts";

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

  it("says in one line that the connection to the database broke off", async () => {
    const { connectionString, drop } = await createTestDatabase();
    await addUser(connectionString);
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const [holder, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
    await holder.connect();
    await watcher.connect();
    // The backup waits for this table, however slow this test is.
    await holder.query("begin; lock table comments in access exclusive mode");
    const saved = admin(`backup ${join(path, "all.backup")}`, {
      DATABASE_URL: connectionString,
      DATA_DIR: path,
    });
    const ended = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and application_name = 'carediary backup' and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await watcher.query(ended)).rows, { interval: 20, timeout: 60_000 })
      .toEqual([{ ended: true }]);
    await holder.end();
    await watcher.end();
    expect(await saved).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The connection to the database broke off \(.+\): run the command again.*\n$/,
      ),
    });
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

describe("npm run admin, moving what there is", () => {
  it("moves the embedded database to an outside one, and says what to change", async () => {
    const { path: directory, remove } = await usedDirectory();
    onTestFinished(remove);
    const outside = await createTestDatabase({ isEmpty: true });
    const lock = await lockDirectory(directory);
    expect(
      await admin(`move-database --to ${outside.connectionString}`, { DATA_DIR: directory }),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Another CareDiary server .* uses this data directory/),
    });
    await lock.release();
    const { code, out, err } = await admin(`move-database --to ${outside.connectionString}`, {
      DATA_DIR: directory,
    });
    expect(code).toBe(0);
    expect(err.replaceAll(PROGRESS, "")).toBe("");
    expect(out).toMatch(/^\d+ rows of \d+ tables are in .*, all compared\.\n/);
    expect(out).toContain(`Set DATABASE_URL=${outside.connectionString}, and start the server.`);
    expect(await admin("list-admins", { DATA_DIR: directory })).toMatchObject({
      code: 1,
      err: expect.stringContaining("This database was moved to"),
    });
    expect((await admin("doctor", { DATA_DIR: directory })).out).toMatch(
      /FAULT +Database: This database was moved to/,
    );
    await outside.drop();
  });

  it("copies files while a server runs, takes the rest when it is stopped, and says what to set", async () => {
    const s3 = await startS3Server();
    const { connectionString, drop } = await createTestDatabase();
    const service = await serveService(connectionString, await createIssuer(), {});
    const { path: directory, remove } = await temporaryDirectory();
    onTestFinished(remove);
    await symlink(service.files, join(directory, "files"));
    const { owner, diaryId } = await careTeam(service);
    const noteId = await createNote(owner, diaryId);
    await attachAs(owner, { diaryId, noteId });
    const { endpoint, bucket, credentials } = s3.config;
    const env = {
      DATA_DIR: directory,
      DATABASE_URL: connectionString,
      TO_S3_BUCKET: bucket,
      TO_S3_ENDPOINT: endpoint!,
      TO_S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      TO_S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    };
    const first = await admin("move-files --to s3", env);
    expect({ ...first, err: first.err.replaceAll(PROGRESS, "") }).toMatchObject({ code: 0, err: "" });
    expect(first.out).toMatch(/^1 file, 0 MB, are in the new place \(s3\).*; 1 copied now\.\nA server runs/);
    await attachAs(owner, { diaryId, noteId });
    // It would remove its files.
    const files = join(directory, "kept");
    await cp(service.files, files, { recursive: true });
    await service.close();
    await rm(join(directory, "files"));
    await rename(files, join(directory, "files"));
    const second = await admin("move-files --to s3", env);
    expect(second.out).toMatch(/^2 files, .* 1 copied now\.\nSet these, .*\n {2}STORAGE=s3\n/);
    expect(second.out).toContain(`  S3_ENDPOINT=${endpoint}\n`);
    expect(second.out).toContain("  S3_SECRET_ACCESS_KEY= (the value of TO_S3_SECRET_ACCESS_KEY)\n");
    expect(second.out).not.toContain(`=${credentials!.secretAccessKey}`);
    expect(await readdir(directory)).toEqual(["files"]);
    await s3.close();
    await drop();
  });

  it.each([
    ["move-database", "move-database takes --to <address>, TO_DATABASE_URL or --to-embedded."],
    ["move-database --to mysql://x", "--to must be a PostgreSQL address such as"],
    ["move-files", "move-files takes --to local, s3 or gcs."],
    ["move-files --to s3", "S3_BUCKET is needed when STORAGE is s3."],
    ["move-files --to local", "The files are there already."],
    ["remove-former-database now", "remove-former-database doesn't take now."],
  ])("%s says in one line what is wrong", async (words, message) => {
    const { code, err } = await admin(words, { DATA_DIR: "/nowhere" });
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});

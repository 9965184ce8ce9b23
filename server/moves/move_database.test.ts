import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { careTeam, createComment, createNote } from "../../test/people.ts";
import { rowDigests } from "../../test/row-digests.ts";
import { serveService } from "../../test/service.ts";
import { refusalOf } from "../../test/start-here.ts";
import { createIssuer } from "../../test/tokens.ts";
import { createLog } from "../log.ts";
import { moveDatabase, undoMove } from "./move_database.ts";

const log = createLog("silent");
type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

let from: TestDatabase;
let to: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  [from, to] = [await createTestDatabase(), await createTestDatabase({ isEmpty: true })];
  dataDir = await mkdtemp(join(tmpdir(), "carediary-move-"));
});
afterEach(async () => {
  await from.drop();
  await to.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const config = (databaseUrl: string) => ({ databaseUrl, dataDir });
const move = () =>
  moveDatabase(config(from.connectionString), { url: to.connectionString, setting: "--to" }, { log });

async function onDatabase<T extends object>({ connectionString }: TestDatabase, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function fill(): Promise<void> {
  const service = await serveService(from.connectionString, await createIssuer(), {});
  const { owner, caregiver, diaryId } = await careTeam(service);
  for (let n = 0; n < 5; n++)
    await createComment(caregiver, diaryId, await createNote(owner, diaryId, { title: `Note ${n} 💊` }));
  await service.close();
}

/** Ends the connection of this name once the new database has begun to be filled; `move` begins. */
async function cutOff(name: string, move: () => Promise<unknown>): Promise<void> {
  // Copying waits for this table, however slow this test is.
  const holder = new pg.Client({ connectionString: from.connectionString });
  await holder.connect();
  await holder.query("begin; lock table comments in access exclusive mode");
  const broken = expect(move()).rejects.toThrow(
    /^The connection to the database broke off \(.+\): run the command again/,
  );
  const hasBegun = "select to_regclass('public.restore_unfinished') is not null as begun";
  await expect.poll(() => onDatabase(to, hasBegun), { interval: 20 }).toEqual([{ begun: true }]);
  const database = name === "carediary backup" ? from : to;
  const ended = await onDatabase(
    database,
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and application_name = '${name}'`,
  );
  await holder.end();
  expect(ended).toEqual([{ ended: true }]);
  await broken;
}

const ADD_USER =
  "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), 'late', 'late@example.org', 'Late')";

describe("moving the database", () => {
  it("brings every row to the other one; the former one takes no writes and no server until the move is undone", async () => {
    await fill();
    const before = await rowDigests(from.connectionString);
    const { ending, destination } = await move();
    expect(ending!.tables["public.notes"]).toMatchObject({ rows: 5 });
    expect(destination).not.toContain("carediary@");
    expect(await rowDigests(to.connectionString)).toEqual(before);
    expect(await rowDigests(from.connectionString)).toEqual(before);
    const at = "select last_value::text as value from sync_ts";
    const [[old], [now]] = [
      await onDatabase<{ value: string }>(from, at),
      await onDatabase<{ value: string }>(to, at),
    ];
    expect(BigInt(now!.value)).toBeGreaterThan(BigInt(old!.value));

    await expect(onDatabase(from, ADD_USER)).rejects.toThrow("read-only transaction");
    const refusal = await refusalOf({ DATABASE_URL: from.connectionString, DATA_DIR: dataDir });
    expect(refusal).toMatch(/^This database was moved to .*: change DATABASE_URL .*--undo/);
    expect(refusal).toContain(destination);
    await expect(move()).rejects.toThrow("This database was moved to");
    await expect(
      moveDatabase(config(to.connectionString), { url: from.connectionString, setting: "--to" }, { log }),
    ).rejects.toThrow("There are tables in");

    await undoMove(config(from.connectionString), log);
    await onDatabase(from, ADD_USER);
    await expect(undoMove(config(from.connectionString), log)).rejects.toThrow("wasn't moved");
  });

  it("is refused while a server runs, into a database in use, and to where it is; then nothing has changed", async () => {
    const service = await serveService(from.connectionString, await createIssuer(), {});
    await expect(move()).rejects.toThrow(/still uses this database, from this machine: stop all nodes first/);
    await service.close();
    await onDatabase(to, "create table theirs (id int)");
    await expect(move()).rejects.toThrow(/There are tables in .* already: name an empty database/);
    await expect(
      moveDatabase(config(from.connectionString), { url: from.connectionString, setting: "--to" }, { log }),
    ).rejects.toThrow("The database is there already.");
    await expect(
      moveDatabase(
        config(from.connectionString),
        { url: "postgresql://localhost:1/x", setting: "--to" },
        { log },
      ),
    ).rejects.toThrow(/^--to: no PostgreSQL answers/);
    await onDatabase(from, ADD_USER);
    expect(await onDatabase(to, "select 1 from theirs")).toEqual([]);
  });

  it.each([
    ["the former database", "carediary backup"],
    ["the new one", "carediary restore"],
  ])(
    "that broke off at %s keeps servers from both, and begins anew when it is run again",
    async (_, name) => {
      await fill();
      const before = await rowDigests(from.connectionString);
      await cutOff(name, move);
      expect(await refusalOf({ DATABASE_URL: from.connectionString, DATA_DIR: dataDir })).toMatch(
        /is being moved to .*hasn't ended: run .*move-database.* again/,
      );
      expect(await refusalOf({ DATABASE_URL: to.connectionString, DATA_DIR: dataDir })).toMatch(
        /A restore into this database hasn't ended/,
      );
      await expect(onDatabase(from, ADD_USER)).rejects.toThrow("read-only transaction");
      expect((await move()).ending).not.toBeNull();
      expect(await rowDigests(to.connectionString)).toEqual(before);
    },
  );

  it("whose end was missing compares all rows, and ends only when they are the same", async () => {
    await fill();
    await move();
    const reopen = () =>
      onDatabase(from, "begin read write; update database_moved set has_ended = false; commit");
    await reopen();
    expect((await move()).ending).toBeNull();
    await expect(move()).rejects.toThrow("This database was moved to");
    await reopen();
    await onDatabase(to, "update notes set title = 'Changed' where title like 'Note 1%'");
    await expect(move()).rejects.toThrow("There are tables in");
  });
});

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quickAddJob } from "graphile-worker";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteUnusedPhotos } from "../../features/avatars/server/jobs.ts";
import { rooms } from "../../registry/rooms.ts";
import { createTestDatabase } from "../../test/database.ts";
import { loadConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { createLocalStorage } from "../storage/local.ts";
import { type FileStorage, getPhotoFile } from "../storage/storage.ts";
import { deleteExpired, removeFiles } from "./data.ts";
import { startJobs } from "./worker.ts";

describe("jobs", () => {
  let database: Database;
  let dropDatabase: () => Promise<void>;
  let directory: string;
  let storage: FileStorage;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "carediary-jobs-"));
    storage = createLocalStorage(directory);
    const created = await createTestDatabase();
    dropDatabase = created.drop;
    database = openDatabase(created.connectionString, { max: 4 });
  });
  afterEach(async () => {
    await database.close();
    await dropDatabase();
    await rm(directory, { recursive: true });
  });
  const start = () =>
    startJobs({
      database,
      storage,
      config: loadConfig({ DATA_DIR: directory }),
      log: createLog("silent"),
      rooms,
    });
  const count = async (table: string) =>
    (await database.pool.query(`select count(*) from ${table}`)).rows[0].count;

  it("start on two nodes at once on a fresh database, and stop without leaving a connection", async () => {
    const nodes = await Promise.all([start(), start()]);
    const connections = () =>
      count("pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()");
    expect(await connections()).toBeGreaterThan(1);
    await Promise.all(nodes.map((node) => node.stop()));
    await expect.poll(connections, { timeout: 15_000 }).toBeLessThan(4);
    const again = await start();
    await again.stop();
  });

  it("delete expired rows at night, and no younger ones", async () => {
    await database.pool.query(`
      insert into sync_outcomes (session_id, request_id, user_key, outcome, created_at) values
        (gen_random_uuid(), 1, 'a', '{}', now() - interval '73 hours'),
        (gen_random_uuid(), 2, 'a', '{}', now() - interval '71 hours');
      insert into mail_outbox (id, to_address, subject, text_body, html_body, created_at, sent_at, next_attempt_at) values
        (gen_random_uuid(), 'a@example.org', 'old and sent', '', '', now() - interval '31 days', now() - interval '31 days', null),
        (gen_random_uuid(), 'a@example.org', 'sent', '', '', now() - interval '29 days', now() - interval '29 days', null);
      insert into auth.attempts (key, count, ends_at) values ('over', 1, now() - interval '1 s'), ('counts', 1, now() + interval '1 h');
      insert into auth.oidc_sessions (id, subject, sealed, expires_at) values
        ('over', 'a', '', now() - interval '1 s'), ('holds', 'a', '', now() + interval '1 h');
    `);
    const node = await start();
    try {
      await quickAddJob({ connectionString: database.connectionString }, "delete_expired", {});
      await expect.poll(() => count("sync_outcomes"), { timeout: 15_000 }).toBe(1);
      await expect.poll(() => count("auth.oidc_sessions"), { timeout: 15_000 }).toBe(1);
      expect((await database.pool.query("select subject from mail_outbox")).rows).toEqual([
        { subject: "sent" },
      ]);
      expect((await database.pool.query("select key from auth.attempts")).rows).toEqual([{ key: "counts" }]);
    } finally {
      await node.stop();
    }
  });

  it("delete the other expired rows when those of one table can't be deleted", async () => {
    await database.pool.query(`
      insert into sync_outcomes (session_id, request_id, user_key, outcome, created_at) values
        (gen_random_uuid(), 1, 'a', '{}', now() - interval '73 hours');
      insert into auth.oidc_sessions (id, subject, sealed, expires_at) values ('over', 'a', '', now() - interval '1 s');
      create function refuse() returns trigger language plpgsql as $f$ begin raise exception 'no'; end $f$;
      create trigger refuse before delete on sync_outcomes for each row execute function refuse();
    `);
    await expect(deleteExpired(database)).rejects.toThrow("no");
    expect(await count("auth.oidc_sessions")).toBe(0);
  });

  it("continue after the database dropped their connections", async () => {
    await database.pool.query(
      "insert into auth.attempts (key, count, ends_at) values ('over', 1, now() - interval '1 s')",
    );
    const node = await start();
    try {
      const { rowCount } = await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carediary jobs' and datname = current_database()",
      );
      expect(rowCount).toBeGreaterThan(0);
      await quickAddJob({ connectionString: database.connectionString }, "delete_expired", {});
      await expect.poll(() => count("auth.attempts"), { timeout: 15_000 }).toBe(0);
    } finally {
      await node.stop();
    }
  });

  it("continue when the worker's first connection breaks at its start", async () => {
    await (await start()).stop();
    const holding = await database.pool.connect();
    await holding.query("begin; lock table graphile_worker._private_tasks");
    const node = await start();
    try {
      const asking = `from pg_stat_activity where application_name = 'carediary jobs' and wait_event_type = 'Lock'
                         and datname = current_database()`;
      await expect.poll(() => count(asking.slice("from ".length))).toBeGreaterThan(0);
      await database.pool.query(`select pg_terminate_backend(pid) ${asking}`);
      await holding.query("rollback");
      await database.pool.query(
        "insert into auth.attempts (key, count, ends_at) values ('over', 1, now() - interval '1 s')",
      );
      await quickAddJob({ connectionString: database.connectionString }, "delete_expired", {});
      await expect.poll(() => count("auth.attempts"), { timeout: 15_000 }).toBe(0);
    } finally {
      holding.release();
      await node.stop();
    }
  });

  describe("photos", () => {
    const person = "00000000-0000-4000-8000-000000000001";
    /** The photo's number in its id. */
    const photoId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    const addPhoto = async (
      n: number,
      age: string,
      client: Pick<Database["pool"], "query"> = database.pool,
    ) => {
      await client.query("insert into avatars values ($1, $2, now() - $3::interval)", [
        photoId(n),
        person,
        age,
      ]);
      for (const size of ["whole", "small"] as const)
        await storage.write(getPhotoFile(photoId(n), size), Buffer.from("x"));
    };
    const assignToNotebook = (n: number) =>
      `insert into diaries (id, short_id, name, region, created_by, avatar_id)
         values ('${photoId(n)}', '22222${n + 2}', 'N', 'DE', '${person}', '${photoId(n)}');
       insert into members (id, diary_id, user_id, role) values ('${photoId(n)}', '${photoId(n)}', '${person}', 'owner')`;
    const remaining = async () => ({
      rows: (await database.pool.query("select id from avatars order by id")).rows.map(({ id }) =>
        Number(id.at(-1)),
      ),
      files: (await readdir(join(directory, "avatars"))).sort(),
    });
    const filesOf = (...numbers: number[]) =>
      numbers.flatMap((n) => [`${photoId(n)}-small.jpg`, `${photoId(n)}.jpg`]);
    beforeEach(() =>
      database.pool.query(
        "insert into users (id, clerk_user_id, email, name) values ($1, 'o', 'o@example.org', 'O')",
        [person],
      ),
    );

    it("that nothing uses after a day are deleted with both files; others stay", async () => {
      await addPhoto(1, "25 hours");
      await addPhoto(2, "23 hours");
      await addPhoto(3, "25 hours");
      await addPhoto(4, "25 hours");
      await database.pool.query(`begin; ${assignToNotebook(3)}; commit`);
      await database.pool.query("update users set avatar_id = $1 where id = $2", [photoId(4), person]);
      const node = await start();
      try {
        await quickAddJob({ connectionString: database.connectionString }, "delete_unused_photos", {});
        // Their files are removed by the next job, which also runs by itself every five minutes.
        await expect.poll(async () => (await remaining()).rows, { timeout: 15_000 }).toEqual([2, 3, 4]);
        await quickAddJob({ connectionString: database.connectionString }, "remove_files", {});
        await expect
          .poll(remaining, { timeout: 15_000 })
          .toEqual({ rows: [2, 3, 4], files: filesOf(2, 3, 4) });
        // The job deletes the file first, then its own record of it.
        await expect.poll(() => count("file_removals"), { timeout: 15_000 }).toBe(0);
      } finally {
        await node.stop();
      }
    });

    it("that a notebook takes during the deletion of unused ones stay", async () => {
      await addPhoto(1, "25 hours");
      await addPhoto(2, "25 hours");
      const client = await database.pool.connect();
      try {
        await client.query("begin isolation level repeatable read");
        await client.query("select id from avatars where id = $1 for update", [photoId(1)]);
        await deleteUnusedPhotos(database);
        // Only the other job removes files.
        expect((await remaining()).files).toEqual(filesOf(1, 2));
        await client.query(`${assignToNotebook(1)}; commit`);
        expect((await remaining()).rows).toEqual([1]);
      } finally {
        client.release();
      }
      // Taken after the sweep looked and before it deletes: the foreign key is the last word.
      await addPhoto(3, "25 hours");
      await database.pool.query(`begin; ${assignToNotebook(3)}; commit`);
      await expect(database.pool.query("delete from avatars where id = $1", [photoId(3)])).rejects.toThrow(
        /foreign key/,
      );
    });

    it("whose file can't be removed are tried again later", async () => {
      await addPhoto(1, "25 hours");
      await deleteUnusedPhotos(database);
      const broken: FileStorage = {
        ...storage,
        remove: (name) =>
          name.includes("small") ? Promise.reject(new Error("disk is away")) : storage.remove(name),
      };
      await expect(removeFiles(database, broken)).rejects.toThrow("disk is away");
      expect(await remaining()).toEqual({ rows: [], files: [`${photoId(1)}-small.jpg`] });
      expect(await count("file_removals")).toBe(1);
      // Not at once: a store that is away isn't asked for each file every few minutes.
      await removeFiles(database, storage);
      expect(await count("file_removals")).toBe(1);
      await database.pool.query("update file_removals set not_before = now()");
      await removeFiles(database, storage);
      expect(await remaining()).toEqual({ rows: [], files: [] });
      expect(await count("file_removals")).toBe(0);
    });

    it("whose files can never be removed don't block others", async () => {
      await database.pool.query(
        `insert into file_removals (name, created_at)
           select 'stuck/' || i, now() - interval '1 day' from generate_series(1, 250) i`,
      );
      await database.pool.query("insert into file_removals (name) values ('avatars/1')");
      const stuck: FileStorage = {
        ...storage,
        remove: (name) =>
          name.startsWith("stuck") ? Promise.reject(new Error("not ours")) : storage.remove(name),
      };
      await expect(removeFiles(database, stuck)).rejects.toThrow("250 items failed");
      expect(await count("file_removals where name not like 'stuck%'")).toBe(0);
      expect(await count("file_removals where not_before > now()")).toBe(250);
    });

    it("are removed in several rounds in one run when there are many", async () => {
      await database.pool.query(
        "insert into file_removals select 'avatars/' || i from generate_series(1, 250) i",
      );
      await removeFiles(database, storage);
      expect(await count("file_removals")).toBe(0);
    });
  });

  it("include every scheduled job", async () => {
    const node = await start();
    await node.stop();
    const { rows } = await database.pool.query(
      "select identifier from graphile_worker._private_known_crontabs order by 1",
    );
    expect(rows.map(({ identifier }) => identifier)).toEqual([
      "check_dose_ledger",
      "delete_expired",
      "delete_unused_photos",
      "extend_appointments",
      "extend_task_series",
      "keep_programs_current",
      "remove_files",
    ]);
  });
});

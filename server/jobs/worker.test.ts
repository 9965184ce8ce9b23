import { tmpdir } from "node:os";
import { quickAddJob } from "graphile-worker";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { loadConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { startJobs } from "./worker.ts";

describe("jobs", () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const created = await createTestDatabase();
    drop = created.drop;
    database = openDatabase(created.connectionString, { max: 4 });
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });
  const start = () =>
    startJobs({ database, config: loadConfig({ DATA_DIR: tmpdir() }), log: createLog("silent") });
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

  it("delete at night what only mattered for a while, and nothing younger", async () => {
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

  it("go on after the database dropped their connections", async () => {
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

  it("know the nightly job", async () => {
    const node = await start();
    await node.stop();
    const { rows } = await database.pool.query(
      "select identifier from graphile_worker._private_known_crontabs",
    );
    expect(rows).toEqual([{ identifier: "delete_expired" }]);
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldNotifications } from "../../features/notifications/server/expired.ts";
import { careTeam } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import { DEFAULT_RETENTION, describeRetention } from "../config/retention.ts";
import { loadConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { openStorage } from "../storage/open_storage.ts";
import { BATCH } from "./batches.ts";
import { deleteExpired, removeFiles } from "./data.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
const deleted = new Map<string, number>();
const onDeleted = (what: string, rows: number) => void deleted.set(what, rows);
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
  await runMigrations({ connectionString: service.database.connectionString });
});
afterAll(() => service.close());
beforeEach(() => deleted.clear());
const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const count = async (table: string) => (await sql(`select count(*)::int as n from ${table}`))[0].n as number;

describe("how long things are kept", () => {
  it("is by default what it was before there were settings", () => {
    expect(loadConfig({}).retention).toEqual({
      auditDays: null,
      notificationDays: 90,
      readNotificationDays: 90,
      mailDays: 30,
      outcomeDays: 3,
      jobDays: 30,
      webhookDays: 14,
      removedFileDays: 0,
    });
  });

  it.each([
    ["RETAIN_AUDIT", "89", "RETAIN_AUDIT must be a whole number of days from 90 to 36500."],
    ["RETAIN_NOTIFICATIONS", "13", "RETAIN_NOTIFICATIONS must be a whole number of days from 14 to 3650."],
    [
      "RETAIN_READ_NOTIFICATIONS",
      "2",
      "RETAIN_READ_NOTIFICATIONS must be a whole number of days from 3 to 3650.",
    ],
    ["RETAIN_MAILS", "0", "RETAIN_MAILS must be a whole number of days from 1 to 3650."],
    ["RETAIN_OUTCOMES", "2", "RETAIN_OUTCOMES must be a whole number of days from 3 to 365."],
    ["RETAIN_JOBS", "-1", "RETAIN_JOBS must be a whole number of days from 1 to 3650."],
    ["RETAIN_WEBHOOK_MESSAGES", "3", "RETAIN_WEBHOOK_MESSAGES must be a whole number of days from 4 to 365."],
    ["RETAIN_REMOVED_FILES", "366", "RETAIN_REMOVED_FILES must be a whole number of days from 0 to 365."],
    ["RETAIN_MAILS", "a month", "RETAIN_MAILS must be a whole number of days from 1 to 3650."],
  ])("refuses %s=%s and says what it may be", (name, value, words) => {
    expect(() => loadConfig({ [name]: value })).toThrow(words);
  });

  it("is never longer for read notifications than for all, and stands in words for the operator", () => {
    const { retention } = loadConfig({
      RETAIN_NOTIFICATIONS: "30",
      RETAIN_READ_NOTIFICATIONS: "60",
      RETAIN_AUDIT: "400",
      RETAIN_MAILS: "1",
    });
    expect(retention).toMatchObject({ notificationDays: 30, readNotificationDays: 30 });
    expect(describeRetention(retention)).toEqual(
      expect.arrayContaining([
        "audit events: 400 days (RETAIN_AUDIT)",
        "sent mails, without their texts: 1 day (RETAIN_MAILS)",
      ]),
    );
  });
});

describe("what is deleted at night", () => {
  const aged = (days: number, by = 0.1) => `now() - interval '${days + by} days'`;

  it("are outcomes, mails and failed jobs past their time, in batches, and no others", async () => {
    const many = BATCH * 2 + 100;
    await sql(`insert into sync_outcomes (session_id, request_id, user_key, outcome, created_at)
      select gen_random_uuid(), n, 'a', '{}', ${aged(5)} from generate_series(1, ${many}) n`);
    await sql(`insert into sync_outcomes (session_id, request_id, user_key, outcome, created_at)
      values (gen_random_uuid(), 1, 'a', '{}', ${aged(5, -0.1)})`);
    const mail = (created: string, next: string) =>
      sql(`insert into mail_outbox (id, to_address, subject, text_body, html_body, created_at, next_attempt_at)
           values (gen_random_uuid(), 'a@example.org', 's', '', '', ${created}, ${next})`);
    await sql("delete from mail_outbox");
    await mail(aged(7), "null");
    await mail(aged(7, -0.1), "null");
    // It still waits, however old it is.
    await mail(aged(60), "now()");
    await sql(`select graphile_worker.add_job('old', max_attempts => 1), graphile_worker.add_job('young', max_attempts => 1),
                      graphile_worker.add_job('waits', max_attempts => 2)`);
    await sql("update graphile_worker._private_jobs set attempts = 1");
    await sql(`update graphile_worker._private_jobs j set updated_at = ${aged(40)}
                 from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier <> 'young'`);
    const retention = { ...DEFAULT_RETENTION, outcomeDays: 5, mailDays: 7 };
    await deleteExpired(service.database, retention, onDeleted);
    expect(await sql("select count(*)::int as n from sync_outcomes where user_key = 'a'")).toEqual([
      { n: 1 },
    ]);
    expect(await count("mail_outbox")).toBe(2);
    expect(await sql("select task_identifier as name from graphile_worker.jobs order by 1")).toEqual([
      { name: "waits" },
      { name: "young" },
    ]);
    expect([...deleted]).toEqual([
      ["outboxes", 0],
      ["outcomes", many],
      ["unread outcomes", 0],
      ["mails", 1],
      ["jobs", 1],
      ["audit events", 0],
    ]);
  });

  it("are audit events only where the operator has set a time, and never what made an administrator", async () => {
    const event = (type: string, created: string) =>
      sql(
        `insert into audit_events (id, event_type, target_type, target_id, created_at)
         values (gen_random_uuid(), $1, 'test', 't', ${created})`,
        [type],
      );
    await event("note.deleted", aged(400));
    await event("note.deleted", aged(400, -0.1));
    await event("admin.promoted", aged(900));
    await deleteExpired(service.database, DEFAULT_RETENTION, onDeleted);
    expect(deleted.get("audit events")).toBe(0);
    await deleteExpired(service.database, { ...DEFAULT_RETENTION, auditDays: 400 }, onDeleted);
    expect(deleted.get("audit events")).toBe(1);
    expect(
      await sql("select event_type from audit_events where target_type = 'test' order by created_at"),
    ).toEqual([{ event_type: "admin.promoted" }, { event_type: "note.deleted" }]);
  });

  it("can't be a young audit event, whoever tries", async () => {
    await expect(sql("delete from audit_events")).rejects.toThrow("audit events can only be added");
    const client = await service.database.pool.connect();
    try {
      for (const which of ["created_at > now() - interval '89 days'", "event_type = 'admin.promoted'"]) {
        await client.query("begin");
        await client.query("select set_config('carediary.audit_retention', 'on', true)");
        await expect(client.query(`delete from audit_events where ${which}`)).rejects.toThrow(
          "these audit events stay",
        );
        await client.query("rollback");
      }
      await expect(client.query("update audit_events set event_type = 'x'")).rejects.toThrow("only be added");
    } finally {
      client.release();
    }
  });

  it("are read notifications sooner than the others, if the operator wants that", async () => {
    await sql("delete from notifications");
    const notification = (name: string, made: string, seen: string, done = "null") =>
      sql(
        `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, group_key, due_at, made_at, seen_at, done_at)
         values (gen_random_uuid(), $1, $2, $3, 'note', 'note', '', now(), ${made}, ${seen}, ${done})`,
        [name, team.owner.userId, team.diaryId],
      );
    await notification("seen, old", aged(10), "now()");
    await notification("settled, old", aged(10), "null", "now()");
    await notification("seen, young", aged(10, -0.1), "now()");
    await notification("unseen", aged(89), "null");
    await notification("unseen, very old", aged(90), "null");
    const left = async () =>
      (await sql("select dedupe from notifications order by 1")).map(({ dedupe }) => dedupe);
    const parts = { database: service.database, log: createLog("silent"), onDeleted };
    await deleteOldNotifications({ ...parts, retention: DEFAULT_RETENTION });
    expect(await left()).toEqual(["seen, old", "seen, young", "settled, old", "unseen"]);
    await deleteOldNotifications({ ...parts, retention: { ...DEFAULT_RETENTION, readNotificationDays: 10 } });
    expect(await left()).toEqual(["seen, young", "unseen"]);
    expect(deleted.get("read notifications")).toBe(2);
  });

  it("are removed files after their days, and those that can't be removed don't begin again", async () => {
    const directory = await mkdtemp(join(tmpdir(), "carediary-retention-"));
    try {
      const storage = openStorage(loadConfig({ DATA_DIR: directory }));
      await sql("delete from file_removals");
      await sql(`insert into file_removals (name, created_at) values
        ('avatars/new.jpg', now()), ('avatars/old.jpg', ${aged(5)}), ('avatars/young.jpg', ${aged(5, -0.1)})`);
      await removeFiles(service.database, storage, 5);
      const names = async () =>
        (await sql("select name from file_removals order by 1")).map(({ name }) => name as string);
      expect(await names()).toEqual(["avatars/new.jpg", "avatars/young.jpg"]);
      // Nothing of it looks like a queue that stands still.
      expect(await sql("select from file_removals where not_before <= now() or attempts > 0")).toEqual([]);
      await sql("update file_removals set created_at = created_at - interval '6 days', not_before = now()");
      await removeFiles(service.database, storage, 5);
      expect(await names()).toEqual([]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

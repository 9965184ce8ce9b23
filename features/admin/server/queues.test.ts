import { sql as raw } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { COUNTED_TO, QUEUES, RETRIED_QUEUES, type RetriedQueue } from "../../../lib/queues.ts";
import { rooms } from "../../../registry/rooms.ts";
import { getQueues, readQueues } from "../../../server/jobs/queue_data.ts";
import { retryFailed } from "../../../server/operator/retry_queues.ts";
import { newTaskOf } from "../../../test/notifications.ts";
import { api, careTeam, createPerson, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";

let service: Service;
let admin: TestPerson;
let owner: TestPerson;
let diaryId: string;
beforeAll(async () => {
  service = await startService();
  admin = await createPerson(service, "Platform Admin");
  await sql("update users set is_admin = true where id = $1", [admin.userId]);
  ({ owner, diaryId } = await careTeam(service));
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["notification_deliveries", "notification_targets", "notifications", "mail_outbox"])
    await sql(`delete from ${table}`);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const read = () => admin.http.action(api.admin.getQueues, {});
const stateOf = async (queue: string) => (await read()).queues.find((each) => each.queue === queue)!;
const retry = (queue: RetriedQueue) => retryFailed(service.database, getQueues(rooms), queue);

/** `count` deliveries to a browser, with what their row says. */
async function deliveries(count: number, values: string): Promise<void> {
  const [target] = await sql(
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash, label)
     values (gen_random_uuid(), $1, 'push', 'x', sha256(gen_random_uuid()::text::bytea), 'canary phone') returning id`,
    [owner.userId],
  );
  await sql(
    `with made as (
       insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, group_key, due_at)
       select gen_random_uuid(), gen_random_uuid()::text, $2, $3, 'note', 'note', 'canary', now()
         from generate_series(1, $4) returning id)
     insert into notification_deliveries (id, notification_id, target_id, channel, due_at,
                                          next_attempt_at, attempts, leased_until, sent_at, outcome)
     select gen_random_uuid(), id, $1, 'push', ${values} from made`,
    [target.id, owner.userId, diaryId, count],
  );
}

it("says for each queue what waits, since when, what failed and what was done last", async () => {
  expect((await read()).queues.map(({ queue }) => queue)).toEqual([...QUEUES]);
  await deliveries(3, "now(), now() - interval '5 minutes', 0, null, null, null");
  await deliveries(2, "now(), now() + interval '5 minutes', 2, null, null, null");
  await deliveries(4, "now(), now() - interval '1 hour', 3, null, null, 'failed'");
  await deliveries(1, "now(), now(), 3, null, null, 'misconfigured'");
  // Neither what failed before yesterday nor what wasn't sent because it was done.
  await deliveries(5, "now(), now() - interval '25 hours', 3, null, null, 'failed'");
  await deliveries(6, "now(), now(), 1, null, null, 'done'");
  await deliveries(1, "now(), now(), 1, null, now() - interval '1 minute', 'sent'");
  await sql("update notification_targets set last_ok = now() - interval '1 minute' where channel = 'push'");
  const state = await stateOf("notifications-push");
  expect(state).toMatchObject({ waiting: 3, later: 2, failing: 2, failedInDay: 5 });
  expect(state.oldestSeconds).toBeCloseTo(300, -2);
  expect(Date.now() - state.lastSuccess!).toBeGreaterThan(50_000);
  expect(Date.now() - state.lastSuccess!).toBeLessThan(90_000);
  expect(await stateOf("notifications-ntfy")).toMatchObject({ waiting: 0, failing: 0, failedInDay: 0 });

  await sql(
    `insert into mail_outbox (id, to_address, subject, text_body, html_body, next_attempt_at, last_error, failed_at, sent_at)
     values (gen_random_uuid(), 'canary@example.org', 's', '', '', now() - interval '2 hours', null, null, null),
            (gen_random_uuid(), 'canary@example.org', 's', '', '', now() + interval '2 hours', 'canary', null, null),
            (gen_random_uuid(), 'canary@example.org', 's', '', '', null, 'canary', now(), null),
            (gen_random_uuid(), 'canary@example.org', 's', '', '', null, null, null, now())`,
  );
  expect(await stateOf("mail")).toMatchObject({ waiting: 1, later: 1, failing: 1, failedInDay: 1 });
  await sql("insert into mail_blocks (address_hash, reason) values (sha256('a'), 'asked')");
  const all = await read();
  expect(all.blockedAddresses).toBe(1);
  expect(JSON.stringify(all)).not.toContain("canary");
});

it("shows how far the planner of reminders has come, and what it is late with", async () => {
  await sql("update reminder_clocks set done_until = now() - interval '10 minutes' where kind = 'task'");
  await newTaskOf(service, diaryId, owner, 5 * 60_000);
  const state = await stateOf("reminders");
  expect(state).toMatchObject({ waiting: 1 });
  expect(state.oldestSeconds).toBeCloseTo(300, -2);
  expect(Date.now() - state.lastSuccess!).toBeCloseTo(600_000, -5);
});

it("tries again what failed and still means something, once, and records it", async () => {
  await deliveries(2, "now(), now() - interval '1 hour', 3, null, null, 'failed'");
  await deliveries(1, "now() - interval '7 hours', now() - interval '1 hour', 3, null, null, 'failed'");
  await deliveries(1, "now(), now() + interval '1 hour', 3, null, null, null");
  // Under way on some node, and planned for the end of quiet hours: neither has failed.
  await deliveries(1, "now(), now() + interval '2 minutes', 2, now() + interval '2 minutes', null, null");
  await deliveries(1, "now(), now() + interval '3 hours', 0, null, null, null");
  await deliveries(1, "now(), now(), 1, null, now(), 'sent'");
  expect((await retry("notifications-push"))[0]).toBe(
    "3 items of notifications-push are due now; a running server tries.",
  );
  expect((await retry("notifications-push"))[0]).toBe(
    "Nothing in notifications-push is left to be tried again.",
  );
  expect(await stateOf("notifications-push")).toMatchObject({ waiting: 3, later: 2, failedInDay: 1 });
  expect(
    await sql(
      "select actor_id, target_id, details from audit_events where event_type = 'admin.queueRetried'",
    ),
  ).toEqual([{ actor_id: null, target_id: "notifications-push", details: { count: 3 } }]);
});

it("tries mails that wait after a failure or were given up lately, none that is being sent", async () => {
  const mail = (next: string, claimed = "null", failed = "null", body = "t") =>
    sql(
      `insert into mail_outbox (id, to_address, subject, text_body, html_body, attempts, next_attempt_at, last_error,
                                claimed_until, failed_at)
       values (gen_random_uuid(), 'a@example.org', 's', '${body}', '', 2, ${next}, 'refused', ${claimed}, ${failed})`,
    );
  await mail("now() + interval '3 hours'");
  await mail("now() + interval '14 minutes'");
  await mail("now() + interval '14 minutes'", "now() + interval '14 minutes'");
  await mail("null", "null", "now() - interval '2 days'");
  await mail("null", "null", "now() - interval '4 days'");
  // Its text is gone.
  await mail("null", "null", "now()", "");
  expect((await retry("mail"))[0]).toContain("3 items of mail are due now");
  expect(await stateOf("mail")).toMatchObject({ waiting: 3, later: 1 });
});

it("knows each queue once, and which of them can be tried again", () => {
  const queues = getQueues(rooms);
  expect([...queues.map(({ name }) => name), "jobs"].toSorted()).toEqual([...QUEUES].toSorted());
  const retried = queues.filter(({ retry }) => retry).map(({ name }) => name);
  expect(retried.toSorted()).toEqual([...RETRIED_QUEUES].toSorted());
});

it("stays fast however much there is: counts end, and every figure is found by an index", async () => {
  await deliveries(COUNTED_TO + 500, "now(), now() - interval '5 minutes', 0, null, null, null");
  await deliveries(20_000, "now(), now(), 1, null, now(), 'sent'");
  await sql("analyze notification_deliveries");
  expect(await stateOf("notifications-push")).toMatchObject({ waiting: COUNTED_TO });
  const rowsRead = await service.database.db.transaction().execute(async (trx) => {
    // What earlier statements of the connection have read is still counted for up to a second.
    const readSoFar = async () => {
      const { rows } = await raw<{ rows: number }>`
        select seq_tup_read::int as rows from pg_stat_xact_user_tables
         where relname = 'notification_deliveries'`.execute(trx);
      return rows[0]!.rows;
    };
    const before = await readSoFar();
    await readQueues(trx, getQueues(rooms));
    return (await readSoFar()) - before;
  });
  expect(rowsRead).toBe(0);
});

it("finds what failed and waits for its next attempt, however much else is due", async () => {
  await deliveries(COUNTED_TO + 500, "now(), now() - interval '5 minutes', 0, null, null, null");
  await deliveries(3, "now(), now() + interval '5 minutes', 2, null, null, null");
  expect(await stateOf("notifications-push")).toMatchObject({ waiting: COUNTED_TO, later: 3, failing: 3 });
});

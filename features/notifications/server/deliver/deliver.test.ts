import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { createLog } from "../../../../server/log.ts";
import { waitingForLocks } from "../../../../test/locks.ts";
import { tellOf } from "../../../../test/notifications.ts";
import { addMember, careTeam, createNote, createPerson, type TestPerson } from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { statementsDuring } from "../../../../test/statements.ts";
import { planTasks } from "../plan/task_planner.ts";
import type { ChannelSender, Delivery, Outcome } from "./channels.ts";
import { deliverDue } from "./deliver.ts";
import { claimDeliveries, deleteTarget, markDeliveries } from "./delivery_data.ts";

const lines: string[] = [];
const log = createLog("trace", { write: (line) => void lines.push(line) });
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await sql("delete from tasks");
  await sql("delete from notifications");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** A receiver that answers as told and remembers what it got. */
function receiver(answer: () => Outcome | Promise<Outcome> = () => "sent") {
  const got: Delivery[] = [];
  const sender: ChannelSender = {
    channel: "push",
    concurrency: 4,
    async send(_, delivery) {
      got.push(delivery);
      return answer();
    },
  };
  const { database, vault, outgoing, url } = service;
  return { got, deliver: () => deliverDue({ database, vault, outgoing, log, baseUrl: url }, sender) };
}

/** A person with a device and a task that has just become due and is planned. */
async function dueTask(
  diaryId: string,
  person: TestPerson,
  {
    ago = 1000,
    noteId = null,
    assigned = true,
  }: { ago?: number; noteId?: string | null; assigned?: boolean } = {},
): Promise<string> {
  await sql(
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
     values (gen_random_uuid(), $1, 'push', '\\x00', sha256(convert_to($2, 'UTF8'))) on conflict do nothing`,
    [person.userId, person.userId],
  );
  await sql("update reminder_clocks set done_until = now() - interval '1 day'");
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to, note_id)
     values ($1, $2, 'canary title', $3, now() - make_interval(secs => $4), $5, $6)`,
    [id, diaryId, person.userId, ago / 1000, assigned ? person.userId : null, noteId],
  );
  await planTasks(service.database);
  return id;
}
const outcomes = async () =>
  (await sql("select outcome from notification_deliveries order by outcome")).map(({ outcome }) => outcome);

it("sends once, without content by default, and records that the device works", async () => {
  const { owner, diaryId } = await careTeam(service);
  await dueTask(diaryId, owner);
  const { got, deliver } = receiver();
  await deliver();
  await deliver();
  expect(got).toMatchObject([
    { kind: "task-due", count: 1, words: { title: "You have a reminder", body: "" } },
  ]);
  expect(JSON.stringify(got) + lines.join("")).not.toMatch(/canary|Rosa/);
  expect(await outcomes()).toEqual(["sent"]);
  const [device] = await sql(
    "select last_ok, failures from notification_targets where user_id = $1 and channel = 'push'",
    [owner.userId],
  );
  expect(device).toMatchObject({ failures: 0, last_ok: expect.anything() });
});

it("names the subject on a device whose owner has chosen that", async () => {
  const { owner, diaryId } = await careTeam(service);
  await dueTask(diaryId, owner);
  await sql("update notification_targets set detail = 'what' where user_id = $1", [owner.userId]);
  const { got, deliver } = receiver();
  await deliver();
  expect(got[0]!.words).toEqual({ title: "A task is due: Rosa Blum", body: "canary title" });
});

it("sends nothing of completed, moved, reassigned or hidden tasks, nor to former members", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const done = await dueTask(diaryId, owner);
  await sql("update tasks set status = 'completed', completed_at = now(), completed_by = $2 where id = $1", [
    done,
    owner.userId,
  ]);
  const moved = await dueTask(diaryId, owner);
  await sql("update tasks set scheduled_date = now() + interval '1 hour' where id = $1", [moved]);
  const given = await dueTask(diaryId, owner);
  await sql("update tasks set assigned_to = $2 where id = $1", [given, caregiver.userId]);
  const noteId = await createNote(caregiver, diaryId, { visibility: "team" });
  const hidden = await dueTask(diaryId, owner, { noteId, assigned: false });
  await sql("update notes set visibility = 'private' where id = $1", [noteId]);
  const leaver = await createPerson(service, "Lena");
  await addMember(service, diaryId, leaver, "member");
  await dueTask(diaryId, leaver);
  await sql("delete from members where user_id = $1", [leaver.userId]);
  const { got, deliver } = receiver();
  await deliver();
  expect(got).toEqual([]);
  expect(await outcomes()).toEqual(["done", "done", "done", "hidden"]);
  const inInbox = await sql("select subject_id from notifications where user_id = $1", [owner.userId]);
  expect(inInbox.map(({ subject_id }) => subject_id)).toContain(hidden);
});

it("combines messages that are an hour late, and sends none that are half a day late", async () => {
  const { owner, diaryId } = await careTeam(service);
  for (const ago of [HOUR, 2 * HOUR, 3 * HOUR, 12 * HOUR]) await dueTask(diaryId, owner, { ago });
  await dueTask(diaryId, owner, { ago: 5 * MINUTE });
  const { got, deliver } = receiver();
  await deliver();
  expect(got.map(({ count }) => count).sort()).toEqual([1, 3]);
  expect(await sql("select 1 as one from notifications where while_away")).toHaveLength(4);
});

it("retries later, deletes a device that is gone, and gives up undeliverable messages", async () => {
  const { owner, diaryId } = await careTeam(service);
  await dueTask(diaryId, owner);
  const later = receiver(() => ({ retryAt: Date.now() + MINUTE }));
  await later.deliver();
  await later.deliver();
  expect(later.got).toHaveLength(1);
  const due = () => sql("update notification_deliveries set next_attempt_at = now()");
  await due();
  const broken = receiver(() => {
    throw new Error("canary address");
  });
  await broken.deliver();
  expect(await outcomes()).toEqual([null]);
  expect(lines.join("")).not.toContain("canary");
  await due();
  await receiver(() => "failed").deliver();
  expect(await outcomes()).toEqual(["failed"]);
  await dueTask(diaryId, owner);
  await receiver(() => "gone").deliver();
  expect(
    await sql("select 1 as one from notification_targets where user_id = $1 and channel = 'push'", [
      owner.userId,
    ]),
  ).toEqual([]);
});

it("sends a claim of a dead node again under the same id, and ignores the dead node's outcome", async () => {
  const { owner, diaryId } = await careTeam(service);
  await dueTask(diaryId, owner);
  const claim = () => claimDeliveries(service.database, "push", { limit: 10, leaseSeconds: 60 });
  const [dead] = await claim();
  expect(await claim()).toEqual([]);
  const { got, deliver } = receiver();
  await deliver();
  expect(got).toEqual([]);
  await sql("update notification_deliveries set next_attempt_at = now() - interval '1 second'");
  await deliver();
  expect(got).toMatchObject([{ id: dead!.id, tag: dead!.notificationId, attempts: 1 }]);
  await markDeliveries(service.database, [{ id: dead!.id, attempts: dead!.attempts, outcome: "failed" }]);
  expect(await outcomes()).toEqual(["sent"]);
});

it("claims urgent deliveries before older ones", async () => {
  const { owner, diaryId } = await careTeam(service);
  for (let n = 0; n < 3; n++) await dueTask(diaryId, owner, { ago: 2 * MINUTE });
  const type = "task";
  await tellOf(service, owner, "escalation", {
    type,
    id: await dueTask(diaryId, owner, { ago: MINUTE }),
    diaryId,
  });
  const claim = (queue: "urgent" | "others") =>
    claimDeliveries(service.database, "push", { limit: 10, leaseSeconds: 60, queue });
  expect((await claim("urgent")).map(({ kind }) => kind)).toEqual(["escalation"]);
  expect(new Set((await claim("others")).map(({ kind }) => kind))).toEqual(new Set(["task-due"]));
});

it("sends each once when three nodes send at the same time", async () => {
  const { owner, diaryId } = await careTeam(service);
  for (let n = 0; n < 20; n++) await dueTask(diaryId, owner);
  const receivers = [receiver(), receiver(), receiver()];
  await Promise.all(receivers.map(({ deliver }) => deliver()));
  const ids = receivers.flatMap(({ got }) => got.map(({ id }) => id));
  expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
});

it("records outcomes while a user deletes the device", async () => {
  const { owner, diaryId } = await careTeam(service);
  await dueTask(diaryId, owner);
  const [claimed] = await claimDeliveries(service.database, "push", { limit: 10, leaseSeconds: 60 });
  const holder = await service.database.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from notification_targets where id = $1 for update", [claimed!.targetId]);
    const deleted = deleteTarget(service.database.db, claimed!.targetId);
    await waitingForLocks(service, 1);
    const marked = markDeliveries(service.database, [{ ...claimed!, outcome: "sent" }]);
    await waitingForLocks(service, 2);
    await holder.query("commit");
    await Promise.all([deleted, marked]);
  } finally {
    holder.release();
  }
  expect(await outcomes()).toEqual([]);
});

it("records that a device works so often that one can see it, not with each message", async () => {
  const { owner, diaryId } = await careTeam(service);
  const lastOk = async () =>
    (
      await sql("select last_ok from notification_targets where user_id = $1 and channel = 'push'", [
        owner.userId,
      ])
    )[0].last_ok as number;
  const { deliver } = receiver();
  await dueTask(diaryId, owner);
  await deliver();
  const first = await lastOk();
  await dueTask(diaryId, owner);
  await deliver();
  expect(await lastOk()).toBe(first);
  await sql("update notification_targets set last_ok = now() - interval '11 minutes'");
  await dueTask(diaryId, owner);
  await deliver();
  expect(await lastOk()).toBeGreaterThan(first);
  await sql("update notification_targets set failures = 3, failing_since = now() where user_id = $1", [
    owner.userId,
  ]);
  await dueTask(diaryId, owner);
  await deliver();
  expect(
    await sql(
      "select 1 as one from notification_targets where user_id = $1 and channel = 'push' and failures > 0",
      [owner.userId],
    ),
  ).toEqual([]);
});

it("records simultaneous outcomes with few statements", async () => {
  const { owner, diaryId } = await careTeam(service);
  for (let n = 0; n < 20; n++) await dueTask(diaryId, owner);
  const { got, deliver } = receiver();
  const statements = await statementsDuring(deliver);
  const marks = statements.filter(({ text }) => text.includes("update notification_targets"));
  expect(got).toHaveLength(20);
  expect(await outcomes()).toEqual(Array.from({ length: 20 }, () => "sent"));
  expect(marks.length).toBeGreaterThan(0);
  expect(marks.length).toBeLessThanOrEqual(10);
});

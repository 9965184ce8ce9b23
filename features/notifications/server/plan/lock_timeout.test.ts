import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { escalateNow, passForRuns } from "../../../../test/escalation.ts";
import { beginAt } from "../../../../test/moment.ts";
import { tellOf } from "../../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf } from "../../../../test/plans.ts";
import { proofFor } from "../../../../test/proofs.ts";
import type { Service } from "../../../../test/service.ts";
import { type ServiceOfSomebody, startServiceOfSomebody } from "../../../../test/service_of_somebody.ts";
import { planDoses } from "../../../doses/server/dose_planner.ts";
import { FIRST_SETUP } from "../../../escalation/rules.ts";
import { escalateDueRuns } from "../../../escalation/server/escalate.ts";
import { planEvents } from "./event_planner.ts";
import { endDueSnoozes } from "./snoozed.ts";
import { planTasks, sweepTasks } from "./task_planner.ts";

const startService = beginAt();

// A transaction that hangs holds a row of one notebook or person: everybody else is reminded meanwhile, and they once it is
// over.

type Team = { owner: TestPerson; diaryId: string };
let service: Service;
let stuck: Team;
let free: Team;
let receiver: ServiceOfSomebody;
let letGo = async () => {};
beforeAll(async () => {
  receiver = await startServiceOfSomebody();
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const table of [
    "tasks",
    "notifications",
    "notification_targets",
    "escalation_runs",
    "escalation_plans",
  ])
    await sql(`delete from ${table}`);
  await sql("update dose_reminders set next_at = null");
  await sql(
    "update reminder_clocks set done_until = now() - interval '1 hour', swept_at = now(), held_since = null",
  );
  stuck = await careTeam(service);
  free = await careTeam(service);
});
afterEach(() => letGo());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Locks a row in a transaction that goes on until `letGo`: what is awaited before that didn't wait for the row. */
async function hold(table: "users" | "notification_targets", id: string): Promise<void> {
  const client = await service.database.pool.connect();
  await client.query("begin");
  await client.query(`select from ${table} where id = $1 for update`, [id]);
  letGo = async () => {
    letGo = async () => {};
    await client.query("rollback");
    client.release();
  };
}

/** Of whose two teams somebody has been notified by a kind. */
async function told(kind: string): Promise<string[]> {
  const rows = await sql(
    "select distinct diary_id from notifications where kind = $1 and made_at is not null",
    [kind],
  );
  return [stuck, free]
    .filter(({ diaryId }) => rows.some(({ diary_id }) => diary_id === diaryId))
    .map((team) => (team === stuck ? "stuck" : "free"));
}

async function taskOf({ owner, diaryId }: Team, minutesAgo = 0): Promise<string> {
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, 'Walk', $3, now() - interval '1 second' - make_interval(mins => $4), $3)`,
    [id, diaryId, owner.userId, minutesAgo],
  );
  return id;
}

it("tasks of others are planned, and the held ones once they are free, however long that took", async () => {
  // Longer ago than what is swept anyway.
  for (const team of [stuck, free]) await taskOf(team, 30);
  await hold("users", stuck.owner.userId);
  await planTasks(service.database);
  expect(await told("task-due")).toEqual(["free"]);
  // The clock has gone on, and what comes next isn't held up again.
  await taskOf(free);
  expect(await planTasks(service.database)).toMatchObject({ tasks: 1, notifications: 1 });
  await sweepTasks(service.database, { everySeconds: 0 });
  expect(await told("task-due")).toEqual(["free"]);
  await letGo();
  await sweepTasks(service.database, { everySeconds: 0 });
  expect(await told("task-due")).toEqual(["stuck", "free"]);
  expect(await sql("select held_since from reminder_clocks where kind = 'task'")).toEqual([
    { held_since: null },
  ]);
});

it("doses of others are planned, and the held ones once it is free", async () => {
  for (const { owner, diaryId } of [stuck, free]) {
    const planId = await planOf(owner, diaryId, "Aspirin", everyDayAt(clockIn(-2)));
    await beganDaysAgo(service.database.pool, planId, 3);
    await sql(
      `update dose_reminders set done_until = now() - interval '1 hour', next_at = now() - interval '1 minute'
        where plan_id = $1 and kind = 'dose'`,
      [planId],
    );
  }
  await hold("users", stuck.owner.userId);
  await planDoses(service.database);
  expect(await told("dose-due")).toEqual(["free"]);
  // Those that are held are looked at again a little later, not in each round.
  expect(await planDoses(service.database)).toMatchObject({ plans: 0 });
  await letGo();
  await sql(
    "update dose_reminders set next_at = now() where next_at > now() and next_at < now() + interval '1 minute'",
  );
  await planDoses(service.database);
  expect(await told("dose-due")).toEqual(["stuck", "free"]);
});

/** Gives the owners of both teams a webhook; returns the ids of their targets. */
async function addTargets(): Promise<string[]> {
  const added = [];
  for (const { owner } of [stuck, free]) {
    const hook = {
      hookUrl: receiver.url,
      bodyFormat: "standard",
      label: "hook",
      proof: proofFor(owner, "program"),
    } as const;
    const { deviceId } = await owner.http.action(api.notifications.addWebhook, hook);
    added.push(deviceId);
  }
  await sql("delete from notifications");
  return added;
}
/** To which webhooks something is to be sent. */
async function plannedFor(): Promise<string[]> {
  const rows = await sql("select distinct target_id from notification_deliveries where channel = 'webhook'");
  return rows.map(({ target_id }) => target_id).sort();
}

it("events of others are planned, and the held ones once it is free", async () => {
  const targets = await addTargets();
  for (const { owner, diaryId } of [stuck, free]) {
    const id = await tellOf(service, owner, "mentioned", { type: "note", id: uuidv7(), diaryId });
    await sql("insert into unplanned_notifications (notification_id) values ($1)", [id]);
  }
  await sql("delete from notification_deliveries");
  await hold("notification_targets", targets[0]!);
  expect(await planEvents(service.database)).toEqual({ notifications: 1, isFull: false });
  expect(await plannedFor()).toEqual([targets[1]]);
  await letGo();
  await planEvents(service.database);
  expect(await plannedFor()).toEqual(targets.toSorted());
  expect(await sql("select from unplanned_notifications")).toEqual([]);
});

it("snoozed notifications end for others at once, and for a locked user once the lock is gone", async () => {
  const targets = await addTargets();
  for (const team of [stuck, free]) await taskOf(team);
  await planTasks(service.database);
  await sql("delete from notification_deliveries");
  await sql("update notifications set later_until = now() - interval '1 second', seen_at = now()");
  await hold("notification_targets", targets[0]!);
  await endDueSnoozes(service.database);
  expect(await plannedFor()).toEqual([targets[1]]);
  await letGo();
  await sql("update notifications set later_until = now() where later_until is not null");
  await endDueSnoozes(service.database);
  expect(await plannedFor()).toEqual(targets.toSorted());
});

it("steps of other escalations are taken, and the held ones once it is free", async () => {
  for (const { owner, diaryId } of [stuck, free]) {
    const setup = { ...FIRST_SETUP, people: [] };
    await owner.http.mutation(api.escalation.setEscalation, { diaryId, kind: "task-due", setup, version: 0 });
    await taskOf({ owner, diaryId });
  }
  await planTasks(service.database);
  await escalateNow(service);
  await passForRuns(service, 11);
  await hold("users", stuck.owner.userId);
  const errors: unknown[] = [];
  const escalate = () => escalateDueRuns(service.database, { onError: (error) => errors.push(error) });
  await escalate();
  expect(await told("escalation")).toEqual(["free"]);
  expect(errors).toHaveLength(1);
  await letGo();
  await escalate();
  expect(await told("escalation")).toEqual(["stuck", "free"]);
  expect(errors).toHaveLength(1);
});

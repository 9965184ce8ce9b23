import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { createLog } from "../../../../server/log.ts";
import { type Devices, startDevices } from "../../../../test/devices.ts";
import { give } from "../../../../test/doses.ts";
import { escalateNow, passForRuns } from "../../../../test/escalation.ts";
import { beginAt } from "../../../../test/moment.ts";
import { sendingParts } from "../../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { beganDaysAgo, doseIn, planOf } from "../../../../test/plans.ts";
import { proofFor } from "../../../../test/proofs.ts";
import type { Service } from "../../../../test/service.ts";
import { planDoses } from "../../../doses/server/dose_planner.ts";
import { addPerson, FIRST_SETUP } from "../../../escalation/rules.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import { deliverAll } from "../deliver/deliver.ts";
import { replaceShown } from "../deliver/replace_shown.ts";
import { endDueSnoozes } from "./snoozed.ts";
import { planTasks } from "./task_planner.ts";

const startService = beginAt();

let devices: Devices;
let push: Devices["push"];
let receiver: Devices["receiver"];
let service: Service;
let second: Service;
const log = createLog("silent");
beforeAll(async () => {
  devices = await startDevices();
  ({ push, receiver } = devices);
  service = await startService({ outgoing: devices.outgoing });
  second = await service.startSecondNode();
});
afterAll(async () => {
  await second.close();
  await service.close();
  await devices.close();
});
beforeEach(async () => {
  for (const table of [
    "tasks",
    "notifications",
    "notification_targets",
    "notification_settings",
    "escalation_runs",
  ])
    await sql(`delete from ${table}`);
  await sql("update dose_reminders set next_at = null");
  devices.forget();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** A task that became due a moment ago; returns its id. */
async function dueTask(
  diaryId: string,
  { userId }: TestPerson,
  title = "Change the bandage",
): Promise<string> {
  // That a device was added is in the inbox, too, and of no matter here.
  await sql("delete from notifications where kind = 'security'");
  await sql("update reminder_clocks set done_until = now() - interval '1 hour'");
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, $3, $4, now() - interval '1 second', $4)`,
    [id, diaryId, title, userId],
  );
  await planTasks(service.database);
  return id;
}

/** A plan with a dose two minutes ago that was told a moment ago. */
async function dueDose(person: TestPerson, diaryId: string, name: string, overrides: object = {}) {
  await sql("delete from notifications where kind = 'security'");
  const { schedule, slot } = doseIn(-2);
  const planId = await planOf(person, diaryId, name, schedule, {
    facts: { name, strength: "5 mg" },
    ...overrides,
  });
  await beganDaysAgo(service.database.pool, planId, 3);
  await sql(
    `update dose_reminders set done_until = now() - interval '1 hour', next_at = now() - interval '1 minute'
      where plan_id = $1`,
    [planId],
  );
  return { planId, slot };
}

const deliver = async () => {
  await deliverAll(sendingParts(service, log));
  await replaceShown(sendingParts(service, log));
};
/** Lets minutes pass for all that is put off, and brings back what is due, on two nodes. */
async function pass(minutes: number): Promise<void> {
  await sql("update notifications set later_until = later_until - make_interval(mins => $1)", [minutes]);
  await Promise.all([service, second].map(({ database }) => endDueSnoozes(database)));
  await deliver();
}

const inbox = async ({ http }: TestPerson) =>
  (await http.query(api.notifications.pageNotifications, { paginationOpts: { numItems: 20, cursor: null } }))
    .page;
const unseen = async ({ http }: TestPerson) => (await http.query(api.notifications.countUnseen, {})).unseen;
const later = ({ http }: TestPerson, notificationId: string, minutes: 10 | 30 | 60 = 30) =>
  http.mutation(api.notifications.later, { notificationId, minutes });
const clock = (at: number) => new Date(at).toISOString().slice(11, 16);

it("is quiet on all devices until its time, and comes back by all its ways, above the rest of the inbox", async () => {
  const { owner, diaryId } = await careTeam(service);
  await sql("update diaries set time_zone = 'UTC'");
  const endpoint = await devices.addBrowser(owner, "what");
  await owner.http.action(api.notifications.addWebhook, {
    proof: proofFor(owner, "program"),
    ...{ hookUrl: `${receiver.url}/hook`, bodyFormat: "standard", label: "Home" },
  });
  await sql("update notification_targets set detail = 'what'");
  await dueTask(diaryId, owner);
  await deliver();
  const [first] = await inbox(owner);
  const before = Date.now();
  const { laterUntil } = await later(owner, first!._id, 10);
  expect(Math.round((laterUntil - before) / MINUTE)).toBe(10);
  await deliver();
  expect(await unseen(owner)).toBe(0);
  expect((await inbox(owner))[0]).toMatchObject({ _id: first!._id, laterUntil, doneAt: null });
  expect(devices.shownBy(endpoint)).toMatchObject([
    { title: `Put off until ${clock(laterUntil)}: Rosa Blum`, body: "Change the bandage", silent: true },
  ]);
  await dueTask(diaryId, owner, "Water the flowers");
  await pass(9);
  expect(await unseen(owner)).toBe(1);
  expect(devices.messagesTo(endpoint).map(({ body }) => body)).toEqual([
    "Change the bandage",
    "Change the bandage",
    "Water the flowers",
  ]);
  await pass(2);
  expect(
    (await inbox(owner)).map(({ subject, laterUntil: at, seenAt }) => [subject!.title, at, seenAt]),
  ).toEqual([
    ["Change the bandage", null, null],
    ["Water the flowers", null, null],
  ]);
  expect(devices.shownBy(endpoint)).toMatchObject([
    { title: "A task is due: Rosa Blum", body: "Change the bandage", silent: false, renotify: true },
    { title: "A task is due: Rosa Blum", body: "Water the flowers", silent: false, renotify: false },
  ]);
  const hooks = receiver.received.map(({ headers, body }) => ({
    id: headers["webhook-id"],
    ...JSON.parse(body),
  }));
  const own = hooks.filter(({ data }) => data.body === "Change the bandage");
  expect(own.map(({ type }) => type)).toEqual(["reminder", "reminder.postponed", "reminder"]);
  expect(new Set(own.map(({ id }) => id)).size).toBe(3);
  // Once.
  await pass(60);
  expect(devices.messagesTo(endpoint)).toHaveLength(4);
});

it("doesn't come back when it was done, moved or hidden meanwhile, also at the last moment", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const endpoint = await devices.addBrowser(owner, "what");
  const [done, moved, given, late] = [
    await dueTask(diaryId, owner, "done"),
    await dueTask(diaryId, owner, "moved"),
    await dueTask(diaryId, owner, "given"),
    await dueTask(diaryId, owner, "late"),
  ];
  await deliver();
  for (const { _id } of await inbox(owner)) await later(owner, _id);
  await deliver();
  await owner.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
  await owner.http.mutation(api.tasks.updateTask, { taskId: moved, scheduledDate: Date.now() + HOUR });
  await sql("update tasks set assigned_to = $2 where id = $1", [given, caregiver.userId]);
  await deliver();
  expect(devices.shownBy(endpoint).filter(({ title }) => title.startsWith("Done"))).toHaveLength(1);
  await sql("update notifications set later_until = now() where later_until is not null");
  await endDueSnoozes(service.database);
  expect(await unseen(owner)).toBe(1);
  await replaceShown(sendingParts(service, log));
  expect(devices.shownBy(endpoint).filter(({ title }) => title.startsWith("Seen"))).toEqual([]);
  expect(
    devices
      .shownBy(endpoint)
      .filter(({ title }) => title.startsWith("No longer open"))
      .map(({ body }) => body)
      .sort(),
  ).toEqual(["given", "moved"]);
  // Between coming back and being sent.
  await owner.http.mutation(api.tasks.updateTask, { taskId: late, status: "completed" });
  push.received.length = 0;
  await deliver();
  expect(devices.messagesTo(endpoint).filter(({ silent }) => !silent)).toEqual([]);
  expect(devices.messagesTo(endpoint).filter(({ title }) => title.startsWith("Done"))).toHaveLength(1);
  expect(
    await sql("select 1 as one from notifications where later_until is not null and done_at is null"),
  ).toEqual([]);
});

it("comes back once when it is put off on two devices at once; the last time holds", async () => {
  const { owner, diaryId } = await careTeam(service);
  const endpoint = await devices.addBrowser(owner, "what");
  await dueTask(diaryId, owner);
  await deliver();
  const { _id } = (await inbox(owner))[0]!;
  const times = await Promise.all([later(owner, _id, 60), later(owner, _id, 10), later(owner, _id, 60)]);
  const [{ until }] = await sql("select later_until as until from notifications");
  expect(times.map(({ laterUntil }) => laterUntil)).toContain(until.valueOf());
  await later(owner, _id, 60);
  await deliver();
  const { laterUntil } = await later(owner, _id, 10);
  await sql("update diaries set time_zone = 'UTC'");
  await deliver();
  expect(devices.shownBy(endpoint)).toMatchObject([
    { title: `Put off until ${clock(laterUntil)}: Rosa Blum` },
  ]);
  await pass(11);
  await pass(60);
  expect(devices.messagesTo(endpoint).filter(({ silent }) => !silent)).toHaveLength(2);
});

it("doses of one time are put off as the one message that they are; and stay due", async () => {
  const { owner, diaryId } = await careTeam(service);
  const endpoint = await devices.addBrowser(owner, "what");
  const [one, two] = [
    await dueDose(owner, diaryId, "Aspirin"),
    await dueDose(owner, diaryId, "Bisoprolol"),
    await dueDose(owner, diaryId, "Candesartan"),
  ];
  await planDoses(service.database);
  await deliver();
  expect(devices.shownBy(endpoint)).toMatchObject([{ title: "3 doses are due: Rosa Blum" }]);
  await later(owner, (await inbox(owner))[1]!._id);
  expect((await inbox(owner)).every(({ laterUntil }) => laterUntil !== null)).toBe(true);
  await deliver();
  expect(devices.shownBy(endpoint)).toMatchObject([
    { title: expect.stringMatching(/^Put off until/), body: "" },
  ]);
  const due = await owner.http.query(api.doses.listDue, { at: Date.now() });
  expect(JSON.stringify(due)).toContain(one.planId);
  // While somebody is giving it, it waits a little longer.
  await give(owner, one.planId, { slot: one.slot });
  await owner.http.mutation(api.doses.claimDose, {
    ...{ entryId: randomUUID(), planId: two.planId, slot: two.slot },
  });
  await pass(31);
  expect(devices.shownBy(endpoint)).toMatchObject([
    { title: "A dose is due: Rosa Blum", body: "Candesartan 5 mg", silent: false, renotify: true },
  ]);
  expect(await sql("select 1 as one from notifications where later_until > now()")).toHaveLength(1);
});

it("reports a dose without an entry although its reminder is snoozed", async () => {
  const { owner, diaryId } = await careTeam(service);
  const endpoint = await devices.addBrowser(owner, "what");
  const { planId } = await dueDose(owner, diaryId, "Aspirin", { lateAfterMinutes: 1 });
  await sql("update dose_reminders set next_at = null where kind = 'dose-missed'");
  await planDoses(service.database);
  await deliver();
  await later(owner, (await inbox(owner))[0]!._id, 60);
  await sql("update dose_reminders set next_at = now() where kind = 'dose-missed' and plan_id = $1", [
    planId,
  ]);
  await planDoses(service.database);
  await deliver();
  expect(devices.shownBy(endpoint)).toMatchObject([
    { title: expect.stringMatching(/^Put off until/) },
    {
      title: "A dose has no entry yet: Rosa Blum",
      body: expect.stringMatching(/^No entry for Aspirin 5 mg, planned \d\d:\d\d$/),
      silent: false,
    },
  ]);
});

it("shows a notification that leaves a shared message in its own one, and keeps the others", async () => {
  const { owner, diaryId } = await careTeam(service);
  const endpoint = await devices.addBrowser(owner, "what");
  const [first, other] = [await dueTask(diaryId, owner, "first"), await dueTask(diaryId, owner, "other")];
  await sql("update notification_deliveries set due_at = now() + interval '2 minutes'");
  await deliver();
  expect(devices.shownBy(endpoint)).toMatchObject([{ title: "You have 2 reminders" }]);
  for (const taskId of [first, other]) {
    push.received.length = 0;
    await later(owner, (await inbox(owner)).find(({ subject }) => subject!.id === taskId)!._id, 10);
    await pass(11);
    expect(devices.shownBy(endpoint)).toMatchObject([{ title: "A task is due: Rosa Blum", silent: false }]);
  }
  expect(new Set((await sql("select tag from notification_deliveries")).map(({ tag }) => tag)).size).toBe(2);
});

it("isn't held up by quiet hours, because its person has named the time", async () => {
  const { owner, diaryId } = await careTeam(service);
  const endpoint = await devices.addBrowser(owner, "what");
  await dueTask(diaryId, owner);
  await deliver();
  const hour = new Date().getUTCHours();
  await owner.http.mutation(api.notifications.setSettings, {
    timeZone: "UTC",
    quietHours: { fromMinute: ((hour + 23) % 24) * 60, toMinute: ((hour + 2) % 24) * 60 },
  });
  await later(owner, (await inbox(owner))[0]!._id, 10);
  await pass(11);
  expect(devices.messagesTo(endpoint).filter(({ silent }) => !silent)).toHaveLength(2);
});

it("an escalation doesn't remind a user during the snooze, and notifies the others at their times", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await owner.http.mutation(api.escalation.setEscalation, {
    ...{ diaryId, kind: "task-due", version: 0 },
    setup: { ...addPerson(FIRST_SETUP, caregiver.userId) } as never,
  });
  const endpoint = await devices.addBrowser(owner, "what");
  const others = await devices.addBrowser(caregiver, "what");
  await dueTask(diaryId, owner);
  await deliver();
  await later(owner, (await inbox(owner))[0]!._id, 60);
  await deliver();
  const escalate = async (minutes: number) => {
    for (let n = 0; n < minutes; n += 5) {
      await passForRuns(service, 5);
      await escalateNow(service);
      await deliver();
    }
  };
  await escalate(35);
  expect(await unseen(owner)).toBe(0);
  expect(devices.messagesTo(endpoint).filter(({ silent }) => !silent)).toHaveLength(1);
  await escalate(30);
  expect(devices.messagesTo(others)).toHaveLength(1);
  await pass(61);
  expect(devices.messagesTo(endpoint).filter(({ silent }) => !silent)).toHaveLength(2);
});

it("refuses settled notifications, news, and other users' notifications", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const taskId = await dueTask(diaryId, owner);
  const { _id } = (await inbox(owner))[0]!;
  await expect(later(caregiver, _id)).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.notFound));
  await owner.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  await expect(later(owner, _id)).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.over));
  await sql("update notifications set kind = 'note', done_at = null");
  await expect(later(owner, _id)).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.noLater));
  await expect(later(owner, _id, 11 as never)).rejects.toThrow("For how long");
});

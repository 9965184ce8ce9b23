import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR, SECOND } from "../../../../lib/dates/time.ts";
import { createLog } from "../../../../server/log.ts";
import { type Devices, startDevices } from "../../../../test/devices.ts";
import { createFakeClock } from "../../../../test/fake_clock.ts";
import { sendingParts } from "../../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { proofFor } from "../../../../test/proofs.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { statementsDuring } from "../../../../test/statements.ts";
import { startReminders } from "../background.ts";
import { planTasks } from "../plan/task_planner.ts";
import { deliverAll } from "./deliver.ts";
import { claimDeliveries, markDeliveries } from "./delivery_data.ts";
import { replaceShown } from "./replace_shown.ts";

let devices: Devices;
let push: Devices["push"];
let receiver: Devices["receiver"];
let service: Service;
const log = createLog("silent");
beforeAll(async () => {
  devices = await startDevices();
  ({ push, receiver } = devices);
  service = await startService({ outgoing: devices.outgoing });
});
afterAll(async () => {
  await service.close();
  await devices.close();
});
beforeEach(async () => {
  for (const table of ["tasks", "notifications", "notification_targets", "notification_settings"])
    await sql(`delete from ${table}`);
  await sql("update reminder_clocks set done_until = now() - interval '5 hours'");
  devices.forget();
});
afterEach(() => push.answerWith());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const parts = () => sendingParts(service, log);

/** A due task of nobody, so that all who may do it are reminded. */
async function dueTask(diaryId: string, { userId }: TestPerson, ago = 1000): Promise<string> {
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date)
     values ($1, $2, 'Change the bandage', $3, now() - make_interval(secs => $4))`,
    [id, diaryId, userId, ago / 1000],
  );
  return id;
}

async function deliver(): Promise<void> {
  await sql("update reminder_clocks set done_until = now() - interval '5 hours'");
  await planTasks(service.database);
  await deliverAll(parts());
}

const complete = ({ http }: TestPerson, taskId: string) =>
  http.mutation(api.tasks.updateTask, { taskId, status: "completed" });

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
/** The clock of now, which may turn a minute while a test runs. */
const NOW = () => `(${clock(Date.now() - 30_000)}|${clock(Date.now())})`;

describe("when a member does a task", () => {
  it("the devices of all who were reminded show who did it and when, silently, as far as they may", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    await sql("update diaries set time_zone = 'UTC'");
    const [nothing, who, what] = [
      await devices.addBrowser(owner, "nothing"),
      await devices.addBrowser(owner, "who"),
      await devices.addBrowser(caregiver, "what"),
    ];
    await caregiver.http.mutation(api.notifications.setSettings, { clockHours: 12 });
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    await complete(caregiver, taskId);
    const counted: string[] = [];
    const deliveries = {
      onDelivery: () => {},
      onMail: () => {},
      onReplacement: ({ channel, outcome }: { channel: string; outcome: string }) =>
        counted.push(`${channel} ${outcome}`),
    };
    await replaceShown({ ...parts(), deliveries });
    await replaceShown({ ...parts(), deliveries });
    expect(counted).toEqual(["push sent", "push sent", "push sent"]);
    const [{ name }] = await sql("select name from users where id = $1", [caregiver.userId]);
    expect(devices.shownBy(nothing)).toMatchObject([
      { title: expect.stringMatching(new RegExp(`^Done, ${NOW()}$`)), body: "", silent: true },
    ]);
    const title = (now: string) => expect.stringMatching(new RegExp(`^Done by ${name}, ${now}: Rosa Blum$`));
    expect(devices.shownBy(who)).toMatchObject([{ title: title(NOW()), body: "", silent: true }]);
    // Each reads times as they write them.
    const shown = { title: title("\\d{1,2}:\\d\\d (AM|PM)"), body: "Change the bandage", silent: true };
    expect(devices.shownBy(what)).toMatchObject([shown]);
    // One reminder and one replacement each, and nothing is left to do.
    expect(push.received).toHaveLength(6);
    expect(push.waiting).toHaveLength(3);
    expect(await sql("select 1 as one from settled_notifications")).toEqual([]);
  });

  it("devices know it in the next round, each of twenty", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const endpoint = await devices.addBrowser(owner, "nothing");
    const clock = createFakeClock();
    const running = startReminders({
      ...parts(),
      clock,
      storage: service.storage,
      links: service.links,
      unsubscribe: service.unsubscribe,
      rooms: [],
    });
    try {
      const ids = await Promise.all(Array.from({ length: 20 }, () => dueTask(diaryId, owner)));
      await clock.advance(SECOND);
      expect(push.received).toHaveLength(20);
      for (const [index, id] of ids.entries()) {
        await complete(caregiver, id);
        expect(push.received).toHaveLength(20 + index);
        await clock.advance(SECOND);
        expect(push.received).toHaveLength(20 + index + 1);
      }
      expect(devices.shownBy(endpoint).every(({ silent }) => silent)).toBe(true);
    } finally {
      await running.stop();
    }
  });

  it("a device whose reminder was just being sent learns it too", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const endpoint = await devices.addBrowser(owner, "nothing");
    const taskId = await dueTask(diaryId, owner);
    await planTasks(service.database);
    const claimed = await claimDeliveries(service.database, "push", { limit: 10, leaseSeconds: 60 });
    await complete(caregiver, taskId);
    await replaceShown(parts());
    expect(push.received).toEqual([]);
    // The message is out only now.
    await markDeliveries(
      service.database,
      claimed.map(({ id, attempts, notificationId }) => ({
        ...{ id, attempts, outcome: "sent", tag: notificationId },
      })),
    );
    await sql("update settled_notifications set look_at = now()");
    await replaceShown(parts());
    expect(devices.shownBy(endpoint)).toMatchObject([
      { title: expect.stringMatching(/^Done, /), silent: true },
    ]);
    expect(await sql("select 1 as one from settled_notifications")).toEqual([]);
  });

  it("all devices of many are recorded with few statements", async () => {
    const { owner, diaryId } = await careTeam(service);
    await devices.addBrowser(owner, "nothing");
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await dueTask(diaryId, owner));
    await deliver();
    for (const id of ids) await complete(owner, id);
    const statements = await statementsDuring(() => replaceShown(parts()));
    expect(push.received).toHaveLength(40);
    const records = statements.filter(({ text }) => text.includes("set replace_at = r.retry_at"));
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThanOrEqual(10);
    expect(await sql("select 1 as one from notification_deliveries where replaced = 'done'")).toHaveLength(
      20,
    );
  });

  it("a shared message stays until its last subject is done", async () => {
    const { owner, diaryId } = await careTeam(service);
    const endpoint = await devices.addBrowser(owner, "what");
    const ids = [await dueTask(diaryId, owner, HOUR), await dueTask(diaryId, owner, 2 * HOUR)];
    await deliver();
    expect(push.received).toHaveLength(1);
    await complete(owner, ids[0]!);
    await replaceShown(parts());
    expect(push.received).toHaveLength(1);
    await complete(owner, ids[1]!);
    await replaceShown(parts());
    expect(devices.shownBy(endpoint)).toMatchObject([
      { title: expect.stringMatching(/^All done, /), silent: true },
    ]);
  });

  it("a program gets a message of its own that the reminder is settled", async () => {
    const { owner, diaryId } = await careTeam(service);
    await owner.http.action(api.notifications.addWebhook, {
      proof: proofFor(owner, "program"),
      ...{ hookUrl: `${receiver.url}/hook`, bodyFormat: "standard", label: "Home" },
    });
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    await complete(owner, taskId);
    await replaceShown(parts());
    const [first, second] = receiver.received;
    const [reminder, settled] = [JSON.parse(first!.body), JSON.parse(second!.body)];
    expect([reminder.type, settled.type]).toEqual(["reminder", "reminder.settled"]);
    expect(settled.data.tag).toBe(reminder.data.tag);
    expect(first!.headers["webhook-id"]).not.toBe(second!.headers["webhook-id"]);
  });

  it("a replacement that isn't taken is tried again, and one of a device that is gone removes it", async () => {
    const { owner, diaryId } = await careTeam(service);
    await devices.addBrowser(owner, "nothing");
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    await complete(owner, taskId);
    push.answerWith({ status: 503 });
    await replaceShown(parts());
    expect(push.received).toHaveLength(1);
    await sql("update notification_deliveries set replace_at = now()");
    push.answerWith();
    await replaceShown(parts());
    expect(push.received).toHaveLength(2);

    const other = await dueTask(diaryId, owner);
    await deliver();
    await complete(owner, other);
    push.answerWith({ status: 410 });
    await replaceShown(parts());
    expect(await sql("select 1 as one from notification_targets where channel = 'push'")).toEqual([]);
  });
});

describe("when a user has seen a notification on one device", () => {
  it("the others show that, and later that it is done", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const [own, others] = [
      await devices.addBrowser(owner, "nothing"),
      await devices.addBrowser(caregiver, "nothing"),
    ];
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    const [{ id }] = await sql("select id from notifications where user_id = $1", [owner.userId]);
    await owner.http.mutation(api.notifications.markSeen, { notificationId: id });
    await replaceShown(parts());
    expect(devices.shownBy(own)).toMatchObject([
      { title: expect.stringMatching(/^Seen at \d\d:\d\d, still to be done$/), silent: true },
    ]);
    expect(devices.shownBy(others)).toMatchObject([{ title: "You have a reminder", silent: false }]);
    await complete(caregiver, taskId);
    await replaceShown(parts());
    for (const endpoint of [own, others])
      expect(devices.shownBy(endpoint)).toMatchObject([
        { title: expect.stringMatching(/^Done, /), silent: true },
      ]);
  });
});

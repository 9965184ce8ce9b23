import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "../../../lib/time.ts";
import { createLog } from "../../../server/log.ts";
import { sendingParts } from "../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { type PushService, startPushService } from "../../../test/push_service.ts";
import { type Service, startService } from "../../../test/service.ts";
import { type ServiceOfSomebody, startServiceOfSomebody } from "../../../test/service_of_somebody.ts";
import { statementsDuring } from "../../../test/statements.ts";
import { startReminders } from "./background.ts";
import { deliverAll } from "./deliver.ts";
import { claimDeliveries, markDeliveries } from "./delivery_data.ts";
import { planTasks } from "./planner.ts";
import { takeBack } from "./take_back.ts";

let push: PushService;
let receiver: ServiceOfSomebody;
let service: Service;
const log = createLog("silent");
beforeAll(async () => {
  push = await startPushService();
  receiver = await startServiceOfSomebody();
  service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await service.close();
  await push.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const table of ["tasks", "notifications", "notification_targets", "notification_settings"])
    await sql(`delete from ${table}`);
  await sql("update reminder_clocks set done_until = now() - interval '5 hours'");
  push.received.length = 0;
  receiver.received.length = 0;
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

async function addBrowser({ http }: TestPerson, detail: "nothing" | "who" | "what" = "nothing") {
  const subscription = push.subscribe();
  const { deviceId } = await http.action(api.notifications.addPushDevice, {
    ...subscription,
    label: "phone",
  });
  await http.mutation(api.notifications.changeTarget, { deviceId, detail });
  return subscription.endpoint;
}

async function deliver(): Promise<void> {
  await sql("update reminder_clocks set done_until = now() - interval '5 hours'");
  await planTasks(service.database);
  await deliverAll(parts());
}

/** What a browser shows: the last message of each tag, as the worker replaces them. */
const shownBy = (endpoint: string) => {
  const shown = new Map<string, { title: string; body: string; silent: boolean }>();
  for (const message of push.received.filter((each) => each.endpoint === endpoint)) {
    const { tag, title, body, silent } = JSON.parse(message.text).notification;
    shown.set(tag, { title, body, silent });
  }
  return [...shown.values()];
};

const complete = ({ http }: TestPerson, taskId: string) =>
  http.mutation(api.tasks.updateTask, { taskId, status: "completed" });

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
/** The clock of now, which may turn a minute while a test runs. */
const NOW = () => `(${clock(Date.now() - 30_000)}|${clock(Date.now())})`;

describe("when somebody does a task", () => {
  it("the devices of all who were reminded show who did it and when, silently, as far as they may", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    await sql("update diaries set time_zone = 'UTC'");
    const [nothing, who, what] = [
      await addBrowser(owner),
      await addBrowser(owner, "who"),
      await addBrowser(caregiver, "what"),
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
    await takeBack({ ...parts(), deliveries });
    await takeBack({ ...parts(), deliveries });
    expect(counted).toEqual(["push sent", "push sent", "push sent"]);
    const [{ name }] = await sql("select name from users where id = $1", [caregiver.userId]);
    expect(shownBy(nothing)).toEqual([
      { title: expect.stringMatching(new RegExp(`^Done, ${NOW()}$`)), body: "", silent: true },
    ]);
    const title = (now: string) => expect.stringMatching(new RegExp(`^Done by ${name}, ${now}: Rosa Blum$`));
    expect(shownBy(who)).toEqual([{ title: title(NOW()), body: "", silent: true }]);
    // Each reads times as they write them.
    const shown = { title: title("\\d{1,2}:\\d\\d (AM|PM)"), body: "Change the bandage", silent: true };
    expect(shownBy(what)).toEqual([shown]);
    // One reminder and one replacement each, and nothing is left to do.
    expect(push.received).toHaveLength(6);
    expect(push.waiting).toHaveLength(3);
    expect(await sql("select 1 as one from settled_notifications")).toEqual([]);
  });

  it("devices know it within three seconds, for nineteen of twenty", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const endpoint = await addBrowser(owner);
    const running = startReminders({
      ...parts(),
      storage: service.storage,
      links: service.links,
      unsubscribe: service.unsubscribe,
      rooms: [],
    });
    try {
      const ids = await Promise.all(Array.from({ length: 20 }, () => dueTask(diaryId, owner)));
      await expect.poll(() => push.received.length, { timeout: 20_000 }).toBe(20);
      const waits: number[] = [];
      for (const [index, id] of ids.entries()) {
        await complete(caregiver, id);
        const begin = Date.now();
        await expect.poll(() => push.received.length, { timeout: 20_000, interval: 20 }).toBe(20 + index + 1);
        waits.push(Date.now() - begin);
      }
      expect(shownBy(endpoint).every(({ silent }) => silent)).toBe(true);
      waits.sort((a, b) => a - b);
      expect(waits[18]).toBeLessThan(3000);
    } finally {
      await running.stop();
    }
  });

  it("a device whose reminder was just being sent learns it too", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const endpoint = await addBrowser(owner);
    const taskId = await dueTask(diaryId, owner);
    await planTasks(service.database);
    const claimed = await claimDeliveries(service.database, "push", { limit: 10, leaseSeconds: 60 });
    await complete(caregiver, taskId);
    await takeBack(parts());
    expect(push.received).toEqual([]);
    // The message is out only now.
    await markDeliveries(
      service.database,
      claimed.map(({ id, attempts, notificationId }) => ({
        ...{ id, attempts, outcome: "sent", tag: notificationId },
      })),
    );
    await sql("update settled_notifications set look_at = now()");
    await takeBack(parts());
    expect(shownBy(endpoint)).toMatchObject([{ title: expect.stringMatching(/^Done, /), silent: true }]);
    expect(await sql("select 1 as one from settled_notifications")).toEqual([]);
  });

  it("all devices of many are recorded with few statements", async () => {
    const { owner, diaryId } = await careTeam(service);
    await addBrowser(owner);
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await dueTask(diaryId, owner));
    await deliver();
    for (const id of ids) await complete(owner, id);
    const statements = await statementsDuring(() => takeBack(parts()));
    expect(push.received).toHaveLength(40);
    const records = statements.filter(({ text }) => text.includes("set replace_at = r.retry_at"));
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThanOrEqual(10);
    expect(await sql("select 1 as one from notification_deliveries where replaced = 'done'")).toHaveLength(
      20,
    );
  });

  it("what was put together stays until the last of it is done", async () => {
    const { owner, diaryId } = await careTeam(service);
    const endpoint = await addBrowser(owner, "what");
    const ids = [await dueTask(diaryId, owner, HOUR), await dueTask(diaryId, owner, 2 * HOUR)];
    await deliver();
    expect(push.received).toHaveLength(1);
    await complete(owner, ids[0]!);
    await takeBack(parts());
    expect(push.received).toHaveLength(1);
    await complete(owner, ids[1]!);
    await takeBack(parts());
    expect(shownBy(endpoint)).toMatchObject([{ title: expect.stringMatching(/^All done, /), silent: true }]);
  });

  it("a program gets a message of its own that the reminder is settled", async () => {
    const { owner, diaryId } = await careTeam(service);
    await owner.http.action(api.notifications.addWebhook, {
      ...{ hookUrl: `${receiver.url}/hook`, bodyFormat: "standard", label: "Home" },
    });
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    await complete(owner, taskId);
    await takeBack(parts());
    const [first, second] = receiver.received;
    const [reminder, settled] = [JSON.parse(first!.body), JSON.parse(second!.body)];
    expect([reminder.type, settled.type]).toEqual(["reminder", "reminder.settled"]);
    expect(settled.data.tag).toBe(reminder.data.tag);
    expect(first!.headers["webhook-id"]).not.toBe(second!.headers["webhook-id"]);
  });

  it("a replacement that isn't taken is tried again, and one of a device that is gone removes it", async () => {
    const { owner, diaryId } = await careTeam(service);
    await addBrowser(owner);
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    await complete(owner, taskId);
    push.answerWith({ status: 503 });
    await takeBack(parts());
    expect(push.received).toHaveLength(1);
    await sql("update notification_deliveries set replace_at = now()");
    push.answerWith();
    await takeBack(parts());
    expect(push.received).toHaveLength(2);

    const other = await dueTask(diaryId, owner);
    await deliver();
    await complete(owner, other);
    push.answerWith({ status: 410 });
    await takeBack(parts());
    expect(await sql("select 1 as one from notification_targets where channel = 'push'")).toEqual([]);
  });
});

describe("when somebody has seen a notification on one device", () => {
  it("the others say so, and later that it is done", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const [own, others] = [await addBrowser(owner), await addBrowser(caregiver)];
    const taskId = await dueTask(diaryId, owner);
    await deliver();
    const [{ id }] = await sql("select id from notifications where user_id = $1", [owner.userId]);
    await owner.http.mutation(api.notifications.markSeen, { notificationId: id });
    await takeBack(parts());
    expect(shownBy(own)).toMatchObject([
      { title: expect.stringMatching(/^Seen at \d\d:\d\d, still to be done$/), silent: true },
    ]);
    expect(shownBy(others)).toMatchObject([{ title: "You have a reminder", silent: false }]);
    await complete(caregiver, taskId);
    await takeBack(parts());
    for (const endpoint of [own, others])
      expect(shownBy(endpoint)).toMatchObject([{ title: expect.stringMatching(/^Done, /), silent: true }]);
  });
});

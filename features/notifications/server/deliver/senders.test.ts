import { createHmac, randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "../../../../lib/dates/time.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { createLog } from "../../../../server/log.ts";
import { OUTGOING_MESSAGES } from "../../../../server/outgoing/destination.ts";
import { NO_SUCH_SERVER } from "../../../../server/outgoing/permitted_address.ts";
import { createFakeClock } from "../../../../test/fake_clock.ts";
import { sendingParts } from "../../../../test/notifications.ts";
import { api, careTeam, createPerson, type TestPerson } from "../../../../test/people.ts";
import { proofFor } from "../../../../test/proofs.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { type ServiceOfSomebody, startServiceOfSomebody } from "../../../../test/service_of_somebody.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import { TARGET_MESSAGES } from "../../rules/targets.ts";
import { MAX_TARGETS } from "../../rules.ts";
import { startReminders } from "../background.ts";
import { planTasks } from "../plan/task_planner.ts";
import { computeEndpointHash } from "../settings/new_targets_data.ts";
import { deliverAll } from "./deliver.ts";

let push: PushService;
let receiver: ServiceOfSomebody;
let service: Service;
const lines: string[] = [];
const log = createLog("trace", { write: (line) => void lines.push(line) });
beforeAll(async () => {
  push = await startPushService();
  receiver = await startServiceOfSomebody();
  service = await startService({ log, outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await service.close();
  await push.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const table of ["tasks", "notifications", "notification_targets", "auth.attempts"])
    await sql(`delete from ${table}`);
  await sql("update reminder_clocks set done_until = now() - interval '1 minute'");
  push.received.length = 0;
  receiver.received.length = 0;
  lines.length = 0;
});
afterEach(() => {
  push.answerWith();
  receiver.answerWith();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const parts = () => sendingParts(service, log);

/** A task of somebody that becomes due in a moment. */
async function dueTask(diaryId: string, { userId }: TestPerson, inMs = -1000): Promise<string> {
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, 'canary title', $3, now() + make_interval(secs => $4), $3)`,
    [id, diaryId, userId, inMs / 1000],
  );
  return id;
}

async function deliver(): Promise<void> {
  await planTasks(service.database);
  await deliverAll(parts());
}

async function addBrowser({ http }: TestPerson, label = "phone", more: object = {}) {
  const { publicKey } = await http.action(api.notifications.getPushKey, {});
  const subscription = push.subscribe(publicKey);
  const add = { ...subscription, label, ...more };
  const { deviceId } = await http.action(api.notifications.addPushDevice, add);
  return { deviceId, ...subscription };
}
const list = ({ http }: TestPerson) => http.query(api.notifications.listTargets, {});
const test = ({ http }: TestPerson, deviceId: string) =>
  http.action(api.notifications.sendTest, { deviceId });

describe("a task that becomes due", () => {
  it("is shown by a browser: planned, encrypted, taken by the push service and read", async () => {
    const { owner, diaryId } = await careTeam(service);
    const { endpoint } = await addBrowser(owner);
    const taskId = await dueTask(diaryId, owner, MINUTE);
    const { storage, links, unsubscribe } = service;
    const clock = createFakeClock();
    const running = startReminders({ ...parts(), storage, links, unsubscribe, clock, rooms: [] });
    try {
      await clock.advance(SECOND);
      expect(push.received).toEqual([]);
      await sql("update tasks set scheduled_date = clock_timestamp() where id = $1", [taskId]);
      await clock.advance(SECOND);
      expect(push.received).toHaveLength(1);
    } finally {
      await running.stop();
    }
    const [{ text, ...message }] = push.received as [PushService["received"][number]];
    const [{ id }] = await sql("select id from notifications where kind = 'task-due'");
    expect(JSON.parse(text)).toEqual({
      web_push: 8030,
      notification: {
        title: "You have a reminder",
        body: "",
        lang: "en",
        navigate: `${service.url}/tasks?task=${taskId}`,
        tag: id,
        silent: false,
        renotify: false,
        data: { by: owner.subject, token: expect.any(String), ways: ["later"] },
      },
    });
    expect(message).toMatchObject({
      endpoint,
      ttl: 12 * 3600,
      urgency: "normal",
      topic: Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url"),
      contact: "mailto:care@example.org",
    });
    expect((await list(owner))[0]).toMatchObject({ failures: 0, lastOk: expect.any(Number) });
    expect(push.refusals).toEqual([]);
  });

  it("is published to the person's topic of ntfy, without its words", async () => {
    const { owner, diaryId } = await careTeam(service);
    const added = await owner.http.action(api.notifications.addNtfy, {
      proof: proofFor(owner, "ntfy"),
      ...{ server: `${receiver.url}/`, accessToken: "tk_canary", label: "ntfy" },
    });
    expect(added).toMatchObject({ server: receiver.url, topic: expect.stringMatching(/^care-[\w-]{22}$/) });
    await dueTask(diaryId, owner);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]!.headers.authorization).toBe("Bearer tk_canary");
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      topic: added.topic,
      title: "You have a reminder",
      priority: 3,
    });
    expect(JSON.stringify(receiver.received)).not.toMatch(/canary title|Rosa/);
    const topic = await owner.http.action(api.notifications.getNtfyTopic, {
      proof: proofFor(owner, "ntfy-topic"),
      deviceId: added.deviceId,
    });
    expect(topic).toEqual({ server: receiver.url, topic: added.topic });
  });

  it("is posted to the person's program, signed with the secret that they got", async () => {
    const { owner, diaryId } = await careTeam(service);
    const { secret } = await owner.http.action(api.notifications.addWebhook, {
      proof: proofFor(owner, "program"),
      ...{ hookUrl: `${receiver.url}/hook?room=2`, bodyFormat: "standard", label: "Home" },
    });
    await dueTask(diaryId, owner);
    await deliver();
    const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(path).toBe("/hook?room=2");
    const key = Buffer.from(/^whsec_(.+)$/.exec(secret)![1]!, "base64");
    const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    const signature = createHmac("sha256", key).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    expect(JSON.parse(body)).toMatchObject({ type: "reminder", data: { kind: "task-due", body: "" } });
  });
});

describe("a service", () => {
  it.each([
    [410, "gone", undefined],
    [413, "failed", "refused"],
  ] as const)("for browsers that answers %i is %s", async (status, outcome, logged) => {
    const { owner, diaryId } = await careTeam(service);
    const { endpoint } = await addBrowser(owner);
    await dueTask(diaryId, owner);
    push.answerWith({ status, body: "why not" });
    await deliver();
    const rows = await sql("select outcome from notification_deliveries");
    expect(rows).toEqual(outcome === "gone" ? [] : [{ outcome }]);
    expect(await list(owner)).toHaveLength(outcome === "gone" ? 0 : 1);
    const log = lines.join("");
    expect(log).not.toContain(endpoint);
    expect(log).not.toContain(new URL(endpoint).pathname);
    if (logged) expect(log).toMatch(new RegExp(`${status} why not.*${logged}`));
  });

  it("for browsers that doesn't accept this server gets all messages once its settings are mended", async () => {
    const { owner, diaryId } = await careTeam(service);
    await addBrowser(owner);
    push.answerWith({ status: 403, body: "why not" });
    for (let n = 0; n < 3; n++) await dueTask(diaryId, owner);
    for (let n = 0; n < 4; n++) {
      await sql("update notification_deliveries set next_attempt_at = now()");
      await deliver();
    }
    const waiting = await sql("select outcome, attempts from notification_deliveries");
    expect(waiting).toEqual(Array.from({ length: 3 }, () => ({ outcome: null, attempts: 4 })));
    // Nothing is wrong with the browser, and the log says it once.
    expect(
      await sql("select failures, disabled_at from notification_targets where channel = 'push'"),
    ).toEqual([{ failures: 0, disabled_at: null }]);
    expect(lines.filter((line) => /403 why not.*doesn't accept/.test(line))).toHaveLength(1);
    push.received.length = 0;
    push.answerWith();
    await sql("update notification_deliveries set next_attempt_at = now()");
    await deliver();
    await deliver();
    expect(push.received).toHaveLength(3);
  });

  it("of a person that refuses the token is tried again while the message is worth it", async () => {
    const { owner, diaryId } = await careTeam(service);
    await owner.http.action(api.notifications.addNtfy, {
      ...{ server: receiver.url, accessToken: "tk_wrong", label: "ntfy", proof: proofFor(owner, "ntfy") },
    });
    await dueTask(diaryId, owner);
    const outcomes = "select outcome from notification_deliveries where channel = 'ntfy'";
    receiver.answerWith(401);
    await deliver();
    expect(await sql(outcomes)).toEqual([{ outcome: null }]);
    receiver.answerWith(200);
    await sql("update notification_deliveries set next_attempt_at = now()");
    await deliver();
    expect(await sql(outcomes)).toEqual([{ outcome: "sent" }]);
  });

  it("that asks for time gets the message again, not earlier", async () => {
    const { owner, diaryId } = await careTeam(service);
    await addBrowser(owner);
    await dueTask(diaryId, owner);
    push.answerWith({ status: 429, headers: { "retry-after": "600" } });
    await deliver();
    const [{ wait, outcome }] = await sql(
      "select outcome, extract(epoch from next_attempt_at - now())::float8 as wait from notification_deliveries",
    );
    expect([outcome, wait > 590, wait < 610]).toEqual([null, true, true]);
    push.answerWith();
    await sql("update notification_deliveries set next_attempt_at = now()");
    await deliver();
    expect(push.received).toHaveLength(1);
  });

  it("that fails for more than a day isn't tried any more, which its person sees; a test turns it on again", async () => {
    const { owner, diaryId } = await careTeam(service);
    const { deviceId } = await owner.http.action(api.notifications.addWebhook, {
      proof: proofFor(owner, "program"),
      ...{ hookUrl: `${receiver.url}/hook`, bodyFormat: "standard", label: "Home" },
    });
    const fail = async (times: number) => {
      receiver.answerWith(500);
      for (let n = 0; n < times; n++) {
        await sql("update notification_deliveries set next_attempt_at = now() where outcome is null");
        await sql("update reminder_clocks set done_until = now() - interval '1 minute'");
        await dueTask(diaryId, owner);
        await deliver();
      }
    };
    await fail(5);
    const [target] = await list(owner);
    expect(target!.failures).toBeGreaterThan(10);
    // Not for a night on which it was down.
    expect(target!.disabledAt).toBeNull();
    await sql("update notification_targets set failing_since = now() - interval '25 hours' where id = $1", [
      deviceId,
    ]);
    await fail(1);
    expect((await list(owner))[0]!.disabledAt).toEqual(expect.any(Number));
    await sql("delete from notification_deliveries");
    const before = receiver.received.length;
    await fail(1);
    expect(receiver.received.length).toBe(before);
    receiver.answerWith();
    await test(owner, deviceId);
    expect(await list(owner)).toMatchObject([{ failures: 0, disabledAt: null }]);
    const [row] = await sql("select failing_since from notification_targets where id = $1", [deviceId]);
    expect(row).toEqual({ failing_since: null });
  });

  it("for browsers that refuses this server's key doesn't count against the device", async () => {
    const { owner, diaryId } = await careTeam(service);
    await addBrowser(owner);
    await dueTask(diaryId, owner);
    push.answerWith({ status: 403 });
    await deliver();
    expect(await list(owner)).toMatchObject([{ failures: 0, disabledAt: null }]);
  });

  it("of a user that refuses isn't quoted in the log: it may repeat the message", async () => {
    const { owner, diaryId } = await careTeam(service);
    await owner.http.action(api.notifications.addWebhook, {
      proof: proofFor(owner, "program"),
      ...{ hookUrl: `${receiver.url}/canary`, bodyFormat: "standard", label: "Home" },
    });
    await dueTask(diaryId, owner);
    receiver.answerWith(400, "canary title");
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(lines.join("")).toContain('"reason":"400"');
    expect(lines.join("")).not.toMatch(/canary|127\.0\.0\.1/);
  });
});

describe("a browser", () => {
  it("is added once, with its address sealed, and found by its hash", async () => {
    const { owner } = await careTeam(service);
    const { deviceId, endpoint, keys } = await addBrowser(owner);
    const again = { endpoint, keys, label: "another name" };
    expect(await owner.http.action(api.notifications.addPushDevice, again)).toEqual({ deviceId });
    expect(await list(owner)).toMatchObject([
      { _id: deviceId, label: "phone", channel: "push", endpointHash: computeEndpointHash(endpoint) },
    ]);
    const [{ row }] = await sql(
      "select t::text || encode(t.sealed, 'escape') as row from notification_targets t where channel = 'push'",
    );
    expect(row).not.toContain(new URL(endpoint).pathname);
    expect(row).not.toContain(keys.auth);
  });

  it("on which another user signs in is theirs, and gets none of the former user's messages", async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const { deviceId, endpoint, keys } = await addBrowser(owner);
    await dueTask(diaryId, owner);
    await planTasks(service.database);
    const added = await caregiver.http.action(api.notifications.addPushDevice, {
      ...{ endpoint, keys, label: "tablet" },
    });
    expect(added.deviceId).not.toBe(deviceId);
    await deliver();
    expect(push.received).toEqual([]);
    expect([await list(owner), await list(caregiver)]).toMatchObject([[], [{ label: "tablet" }]]);
  });

  it("that replaced its subscription keeps its name, its detail and its waiting messages", async () => {
    const { owner, diaryId } = await careTeam(service);
    const { deviceId, endpoint } = await addBrowser(owner);
    await owner.http.mutation(api.notifications.changeTarget, { deviceId, label: "kitchen", detail: "who" });
    await dueTask(diaryId, owner);
    await planTasks(service.database);
    const next = await addBrowser(owner, "new", { formerEndpoint: endpoint });
    expect(next.deviceId).toBe(deviceId);
    expect(await list(owner)).toMatchObject([{ label: "kitchen", detail: "who" }]);
    await deliver();
    expect(push.received.map((message) => message.endpoint)).toEqual([next.endpoint]);
    // Somebody else's former one is only an address.
    const other = await createPerson(service, "Otto");
    await addBrowser(other, "Otto's", { formerEndpoint: next.endpoint });
    expect([await list(owner), await list(other)]).toMatchObject([
      [{ label: "kitchen" }],
      [{ label: "Otto's" }],
    ]);
  });

  it("of an unknown service, or with keys of none, is refused with the reason", async () => {
    const { owner } = await careTeam(service);
    const subscription = push.subscribe();
    const add = (change: object) =>
      owner.http.action(api.notifications.addPushDevice, { ...subscription, label: "phone", ...change });
    await expect(add({ endpoint: "https://push.example.org/x" })).rejects.toThrow(
      writeMessage(TARGET_MESSAGES.pushService),
    );
    await expect(add({ endpoint: "https://127.0.0.1/x" })).rejects.toThrow(
      writeMessage(TARGET_MESSAGES.pushService),
    );
    const keys = { ...subscription.keys, p256dh: randomBytes(65).toString("base64url") };
    await expect(add({ keys })).rejects.toThrow(writeMessage(TARGET_MESSAGES.keys));
    expect(await list(owner)).toEqual([]);
  });

  it("is one of at most twenty of a person, also when several are added at once", async () => {
    const { owner } = await careTeam(service);
    for (let n = 0; n < MAX_TARGETS - 1; n++) await addBrowser(owner, `phone ${n}`);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => addBrowser(owner, `last ${n}`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(addBrowser(owner)).rejects.toThrow(writeMessage(TARGET_MESSAGES.full));
    expect(await list(owner)).toHaveLength(MAX_TARGETS);
  });
});

describe("addresses of people", () => {
  it.each([
    ["https://10.0.0.1/hook", writeMessage(OUTGOING_MESSAGES.notPublic)],
    ["https://[::ffff:169.254.169.254]/", writeMessage(OUTGOING_MESSAGES.notPublic)],
    ["http://1.1.1.1/hook", writeMessage(OUTGOING_MESSAGES.notSecure)],
    ["https://1.1.1.1:8443/hook", writeMessage(OUTGOING_MESSAGES.notSecure)],
    ["https://name:word@1.1.1.1/", writeMessage(OUTGOING_MESSAGES.withPassword)],
    ["ftp://1.1.1.1/", writeMessage(OUTGOING_MESSAGES.notAnAddress)],
    ["my house", writeMessage(OUTGOING_MESSAGES.notAnAddress)],
    ["https://nobody.invalid/", writeMessage(NO_SUCH_SERVER)],
  ])("%s are refused with the reason", async (address, message) => {
    const olga = await createPerson(service, "Olga");
    const { http } = olga;
    const hook = { hookUrl: address, bodyFormat: "standard", label: "Home" } as const;
    const addHook = http.action(api.notifications.addWebhook, { ...hook, proof: proofFor(olga, "program") });
    await expect(addHook).rejects.toThrow(message);
    const ntfy = { server: address, label: "n", proof: proofFor(olga, "ntfy") };
    await expect(http.action(api.notifications.addNtfy, ntfy)).rejects.toThrow(message);
  });

  it("are added once by each person", async () => {
    const [anna, otto] = [await createPerson(service, "Anna"), await createPerson(service, "Otto")];
    const hook = { hookUrl: `${receiver.url}/hook`, bodyFormat: "apprise", label: "Home" } as const;
    await anna.http.action(api.notifications.addWebhook, { ...hook, proof: proofFor(anna, "program") });
    await otto.http.action(api.notifications.addWebhook, { ...hook, proof: proofFor(otto, "program") });
    await expect(
      anna.http.action(api.notifications.addWebhook, { ...hook, proof: proofFor(anna, "program") }),
    ).rejects.toThrow(writeMessage(TARGET_MESSAGES.hookExists));
  });
});

describe("a test message", () => {
  it("confirms that notifications arrive, and forgets earlier failures", async () => {
    const owner = await createPerson(service, "Olga");
    const { deviceId } = await addBrowser(owner);
    await sql("update notification_targets set failures = 9, disabled_at = now()");
    expect(await test(owner, deviceId)).toBeNull();
    expect(JSON.parse(push.received[0]!.text).notification).toMatchObject({
      title: "CareDiary",
      body: "Notifications arrive here",
    });
    expect(await list(owner)).toMatchObject([{ failures: 0, disabledAt: null, lastOk: expect.any(Number) }]);
  });

  it.each([
    [404, writeMessage(TARGET_MESSAGES.gonePush), 0],
    [403, writeMessage(TARGET_MESSAGES.notAccepted), 1],
    [503, writeMessage(TARGET_MESSAGES.busy("503")), 1],
    [400, writeMessage(TARGET_MESSAGES.refused("400")), 1],
  ])("to a browser whose service answers %i says why it doesn't arrive", async (status, message, left) => {
    const owner = await createPerson(service, "Olga");
    const { deviceId } = await addBrowser(owner);
    push.answerWith({ status });
    await expect(test(owner, deviceId)).rejects.toThrow(message);
    expect(await list(owner)).toHaveLength(left);
  });

  it("to a topic or a program reports its answer, never in its words", async () => {
    const owner = await createPerson(service, "Olga");
    const { deviceId: ntfy } = await owner.http.action(api.notifications.addNtfy, {
      proof: proofFor(owner, "ntfy"),
      ...{ server: receiver.url, label: "ntfy" },
    });
    const { deviceId: hook } = await owner.http.action(api.notifications.addWebhook, {
      proof: proofFor(owner, "program"),
      ...{ hookUrl: `${receiver.url}/hook`, bodyFormat: "apprise", label: "Home" },
    });
    await test(owner, ntfy);
    await test(owner, hook);
    expect(receiver.received.map(({ body }) => JSON.parse(body).title)).toEqual(["CareDiary", "CareDiary"]);
    receiver.answerWith(401, "an inner page");
    await expect(test(owner, ntfy)).rejects.toThrow(writeMessage(TARGET_MESSAGES.wrongToken("401")));
    receiver.answerWith(410);
    await expect(test(owner, hook)).rejects.toThrow(writeMessage(TARGET_MESSAGES.goneHook));
    expect((await list(owner)).map(({ channel }) => channel)).toEqual(["ntfy"]);
  });

  it("is limited, and can't be sent by another user", async () => {
    const [owner, other] = [await createPerson(service, "Olga"), await createPerson(service, "Otto")];
    const { deviceId } = await addBrowser(owner);
    await expect(test(other, deviceId)).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.noTarget));
    for (let n = 0; n < 30; n++) await test(owner, deviceId);
    await expect(test(owner, deviceId)).rejects.toThrow(writeMessage(TARGET_MESSAGES.tooOften));
    expect(push.received).toHaveLength(30);
  });
});

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readNetworks } from "../../../../server/outgoing/networks.ts";
import { createWebhookSecret, signWebhook } from "../../../../server/outgoing/webhook.ts";
import { createTopic, sendToNtfy } from "./ntfy.ts";
import { sendToWebhook, type WebhookMessage } from "./webhook.ts";

const LOCAL = { listed: readNetworks(["127.0.0.0/8"])! };
const NOTHING = { listed: readNetworks([])! };

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
let answer: { status: number; headers?: Record<string, string>; body?: string };
let origin: string;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ path: request.url!, headers: request.headers, body });
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  received.length = 0;
  answer = { status: 200 };
});

const REMINDER = { title: "CareDiary", body: "You have a reminder", url: "https://care.example.org/home" };

describe("ntfy", () => {
  it("gets JSON at its root, with topic, page and token", async () => {
    const topic = createTopic();
    const target = { server: origin, topic, token: "tk_secret" };
    expect(await sendToNtfy(target, { ...REMINDER, isUrgent: true }, LOCAL)).toEqual({ kind: "sent" });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ path: "/", headers: { authorization: "Bearer tk_secret" } });
    expect(JSON.parse(received[0]!.body)).toEqual({
      topic,
      title: "CareDiary",
      message: "You have a reminder",
      click: "https://care.example.org/home",
      priority: 4,
    });
  });

  it("has topics of 128 random bits", () => {
    const topics = new Set(Array.from({ length: 1000 }, createTopic));
    expect(topics.size).toBe(1000);
    // What ntfy accepts as a topic.
    for (const topic of topics) expect(topic).toMatch(/^care-[-_A-Za-z0-9]{22}$/);
  });

  it.each([
    [401, "misconfigured"],
    [429, "later"],
    [507, "later"],
    [302, "refused"],
    [404, "refused"],
  ])("that answers %i is %s", async (status, kind) => {
    answer = { status, headers: { location: "http://169.254.169.254/", "retry-after": "60" } };
    const target = { server: origin, topic: createTopic(), token: null };
    expect((await sendToNtfy(target, { ...REMINDER, isUrgent: false }, LOCAL)).kind).toBe(kind);
    expect([received.length, received[0]!.headers.authorization]).toEqual([1, undefined]);
  });

  it("in a private network gets nothing unless the operator allows it", async () => {
    const target = { server: origin, topic: createTopic(), token: null };
    const outcome = await sendToNtfy(target, { ...REMINDER, isUrgent: false }, NOTHING);
    expect(outcome.kind).toBe("refused");
    expect(received).toEqual([]);
  });
});

describe("a webhook", () => {
  const message: WebhookMessage = {
    ...{ id: "0198-delivery", tag: "0198-notification", kind: "task-due", replaces: null },
    ...REMINDER,
  };
  const NOW = Date.UTC(2026, 10, 25, 14, 12);

  it("can verify who sent it, as Standard Webhooks describes", async () => {
    const secret = createWebhookSecret();
    const target = { url: `${origin}/hook`, secret, format: "standard" as const };
    expect(await sendToWebhook(target, message, { rules: LOCAL, now: NOW })).toEqual({ kind: "sent" });
    const { headers, body, path } = received[0]!;
    expect(path).toBe("/hook");
    // Computed here from the specification's words, not with our function.
    const key = Buffer.from(/^whsec_(.+)$/.exec(secret)![1]!, "base64");
    expect(key.length).toBe(32);
    const content = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    const expected = createHmac("sha256", key).update(content).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
    expect([headers["webhook-id"], headers["webhook-timestamp"]]).toEqual(["0198-delivery", `${NOW / 1000}`]);
    expect(JSON.parse(body)).toEqual({
      type: "reminder",
      timestamp: "2026-11-25T14:12:00.000Z",
      data: { tag: "0198-notification", kind: "task-due", ...REMINDER },
    });
  });

  it("has the signature of the example that Svix, the author of Standard Webhooks, publishes", () => {
    const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
    const body = '{"event_type":"ping","data":{"success":true}}';
    const signature = signWebhook(secret, "msg_loFOjxBNrRLzqYUf", 1731705121, body);
    expect(signature).toBe("v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=");
  });

  it.each([
    ["later", "reminder.postponed"],
    ["seen", "reminder.seen"],
  ] as const)("says in its type what became of a matter: %s", async (replaces, type) => {
    const target = { url: `${origin}/hook`, secret: createWebhookSecret(), format: "standard" as const };
    await sendToWebhook(target, { ...message, replaces }, { rules: LOCAL, now: NOW });
    expect(JSON.parse(received[0]!.body).type).toBe(type);
  });

  it("shows that a subject is settled, and keeps its id when it is sent again", async () => {
    const target = { url: `${origin}/hook`, secret: createWebhookSecret(), format: "standard" as const };
    for (const now of [NOW, NOW + 60_000])
      await sendToWebhook(target, { ...message, replaces: "done" }, { rules: LOCAL, now });
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual(["0198-delivery", "0198-delivery"]);
    expect(JSON.parse(received[0]!.body).type).toBe("reminder.settled");
  });

  it("of apprise gets apprise's fields", async () => {
    const target = { url: `${origin}/notify/x`, secret: createWebhookSecret(), format: "apprise" as const };
    await sendToWebhook(target, { ...message, body: "" }, { rules: LOCAL, now: NOW });
    expect(JSON.parse(received[0]!.body)).toEqual({
      title: "CareDiary",
      body: "CareDiary\nhttps://care.example.org/home",
      type: "info",
      format: "text",
    });
  });

  it.each([
    [410, "gone"],
    [404, "refused"],
    [307, "refused"],
    [503, "later"],
  ])("that answers %i is %s", async (status, kind) => {
    answer = { status, headers: { location: `${origin}/elsewhere` } };
    const target = { url: `${origin}/hook`, secret: createWebhookSecret(), format: "standard" as const };
    expect((await sendToWebhook(target, message, { rules: LOCAL, now: NOW })).kind).toBe(kind);
    expect(received).toHaveLength(1);
  });

  it("in a private network gets nothing unless the operator allows it", async () => {
    const target = { url: `${origin}/hook`, secret: createWebhookSecret(), format: "standard" as const };
    expect((await sendToWebhook(target, message, { rules: NOTHING, now: NOW })).kind).toBe("refused");
    expect(received).toEqual([]);
  });
});

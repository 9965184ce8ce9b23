import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../test/conformance/waiting.ts";
import { createFakeClock } from "../../test/fake_clock.ts";
import { type PushService, startPushService, type TestSubscription } from "../../test/push_service.ts";
import { systemClock } from "../clock.ts";
import { readNetworks } from "../outgoing/networks.ts";
import { retryAfterSeconds } from "../outgoing/outcome.ts";
import { isPushEndpoint } from "./endpoint.ts";
import { type PushMessage, PushSender } from "./sender.ts";
import { createAuthorization, createVapidKey, type VapidKey } from "./vapid.ts";

let service: PushService;
let key: VapidKey;
beforeAll(async () => {
  service = await startPushService();
  key = await createVapidKey();
});
afterAll(() => service.close());

const senders: PushSender[] = [];
afterEach(async () => {
  service.answerWith();
  for (const sender of senders.splice(0)) await sender.close();
});

function sender({ hosts = [service.host], allow = ["127.0.0.1"], clock = systemClock, to = key } = {}) {
  const made = new PushSender(to, {
    contact: "mailto:care@example.org",
    hosts,
    rules: { listed: readNetworks(allow)! },
    clock,
  });
  senders.push(made);
  return made;
}

function message({ endpoint, keys }: TestSubscription, changes: Partial<PushMessage> = {}): PushMessage {
  return {
    endpoint,
    keys: { p256dh: Buffer.from(keys.p256dh, "base64url"), auth: Buffer.from(keys.auth, "base64url") },
    content: Buffer.from('{"hello":"world"}'),
    ttlSeconds: 3_600,
    urgency: "high",
    topic: "AZqp2Tq3cOWb6ZJ2aZ0Y6g",
    ...changes,
  };
}

describe("a push message", () => {
  it("is taken by a strict push service and read by the browser", async () => {
    const subscription = service.subscribe(key.publicKey);
    expect(await sender().send(message(subscription))).toEqual({ kind: "sent" });
    expect(service.received.at(-1)).toEqual({
      endpoint: subscription.endpoint,
      text: '{"hello":"world"}',
      size: 614,
      ttl: 3_600,
      urgency: "high",
      topic: "AZqp2Tq3cOWb6ZJ2aZ0Y6g",
      contact: "mailto:care@example.org",
    });
    expect(service.refusals).toEqual([]);
  });

  it("goes to a service without HTTP/2 too", async () => {
    const old = await startPushService({ http2: false });
    try {
      const steady = sender({ hosts: [old.host] });
      for (let time = 1; time <= 3; time++) {
        const sent = await steady.send(message(old.subscribe()));
        expect([sent.kind, old.received.length, old.sessionCount()]).toEqual(["sent", time, 0]);
      }
    } finally {
      await old.close();
    }
  });

  it("goes over one session with dozens of others, and over another one while that is full", async () => {
    const many = sender();
    const subscriptions = Array.from({ length: 300 }, () => service.subscribe());
    const before = service.sessionCount();
    const send = async (count: number) => {
      const outcomes = await Promise.all(
        subscriptions.slice(0, count).map((each) => many.send(message(each))),
      );
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
      return service.sessionCount() - before;
    };
    for (let time = 0; time < 3; time++) expect(await send(80)).toBe(1);
    const busy = Array.from({ length: 3 }, () => send(300));
    await Promise.all(busy);
    expect(service.sessionCount() - before).toBeLessThanOrEqual(3);
    expect(await send(300)).toBeGreaterThan(1);
    service.breakConnections();
    await expect
      .poll(async () => (await many.send(message(subscriptions[0]!))).kind, { timeout: 5_000 })
      .toBe("sent");
  });

  it("replaces an undelivered one with the same topic", async () => {
    const subscription = service.subscribe();
    for (const text of ["first", "second"])
      await sender().send(message(subscription, { content: Buffer.from(text) }));
    const waiting = service.waiting.filter(({ endpoint }) => endpoint === subscription.endpoint);
    expect(waiting.map(({ text }) => text)).toEqual(["second"]);
  });

  it("gets through after the connection broke", async () => {
    const steady = sender();
    const subscription = service.subscribe();
    await steady.send(message(subscription));
    service.breakConnections();
    await expect
      .poll(async () => (await steady.send(message(subscription))).kind, { timeout: 5_000 })
      .toBe("sent");
  });

  it.each([
    [404, "gone"],
    [410, "gone"],
    [400, "refused"],
    [413, "refused"],
    [301, "refused"],
    [401, "misconfigured"],
    [403, "misconfigured"],
    [429, "later"],
    [500, "later"],
    [503, "later"],
  ])("answered with %i is %s", async (status, kind) => {
    service.answerWith({ status, headers: { "retry-after": "120" }, body: "why not" });
    const outcome = await sender().send(message(service.subscribe()));
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === "later") expect(outcome.afterSeconds).toBe(120);
    if (outcome.kind === "refused") expect(outcome.words).toBe(`${status} why not`);
  });

  it("without an answer is to be sent again, and the next one opens another session", async () => {
    const clock = createFakeClock(systemClock.now());
    const impatient = sender({ clock });
    service.answerWith("hang");
    const before = service.sessionCount();
    const first = impatient.send(message(service.subscribe()));
    await eventually(() => service.hanging() === 1);
    await clock.advance(15_000);
    expect((await first).kind).toBe("later");
    service.answerWith();
    expect((await impatient.send(message(service.subscribe()))).kind).toBe("sent");
    expect(service.sessionCount() - before).toBe(2);
  });

  it("signed with another key than the browser subscribed for alarms the operator", async () => {
    const other = await createVapidKey();
    const outcome = await sender({ to: other }).send(message(service.subscribe(key.publicKey)));
    expect(outcome).toEqual({
      kind: "misconfigured",
      words: "403 another server subscribed",
      reason: "403",
    });
  });

  it("that is too long is refused before it leaves", async () => {
    const outcome = await sender().send(message(service.subscribe(), { content: randomBytes(4_000) }));
    expect(outcome.kind).toBe("refused");
  });

  it("never goes to a host that isn't a push service, or into a network that isn't allowed", async () => {
    const before = service.received.length;
    const subscription = service.subscribe();
    const isUnknown = await sender({ hosts: [] }).send(message(subscription));
    expect(isUnknown).toMatchObject({
      kind: "refused",
      words: "This isn't the address of a push service",
    });
    const isPrivate = await sender({ allow: [] }).send(message(subscription));
    expect(isPrivate.kind).toBe("refused");
    expect(service.received.length).toBe(before);
  });
});

describe("the addresses of push services", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://push.example.org:8443/abc",
  ])("has %s", (endpoint) => {
    expect(isPushEndpoint(endpoint, ["push.example.org:8443"])).toBe(true);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://fcm.googleapis.com.example.org/abc",
    "https://evilnotify.windows.com/abc",
    "https://push.apple.com@169.254.169.254/abc",
    "https://name:secret@web.push.apple.com/abc",
    "https://push.example.org/abc",
    "https://127.0.0.1/abc",
    "ftp://web.push.apple.com/abc",
    `https://web.push.apple.com/${"a".repeat(2_000)}`,
    "nonsense",
    "",
  ])("hasn't %s", (endpoint) => {
    expect(isPushEndpoint(endpoint, ["push.example.org:8443"])).toBe(false);
  });
});

describe("the token", () => {
  it("is made once an origin and again before it ends", async () => {
    const authorize = createAuthorization(key, "mailto:care@example.org");
    const now = Date.UTC(2026, 10, 25);
    const first = await authorize("https://a.example", now);
    expect(await authorize("https://a.example", now + 10 * 3_600_000)).toBe(first);
    expect(await authorize("https://b.example", now)).not.toBe(first);
    const later = await authorize("https://a.example", now + 11 * 3_600_000);
    expect(later).not.toBe(first);
    const claims = decodeJwt(/t=([^,]+)/.exec(later)![1]!);
    expect(claims).toEqual({
      aud: "https://a.example",
      sub: "mailto:care@example.org",
      exp: (now + 23 * 3_600_000) / 1000,
    });
    // A clock that went back: the token would be good for longer than services take.
    expect(await authorize("https://a.example", now - 3_600_000)).not.toBe(later);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 10, 25, 12);
  it.each([
    ["120", 120],
    ["0", 0],
    ["Wed, 25 Nov 2026 12:01:30 GMT", 90],
    ["Wed, 25 Nov 2026 11:00:00 GMT", 0],
    ["soon", null],
    [undefined, null],
  ])("%s is %s seconds", (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});

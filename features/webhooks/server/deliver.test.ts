import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "../../../lib/dates/time.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { rooms } from "../../../registry/rooms.ts";
import { deleteAccount } from "../../../server/auth/account_deletion.ts";
import { composeAccountDeletedLetter } from "../../../server/auth/letters.ts";
import { UNPROVEN } from "../../../server/auth/proof.ts";
import { DEFAULT_RETENTION } from "../../../server/config/retention.ts";
import { createLog } from "../../../server/log.ts";
import { OUTGOING_MESSAGES } from "../../../server/outgoing/destination.ts";
import { createFakeClock } from "../../../test/fake_clock.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
import { proofFor } from "../../../test/proofs.ts";
import { type Service, startService } from "../../../test/service.ts";
import {
  isSignedWith,
  startWebhookReceiver,
  type WebhookReceiver,
  webhookOf,
} from "../../../test/webhooks.ts";
import { MAX_PER_HOUR } from "../rules/retry.ts";
import { MAX_WAITING, MAX_WEBHOOKS, WEBHOOK_MESSAGES } from "../rules.ts";
import { countSent, dropOldest } from "./claims_data.ts";
import { readSealedWebhook, storeAddress, storeRotation } from "./data.ts";
import { deleteOldMessages } from "./deletion.ts";
import { deliverMessages, startWebhooks } from "./deliver.ts";

let service: Service;
let receiver: WebhookReceiver;
let team: Awaited<ReturnType<typeof careTeam>>;
const lines: string[] = [];
const log = createLog("trace", { write: (line) => void lines.push(line) });
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
  team = await careTeam(service);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const table of ["webhooks", "webhook_deliveries", "auth.attempts"]) await sql(`delete from ${table}`);
  receiver.received.length = 0;
  lines.length = 0;
});
afterEach(() => receiver.answerWith());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const partsOf = ({ database, outgoing }: Service) => ({ database, outgoing, log });
const deliver = () => deliverMessages(partsOf(service));
const hook = (options = {}) => webhookOf(team.caregiver, receiver.url, options);
const note = () => createNote(team.owner, team.diaryId);
const http = () => team.caregiver.http;
const list = () => http().query(api.webhooks.listWebhooks, {});
const deliveries = (webhookId: string) => http().action(api.webhooks.listDeliveries, { webhookId });
/** Makes due what waits, as time would. */
const later = () =>
  sql(`with hooks as (update webhooks set paused_until = null),
            queues as (update webhook_queues set look_at = now())
       update webhook_deliveries set next_attempt_at = now(), leased_until = null where outcome is null`);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    (error: { data?: { message: string } }) => error.data?.message ?? String(error),
  );

describe("a message", () => {
  it("is signed as Standard Webhooks specifies: its own implementation verifies it, and refuses a changed one", async () => {
    const { secret } = await hook();
    await note();
    await deliver();
    const [request] = receiver.received;
    expect(isSignedWith(secret, request!)).toBe(true);
    expect(isSignedWith(secret, { ...request!, body: request!.body.replace("created", "deleted") })).toBe(
      false,
    );
    expect(isSignedWith(`whsec_${Buffer.alloc(32).toString("base64")}`, request!)).toBe(false);
  });

  it("is signed with both secrets for a day after a rotation", async () => {
    const { webhookId, secret: former } = await hook();
    const { secret } = await http().action(api.webhooks.rotateSecret, {
      webhookId,
      proof: proofFor(team.caregiver, "secret"),
    });
    expect(secret).not.toBe(former);
    await http().action(api.webhooks.sendTest, { webhookId });
    await note();
    await deliver();
    expect(receiver.received).toHaveLength(2);
    for (const request of receiver.received) {
      expect(isSignedWith(secret, request)).toBe(true);
      expect(isSignedWith(former, request)).toBe(true);
    }
    const rotatedUntil = (await list())[0]!.rotatedUntil!;
    expect(Math.abs(rotatedUntil - Date.now() - DAY)).toBeLessThan(MINUTE);

    await sql("update webhooks set rotated_until = now()");
    receiver.received.length = 0;
    await note();
    await deliver();
    expect(isSignedWith(secret, receiver.received[0]!)).toBe(true);
    expect(isSignedWith(former, receiver.received[0]!)).toBe(false);
  });

  it("is tried again under the same id, ever later, and then taken", async () => {
    const { webhookId } = await hook();
    receiver.answerStatus(500);
    await note();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      await deliver();
      const [{ wait }] = await sql(
        "select extract(epoch from next_attempt_at - tried_at) * 1000 as wait from webhook_deliveries",
      );
      waits.push(Math.round(wait / 1000) * SECOND);
      expect(await deliver()).toBe(0);
      await later();
    }
    expect(waits).toEqual([5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]);
    expect(await deliveries(webhookId)).toMatchObject([
      { event: "note.created", state: "waiting", attempts: 4, failure: "500" },
    ]);
    expect(await list()).toMatchObject([{ lastOk: null, lastFailure: "500", disabledReason: null }]);
    receiver.answerWith();
    await deliver();
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await deliveries(webhookId)).toMatchObject([{ state: "sent", attempts: 5, failure: null }]);
    expect(await list()).toMatchObject([{ lastOk: expect.any(Number) }]);
  });

  it("waits as long as the receiver asks, and so do all others to it", async () => {
    await hook();
    receiver.answerStatus(429, { "retry-after": "600" });
    await note();
    await deliver();
    await note();
    expect(await deliver()).toBe(0);
    const [{ paused, next }] = await sql(
      `select extract(epoch from w.paused_until - now())::float8 as paused,
              (select extract(epoch from next_attempt_at - now())::float8 from webhook_deliveries where attempts = 1) as next
         from webhooks w`,
    );
    expect([Math.round(paused / 60), Math.round(next / 60)]).toEqual([10, 10]);
    expect(receiver.received).toHaveLength(1);
  });

  it("that nobody has taken within three days is given up", async () => {
    const { webhookId } = await hook();
    receiver.answerStatus(404);
    await note();
    await sql("update webhook_deliveries set made_at = now() - interval '3 days'");
    await deliver();
    expect(await deliveries(webhookId)).toMatchObject([{ state: "failed", failure: "404" }]);
    await later();
    expect(await deliver()).toBe(0);
    // By hand it goes out again, under the same id.
    receiver.answerWith();
    const deliveryId = (await deliveries(webhookId))[0]!._id;
    await http().mutation(api.webhooks.sendAgain, { deliveryId });
    await deliver();
    expect(await deliveries(webhookId)).toMatchObject([{ state: "sent" }]);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([deliveryId, deliveryId]);
  });

  it("is sent once by two nodes that look at the same time", async () => {
    const second = await service.startSecondNode();
    await hook();
    for (let count = 0; count < 12; count++) await note();
    const [one, two] = await Promise.all([deliver(), deliverMessages(partsOf(second))]);
    expect(one + two).toBe(12);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
    expect(receiver.received).toHaveLength(12);
  });

  it("that a node had when it died is sent by another one after the lease, under the same id", async () => {
    await hook();
    await note();
    let began: () => void = () => {};
    const sending = new Promise<void>((resolve) => {
      began = resolve;
    });
    // The receiver has it, and the node dies before it hears so.
    receiver.answerWith(() => began());
    void deliver().catch(() => {});
    await sending;
    receiver.answerWith();
    expect(await deliverMessages(partsOf(await service.startSecondNode()))).toBe(0);
    await sql(
      "update webhook_deliveries set next_attempt_at = next_attempt_at - interval '61 seconds', leased_until = leased_until - interval '61 seconds'",
    );
    await sql("update webhook_queues set look_at = look_at - interval '61 seconds'");
    expect(await deliver()).toBe(1);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it("to a receiver that hangs holds up nobody", async () => {
    await hook();
    const quick = await startWebhookReceiver();
    try {
      await webhookOf(team.owner, quick.url);
      receiver.answerWith(() => {});
      for (let count = 0; count < 20; count++) await note();
      const clock = createFakeClock();
      const running = startWebhooks({ ...partsOf(service), clock });
      await clock.advance(SECOND);
      await expect.poll(() => quick.received.length).toBe(20);
      expect(receiver.received.length).toBeLessThanOrEqual(4);
      // So that stopping needn't wait for the end of the requests.
      receiver.answerWith();
      const stopped = running.stop();
      await receiver.hangUp();
      await stopped;
    } finally {
      await quick.close();
    }
  });
});

describe("a webhook", () => {
  it("whose receiver answers 410 is turned off, with words, and on again by a test that arrives", async () => {
    const { webhookId } = await hook();
    receiver.answerStatus(410);
    await note();
    await note();
    await deliver();
    expect(await list()).toMatchObject([{ disabledReason: "gone" }]);
    expect(await sql("select from webhook_deliveries where outcome is null")).toEqual([]);
    await note();
    expect(await sql("select from webhook_deliveries where tried_at is null")).toEqual([]);
    expect(await refusal(http().action(api.webhooks.sendTest, { webhookId }))).toBe(
      writeMessage(WEBHOOK_MESSAGES.gone),
    );
    receiver.answerWith();
    await http().action(api.webhooks.sendTest, { webhookId });
    expect(await list()).toMatchObject([{ disabledReason: null, lastOk: expect.any(Number) }]);
    expect(receiver.events().at(-1)).toMatchObject({ type: "test", data: { webhookId } });
  });

  it("that fails ten times and for more than a day is turned off, not before", async () => {
    await hook();
    receiver.answerStatus(500);
    await note();
    await deliver();
    await sql("update webhooks set failures = 20, failing_since = now() - interval '23 hours'");
    await later();
    await deliver();
    expect(await list()).toMatchObject([{ disabledReason: null }]);
    await sql("update webhooks set failures = 8, failing_since = now() - interval '25 hours'");
    await later();
    await deliver();
    expect(await list()).toMatchObject([{ disabledReason: null }]);
    await later();
    await deliver();
    expect(await list()).toMatchObject([{ disabledReason: "failing" }]);
    expect(await sql("select from webhook_deliveries where outcome is null")).toEqual([]);
    expect(lines.join()).toContain("A webhook was turned off.");
    expect(lines.join()).not.toContain("127.0.0.1");
  });

  it("that fails is tried with one message at a time, and rests in between", async () => {
    await hook();
    receiver.answerStatus(503);
    for (let count = 0; count < 10; count++) await note();
    await deliver();
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    await sql("update webhooks set paused_until = now()");
    await sql("update webhook_queues set look_at = now()");
    await deliver();
    expect(receiver.received.length).toBe(5);
    receiver.answerWith();
    await later();
    expect(await deliver()).toBe(10);
  });

  it("for which too many messages wait loses the oldest, and its person sees that", async () => {
    const { webhookId } = await hook();
    const fill = (count: number, age: string) =>
      sql(
        `insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role, made_at)
         select $1, $2, 'note', 'insert', gen_random_uuid(), 'member', now() - $4::interval
           from generate_series(1, $3::int)`,
        [webhookId, team.diaryId, count, age],
      );
    await fill(MAX_WAITING - 1, "1 minute");
    await fill(1, "1 hour");
    expect(await dropOldest(service.database)).toBe(0);
    expect(await list()).toMatchObject([{ missedAt: null }]);
    await fill(1, "0");
    expect(await dropOldest(service.database)).toBe(1);
    expect(await sql("select count(*)::int as n from webhook_deliveries")).toEqual([{ n: MAX_WAITING }]);
    expect(await sql("select from webhook_deliveries where made_at < now() - interval '30 minutes'")).toEqual(
      [],
    );
    expect(await list()).toMatchObject([{ disabledReason: null, missedAt: expect.any(Number) }]);
  });

  it("is limited to so many messages an hour; the rest waits and isn't lost, others go on, and its user sees that", async () => {
    const { webhookId } = await hook();
    const { webhookId: other } = await webhookOf(team.viewer, `${receiver.url}/other`);
    const sentBefore = (count: number) =>
      countSent(
        service.database,
        Array.from({ length: count }, () => ({ webhookId })),
      );
    await sentBefore(MAX_PER_HOUR - 2);
    for (let count = 0; count < 3; count++)
      await createNote(team.owner, team.diaryId, { visibility: "extended" });
    // What nobody is told of isn't counted.
    for (let count = 0; count < 3; count++)
      await createNote(team.owner, team.diaryId, { visibility: "private" });
    await deliver();
    const of = (path: string) => receiver.received.filter((request) => request.path === path).length;
    expect([of("/hook"), of("/hook/other")]).toEqual([2, 3]);
    const { limitedUntil } = (await list())[0]!;
    expect(Math.abs(limitedUntil! - Date.now() - HOUR)).toBeLessThan(MINUTE);
    await note();
    await deliver();
    expect(of("/hook")).toBe(2);
    expect(await sql("select from webhook_deliveries where outcome is null")).not.toEqual([]);

    await sql("update webhook_queues set hour_from = hour_from - interval '1 hour'");
    await sql("update webhooks set limited_until = limited_until - interval '1 hour'");
    await later();
    await deliver();
    expect(of("/hook")).toBe(4);
    expect(await sql("select from webhook_deliveries where outcome is null")).toEqual([]);
    expect(other).not.toBe(webhookId);
  });

  it("is refused for an address in a private network, when it is made and when it is dialled", async () => {
    for (const address of [
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://169.254.169.254/latest",
      "http://127.1.2.3/",
    ])
      expect(await refusal(webhookOf(team.caregiver, address)), address).toBe(
        writeMessage(OUTGOING_MESSAGES.notPublic),
      );
    expect(await refusal(webhookOf(team.caregiver, "ftp://example.org"))).toBe(
      writeMessage(OUTGOING_MESSAGES.notAnAddress),
    );
    expect(await list()).toEqual([]);
    const { webhookId } = await hook();
    await note();
    // The operator takes the network off the list.
    const { database, outgoing } = service;
    const closed = { ...outgoing, rules: { listed: { has: () => false } as never } };
    await deliverMessages({ database, outgoing: closed, log });
    expect(receiver.received).toEqual([]);
    expect(await deliveries(webhookId)).toMatchObject([{ state: "waiting", failure: "not permitted" }]);
  });

  it("changes its address only after a re-authentication; waiting messages go there under the same secret, and failures are reset", async () => {
    const { webhookId, secret } = await hook();
    receiver.answerStatus(500);
    await note();
    await deliver();
    expect(await list()).toMatchObject([{ lastFailure: "500" }]);
    receiver.answerWith();
    receiver.received.length = 0;
    const moved = await startWebhookReceiver();
    try {
      const move = (hookUrl: string, proof: string) =>
        http().action(api.webhooks.updateAddress, { webhookId, hookUrl, proof });
      for (const proof of ["", "1.x", proofFor(team.owner, "address"), proofFor(team.caregiver, "webhook")])
        expect(await refusal(move(moved.url, proof))).toBe(writeMessage(UNPROVEN));
      expect(await refusal(move("https://10.0.0.1/", proofFor(team.caregiver, "address")))).toBe(
        writeMessage(OUTGOING_MESSAGES.notPublic),
      );
      expect(await list()).toMatchObject([{ host: new URL(receiver.url).host, lastFailure: "500" }]);

      await move(moved.url, proofFor(team.caregiver, "address"));
      expect(await list()).toMatchObject([{ host: new URL(moved.url).host, lastFailure: null }]);
      await later();
      await note();
      await deliver();
      expect(receiver.received).toEqual([]);
      expect(moved.received).toHaveLength(2);
      for (const request of moved.received) expect(isSignedWith(secret, request)).toBe(true);
    } finally {
      await moved.close();
    }
  });

  it("keeps its new address when its secret is replaced at the same moment", async () => {
    const { webhookId } = await hook();
    const access = { webhookId, userId: team.caregiver.userId } as never;
    const { db } = service.database;
    const { sealed: former } = await readSealedWebhook(db, access);
    const [address, secret] = ["address", "secret"].map((text) => Buffer.from(text).toString("base64"));
    await storeAddress(db, access, { former, sealed: address! }, "example.org");
    await expect(storeRotation(db, access, { former, sealed: secret! }, new Date())).rejects.toThrow(
      writeMessage(WEBHOOK_MESSAGES.changed),
    );
    expect((await readSealedWebhook(db, access)).sealed).toBe(address);
  });

  it("needs the password of a moment ago, and notebooks of its person; there are at most ten", async () => {
    const make = (overrides: object) =>
      http().action(api.webhooks.createWebhook, {
        ...{ name: "x", hookUrl: receiver.url, areas: null, diaryIds: null },
        proof: proofFor(team.caregiver, "webhook"),
        ...overrides,
      });
    for (const proof of [
      "",
      "1.x",
      proofFor(team.owner, "webhook"),
      proofFor(team.caregiver, "token"),
      proofFor(team.caregiver, "webhook", Date.now() - 3 * MINUTE),
      proofFor(team.caregiver, "webhook", Date.now() + HOUR),
    ])
      expect(await refusal(make({ proof }))).toBe(writeMessage(UNPROVEN));
    const elsewhere = await careTeam(service);
    for (const other of [elsewhere.diaryId, "", "no id"])
      expect(await refusal(make({ diaryIds: [team.diaryId, other] }))).toBe(
        writeMessage(WEBHOOK_MESSAGES.notMember),
      );
    expect(await list()).toEqual([]);
    for (let count = 0; count < MAX_WEBHOOKS; count++) await make({});
    expect(await refusal(make({}))).toBe(writeMessage(WEBHOOK_MESSAGES.full));
    expect(await list()).toHaveLength(MAX_WEBHOOKS);
  });

  it("is visible to its user alone, and neither its secret nor its address is stored in clear", async () => {
    const { webhookId, secret } = await hook();
    await note();
    await deliver();
    const deliveryId = (await deliveries(webhookId))[0]!._id;
    const { http: other } = team.owner;
    expect(await refusal(other.action(api.webhooks.listDeliveries, { webhookId }))).toBe(
      writeMessage(WEBHOOK_MESSAGES.notFound),
    );
    expect(await refusal(other.mutation(api.webhooks.deleteWebhook, { webhookId }))).toBe(
      writeMessage(WEBHOOK_MESSAGES.notFound),
    );
    expect(await refusal(other.mutation(api.webhooks.sendAgain, { deliveryId }))).toBe(
      writeMessage(WEBHOOK_MESSAGES.noDelivery),
    );
    const tables = await sql(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { table_name } of tables) {
      const rows = await sql(`select t::text as row from ${table_name} t`);
      const text = rows.map(({ row }) => row).join("\n");
      expect(text.includes(secret) || text.includes("/hook"), table_name).toBe(false);
    }
    expect(lines.join()).not.toContain(secret);
  });

  it("doesn't list unsent messages, which may be hidden from its user", async () => {
    const { webhookId } = await hook();
    await createNote(team.owner, team.diaryId, { visibility: "private" });
    expect(await deliveries(webhookId)).toEqual([]);
    await deliver();
    expect(await deliveries(webhookId)).toEqual([]);
    expect(await sql("select from webhook_deliveries")).toEqual([]);
  });

  it("ends with the account, and its messages after their time", async () => {
    const others = await careTeam(service);
    const { webhookId } = await webhookOf(others.caregiver, receiver.url, {
      diaryIds: [others.diaryId],
    });
    await createNote(others.owner, others.diaryId);
    await deliver();
    await sql("update webhook_deliveries set made_at = now() - interval '13 days'");
    const parts = { database: service.database, retention: DEFAULT_RETENTION, onDeleted: () => {} } as never;
    await deleteOldMessages(parts);
    expect(await sql("select from webhook_deliveries")).toHaveLength(1);
    await sql("update webhook_deliveries set made_at = now() - interval '15 days'");
    await deleteOldMessages(parts);
    expect(await sql("select from webhook_deliveries")).toEqual([]);

    await createNote(others.owner, others.diaryId);
    await deleteAccount(
      service.database,
      others.caregiver.subject,
      composeAccountDeletedLetter("x@example.org"),
      rooms,
    );
    for (const table of ["webhooks", "webhook_notebooks", "webhook_deliveries"])
      expect(await sql(`select from ${table}`), table).toEqual([]);
    // What a write has queued at the same moment.
    await sql(
      `insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role)
       values ($1, $2, 'note', 'insert', gen_random_uuid(), 'member')`,
      [webhookId, others.diaryId],
    );
    receiver.received.length = 0;
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await sql("select from webhook_deliveries")).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../../../lib/api.ts";
import { createPerson, type TestPerson } from "../../../../test/people.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import { type Service, startService } from "../../../../test/service.ts";
import {
  QUICK_PASSWORDS,
  type SignInServer,
  startSignInServer,
  Visitor,
} from "../../../../test/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({ passwords: QUICK_PASSWORDS });
});
afterAll(() => server.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows;

/** Somebody signed in on two devices, each of which is subscribed. */
async function onTwoDevices(email: string) {
  const [phone, laptop] = [new Visitor(server.url), new Visitor(server.url)];
  const { body } = await phone.signUp(email);
  await laptop.signIn(email);
  const [{ id: userId }] = await sql(
    "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), $1, $2, 'Anna') returning id",
    [body.user.id, email],
  );
  for (const [label, visitor] of [
    ["phone", phone],
    ["laptop", laptop],
  ] as const) {
    const { sessionId } = await server.provider.verifyToken((await visitor.token())!);
    expect(await sql(`select 1 as one from auth."session" where "id" = $1`, [sessionId])).toHaveLength(1);
    await sql(
      `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash, label, session_id)
       values (gen_random_uuid(), $1, 'push', '\\x00', sha256(convert_to($2, 'UTF8')), $3, $4)`,
      [userId, randomUUID(), label, sessionId],
    );
  }
  const devices = async () =>
    (
      await sql(
        "select label from notification_targets where user_id = $1 and channel = 'push' order by label",
        [userId],
      )
    ).map(({ label }) => label);
  expect(await devices()).toEqual(["laptop", "phone"]);
  return { phone, laptop, devices, email };
}

describe("the notifications of a device end with its session", () => {
  it("when its person signs out there", async () => {
    const { phone, devices } = await onTwoDevices("one@example.org");
    await phone.post("/api/auth/sign-out", {});
    expect(await devices()).toEqual(["laptop"]);
  });

  it("when they sign out everywhere else from another device", async () => {
    const { phone, devices } = await onTwoDevices("two@example.org");
    expect((await phone.post("/api/auth/revoke-other-sessions", {})).status).toBe(200);
    expect(await devices()).toEqual(["phone"]);
  });

  it("when they change their password", async () => {
    const { phone, devices } = await onTwoDevices("three@example.org");
    const { status } = await phone.post("/api/auth/change-password", {
      currentPassword: "correct horse",
      newPassword: "another horse battery",
      revokeOtherSessions: true,
    });
    expect(status).toBe(200);
    expect(await devices()).not.toContain("laptop");
  });

  it("but not when it has run out while nobody opened the app", async () => {
    const { devices } = await onTwoDevices("four@example.org");
    await sql(`update auth."session" set "expiresAt" = now() - interval '1 day'`);
    await sql(`delete from auth."session" where "expiresAt" < now()`);
    expect(await devices()).toEqual(["laptop", "phone"]);
  });
});

describe("a device that is subscribed", () => {
  let push: PushService;
  let service: Service;
  let anna: TestPerson;
  beforeAll(async () => {
    push = await startPushService();
    service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
    anna = await createPerson(service, "Anna");
  });
  afterAll(async () => {
    await service.close();
    await push.close();
  });
  beforeEach(() => service.database.pool.query("delete from notification_targets"));

  const inSession = (sessionId: string) => {
    const { subject, email, name } = anna;
    return service.http({ subject, email, name, sessionId });
  };
  async function newSession(): Promise<string> {
    const id = randomUUID();
    await service.database.pool.query(
      `insert into auth."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
       values ('anna', 'Anna', 'a@example.org', true, now(), now()) on conflict do nothing`,
    );
    await service.database.pool.query(
      `insert into auth."session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId")
       values ($1, now() + interval '1 day', $1, now(), now(), 'anna')`,
      [id],
    );
    return id;
  }
  const sessions = async () =>
    (
      await service.database.pool.query(
        "select session_id, id from notification_targets where channel = 'push'",
      )
    ).rows;

  it("belongs to the session that registered it last, and can't be added by an ended one", async () => {
    const subscription = { ...push.subscribe(), label: "phone" };
    const [first, second] = [await newSession(), await newSession()];
    await (await inSession(first)).action(api.notifications.addPushDevice, subscription);
    const [before] = await sessions();
    expect(before.session_id).toBe(first);
    await (await inSession(second)).action(api.notifications.addPushDevice, subscription);
    expect(await sessions()).toEqual([{ id: before.id, session_id: second }]);
    await service.database.pool.query(`delete from auth."session" where "id" = $1`, [first]);
    expect(await sessions()).toHaveLength(1);
    await service.database.pool.query(`delete from auth."session" where "id" = $1`, [second]);
    expect(await sessions()).toEqual([]);
    await expect(
      (await inSession(second)).action(api.notifications.addPushDevice, subscription),
    ).rejects.toThrow("Not authenticated");
  });
});

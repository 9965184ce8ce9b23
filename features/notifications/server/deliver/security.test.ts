import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeMessage } from "../../../../lib/words/message.ts";
import { recordAuditEvent } from "../../../../server/access/audit.ts";
import { recordEvent } from "../../../../server/auth/data.ts";
import { createLog } from "../../../../server/log.ts";
import { sendingParts } from "../../../../test/notifications.ts";
import { runOperatorCommand } from "../../../../test/operator.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../../test/people.ts";
import { proofFor } from "../../../../test/proofs.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import { type Service, startService } from "../../../../test/service.ts";
import {
  QUICK_PASSWORDS,
  type SignInServer,
  startSignInServer,
  Visitor,
  waitingMails,
} from "../../../../test/sign-in-server.ts";
import { codeOf } from "../../../../test/totp.ts";
import { COMMANDS } from "../../../account/server/commands.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import { SECURITY_ACTS, type SecurityAct } from "../../rules/security.ts";
import { MAX_UNSEEN } from "../../rules.ts";
import { planEvents } from "../plan/event_planner.ts";
import { deliverAll } from "./deliver.ts";
import { queueDueMails } from "./mails.ts";
import { replaceShown } from "./replace_shown.ts";

describe("acts of an account's security", () => {
  let push: PushService;
  let service: Service;
  let anna: TestPerson;
  const log = createLog("silent");
  beforeAll(async () => {
    push = await startPushService();
    service = await startService({ log, outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
  });
  afterAll(async () => {
    await service.close();
    await push.close();
  });
  beforeEach(async () => {
    await deliver();
    push.received.length = 0;
    anna = await createPerson(service, "Anna");
  });
  const sql = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;
  const inbox = async ({ http }: TestPerson) =>
    (
      await http.query(api.notifications.pageNotifications, {
        paginationOpts: { numItems: 50, cursor: null },
      })
    ).page;
  const actsOf = async (person: TestPerson) => (await inbox(person)).map(({ security }) => security?.act);
  const addBrowser = async ({ http }: TestPerson) => {
    const { publicKey } = await http.action(api.notifications.getPushKey, {});
    return http.action(api.notifications.addPushDevice, {
      ...push.subscribe(publicKey),
      label: "canary phone",
    });
  };
  const deliver = async () => {
    await planEvents(service.database);
    await deliverAll(sendingParts(service, log));
  };

  it("are each in the inbox as soon as they are recorded, and nothing else is", async () => {
    const account = (type: string, details: Record<string, string> = {}) =>
      recordEvent(service.database.db, { type, authUserId: anna.subject, details });
    const own = (eventType: string, targetType: string, targetId: string, details = {}) =>
      recordAuditEvent(service.database.db, anna.userId, { eventType, targetType, targetId, details });
    const acts: [SecurityAct, () => Promise<unknown>][] = [
      [
        "signed-in",
        () => account("account.signedIn", { method: "password", device: "new", browser: "Edge" }),
      ],
      ["backup-code-used", () => account("account.signedIn", { method: "backup code" })],
      ["password-changed", () => account("account.passwordChanged")],
      ["password-changed", () => account("account.passwordReset")],
      ["email-change-asked", () => account("account.emailChangeRequested")],
      ["email-changed", () => account("account.emailChanged")],
      ["two-factor-on", () => account("account.twoFactorEnabled")],
      ["two-factor-off", () => account("account.twoFactorDisabled")],
      ["two-factor-reset", () => account("account.twoFactorDisabled", { by: "operator" })],
      ["backup-codes-renewed", () => account("account.backupCodesRenewed")],
      ["passkey-added", () => account("account.passkeyAdded")],
      ["passkey-removed", () => account("account.passkeyRemoved")],
      ["access-token-made", () => account("account.accessTokenMade")],
      ["signed-out-elsewhere", () => account("account.sessionsRevoked")],
      ["signed-out-by-operator", () => account("account.sessionsRevoked", { by: "operator" })],
      ["account-closed", () => account("account.closed")],
      ["account-reopened", () => account("account.reopened")],
      ["admin-granted", () => own("admin.promoted", "user", anna.userId)],
      ["admin-revoked", () => own("admin.demoted", "user", anna.userId)],
      ["device-added", () => own("device.added", "device", anna.userId)],
      ["notebook-copied", () => own("notebook.copied", "notebook", anna.userId)],
      ["calendar-link", () => own("calendarFeed.created", "calendarFeed", anna.userId)],
      ["calendar-link", () => own("calendarFeed.linkReplaced", "calendarFeed", anna.userId)],
      ["invitation-link", () => own("invitation.created", "invitation", anna.userId, { by: "link" })],
      ["webhook-made", () => own("webhook.made", "webhook", anna.userId)],
      ["webhook-address-new", () => own("webhook.addressChanged", "webhook", anna.userId)],
      ["webhook-secret-new", () => own("webhook.secretRotated", "webhook", anna.userId)],
      ["webhook-removed", () => own("webhook.removed", "webhook", anna.userId)],
    ];
    expect([...new Set(acts.map(([act]) => act))].sort()).toEqual([...SECURITY_ACTS].sort());
    for (const quiet of ["account.signedUp", "account.signedOut", "account.renamed", "account.emailVerified"])
      await account(quiet);
    await account("account.signedIn", { method: "password" });
    await own("calendarFeed.stopped", "calendarFeed", anna.userId);
    await own("invitation.created", "invitation", anna.userId, { role: "member" });
    await own("webhook.changed", "webhook", anna.userId);
    await own("webhook.turnedOff", "webhook", anna.userId);
    expect(await inbox(anna)).toEqual([]);

    for (const [act, happen] of acts) {
      await happen();
      const [newest, ...others] = await inbox(anna);
      expect(newest).toMatchObject({
        kind: "security",
        security: { act, browser: act === "signed-in" ? "Edge" : null },
        diaryId: null,
        subject: null,
        seenAt: null,
      });
      expect(others.every(({ _id }) => _id !== newest!._id)).toBe(true);
    }
    expect(await inbox(anna)).toHaveLength(acts.length);
    expect(await anna.http.query(api.notifications.countUnseen, {})).toEqual({ unseen: MAX_UNSEEN });
  });

  it("notify nobody when their transaction doesn't commit", async () => {
    const failed = service.database.db.transaction().execute(async (trx) => {
      await recordEvent(trx, { type: "account.passwordChanged", authUserId: anna.subject });
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await inbox(anna)).toEqual([]);
  });

  it("ring on devices without content, even where devices show everything, and write no second letter", async () => {
    await addBrowser(anna);
    await anna.http.mutation(api.notifications.setSettings, { lockScreen: "what" });
    await sql("update users set email_verified = true where id = $1", [anna.userId]);
    await deliver();
    push.received.length = 0;
    const { subject: authUserId } = anna;
    const details = { method: "password", device: "new", browser: "canary browser" };
    await recordEvent(service.database.db, { type: "account.signedIn", authUserId, details });
    await deliver();
    expect(push.received.map(({ text }) => JSON.parse(text).notification)).toMatchObject([
      { title: "A message about your account", body: "", navigate: `${service.url}/account` },
    ]);
    await queueDueMails({ ...service, baseUrl: service.url });
    const channels = await sql(
      `select distinct d.channel from notification_deliveries d join notifications n on n.id = d.notification_id
        where n.user_id = $1`,
      [anna.userId],
    );
    expect(channels).toEqual([{ channel: "push" }]);
    expect(await waitingMails(service.database)).toEqual([]);
  });

  it("can't be turned off", async () => {
    for (const channel of ["push", "mail"] as const)
      await expect(
        anna.http.mutation(api.notifications.setRule, { kind: "security", channel, mode: "off" }),
      ).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.fixed));
    // A row that got there otherwise changes nothing either.
    await addBrowser(anna);
    await sql(
      "insert into notification_rules (user_id, kind, channel, mode) values ($1, 'security', 'push', 'off')",
      [anna.userId],
    );
    await deliver();
    push.received.length = 0;
    await recordEvent(service.database.db, { type: "account.passwordChanged", authUserId: anna.subject });
    await deliver();
    expect(push.received).toHaveLength(1);
  });

  it("notify of a new device on the others only, and not again of a known one", async () => {
    await addBrowser(anna);
    await deliver();
    expect(push.received).toHaveLength(0);
    const { publicKey } = await anna.http.action(api.notifications.getPushKey, {});
    const tablet = { ...push.subscribe(publicKey), label: "tablet" };
    await anna.http.action(api.notifications.addPushDevice, tablet);
    await deliver();
    expect(push.received.map(({ endpoint }) => endpoint)).not.toContain(tablet.endpoint);
    expect(push.received).toHaveLength(1);
    await anna.http.action(api.notifications.addPushDevice, tablet);
    await anna.http.action(api.notifications.addNtfy, {
      proof: proofFor(anna, "ntfy"),
      server: "http://127.0.0.1:9",
      label: "topic",
    });
    expect(await actsOf(anna)).toEqual(["device-added", "device-added", "device-added"]);
  });

  it("stay on the other devices when the acting one has seen them: an intruder could do that", async () => {
    await addBrowser(anna);
    await anna.http.action(api.notifications.addNtfy, {
      proof: proofFor(anna, "ntfy"),
      server: "http://127.0.0.1:9",
      label: "topic",
    });
    await deliver();
    const [newest] = await inbox(anna);
    await anna.http.mutation(api.notifications.markSeen, { notificationId: newest!._id });
    expect(await anna.http.query(api.notifications.countUnseen, {})).toEqual({ unseen: 1 });
    await replaceShown(sendingParts(service, log));
    await deliver();
    expect(push.received.map(({ text }) => JSON.parse(text).notification)).toMatchObject([
      { title: "There is news", silent: false },
    ]);
  });

  it("ring on the others even when they were seen before they could be sent", async () => {
    await addBrowser(anna);
    await deliver();
    await anna.http.action(api.notifications.addNtfy, {
      proof: proofFor(anna, "ntfy"),
      server: "http://127.0.0.1:9",
      label: "topic",
    });
    await anna.http.mutation(api.notifications.markAllSeen, { upTo: Date.now() + 1000 });
    await deliver();
    await replaceShown(sendingParts(service, log));
    expect(push.received.map(({ text }) => JSON.parse(text).notification)).toMatchObject([
      { title: "There is news", silent: false },
    ]);
  });

  it("notify the user who makes a link for calendars", async () => {
    await createNotebook(anna);
    await anna.http.action(api.feeds.createFeed, { proof: proofFor(anna, "calendar") });
    expect(await actsOf(anna)).toEqual(["calendar-link"]);
  });

  it("send nothing while the account is closed, and are in the inbox when it is opened again", async () => {
    await addBrowser(anna);
    await deliver();
    const run = (name: string) => runOperatorCommand(COMMANDS, `${name} ${anna.email}`, service);
    await run("close-account");
    await deliver();
    expect(push.received).toEqual([]);
    await run("reopen-account");
    expect(await actsOf(anna)).toEqual(["account-reopened", "account-closed", "device-added"]);
  });
});

describe("signing in", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer({ passwords: QUICK_PASSWORDS });
  });
  afterAll(() => server.close());
  const visitor = (userAgent = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0") =>
    new Visitor(server.url, { "user-agent": userAgent });

  /** Somebody with an account and a record. */
  async function someone(email: string) {
    const laptop = visitor();
    const { body } = await laptop.signUp(email);
    await server.database.pool.query(
      "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), $1, $2, 'Maria')",
      [body.user.id, email],
    );
    return laptop;
  }
  const told = async (email: string) =>
    (
      await server.database.pool.query(
        `select n.act, n.act_detail as browser from notifications n join users u on u.id = n.user_id
          where u.email = $1 order by n.made_at`,
        [email],
      )
    ).rows;
  const lettersTo = async (email: string) =>
    (await waitingMails(server.database)).filter(({ to }) => to === email).map(({ subject }) => subject);

  it("is notified when the browser is new to the account: inbox and one letter, once", async () => {
    const email = "new-browser@example.org";
    const laptop = await someone(email);
    await laptop.post("/api/auth/sign-out");
    expect((await laptop.signIn(email)).status).toBe(200);
    expect(await told(email)).toEqual([]);

    const phone = visitor("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Version/18.5 Mobile Safari/604.1");
    expect((await phone.signIn(email)).status).toBe(200);
    expect(await told(email)).toEqual([{ act: "signed-in", browser: "Safari on iPhone" }]);
    expect(await lettersTo(email)).toEqual(["New sign-in (CareDiary)"]);
    await phone.post("/api/auth/sign-out");
    await phone.signIn(email);
    expect(await told(email)).toHaveLength(1);
    // Wrong passwords aren't sign-ins.
    await visitor().signIn(email, "wrong password");
    expect(await told(email)).toHaveLength(1);
  });

  it("knows a browser for each of the accounts that it is used for", async () => {
    const tablet = await someone("first@example.org");
    await someone("second@example.org");
    await tablet.post("/api/auth/sign-out");
    await tablet.signIn("second@example.org");
    expect(await told("second@example.org")).toMatchObject([{ act: "signed-in" }]);
    await tablet.post("/api/auth/sign-out");
    await tablet.signIn("first@example.org");
    expect(await told("first@example.org")).toEqual([]);
  });

  it("is notified after the second factor, and with a backup code in any browser", async () => {
    const email = "factors@example.org";
    const laptop = await someone(email);
    const { body } = await laptop.post("/api/auth/two-factor/enable", { password: "correct horse" });
    await laptop.post("/api/auth/two-factor/verify-totp", { code: codeOf(body.totpURI) });
    const phone = visitor();
    await phone.signIn(email);
    expect((await told(email)).map(({ act }) => act)).toEqual(["two-factor-on"]);
    await phone.post("/api/auth/two-factor/verify-backup-code", { code: body.backupCodes[0] });
    await laptop.post("/api/auth/sign-out");
    await laptop.signIn(email);
    await laptop.post("/api/auth/two-factor/verify-backup-code", { code: body.backupCodes[1] });
    await laptop.post("/api/auth/two-factor/generate-backup-codes", { password: "correct horse" });
    await laptop.post("/api/auth/two-factor/disable", { password: "correct horse" });
    expect((await told(email)).map(({ act }) => act)).toEqual([
      "two-factor-on",
      "backup-code-used",
      "backup-code-used",
      "backup-codes-renewed",
      "two-factor-off",
    ]);
    expect(await lettersTo(email)).toEqual([
      "Two-factor sign-in was switched on (CareDiary)",
      "A backup code was used to sign in (CareDiary)",
      "A backup code was used to sign in (CareDiary)",
      "New backup codes were made (CareDiary)",
      "Two-factor sign-in was switched off (CareDiary)",
    ]);
  });

  it("notifies of a new password and of signing out elsewhere, with the letters as before", async () => {
    const email = "words@example.org";
    const laptop = await someone(email);
    const change = { currentPassword: "correct horse", newPassword: "better horses" };
    expect((await laptop.post("/api/auth/change-password", change)).status).toBe(200);
    await laptop.post("/api/auth/revoke-other-sessions");
    expect((await told(email)).map(({ act }) => act)).toEqual(["password-changed", "signed-out-elsewhere"]);
    expect(await lettersTo(email)).toEqual(["Your password for CareDiary was changed"]);
  });
});

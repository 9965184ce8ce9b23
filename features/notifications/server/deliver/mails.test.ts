import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../../../../e2e/support/mail-server.ts";
import { HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { loadConfig } from "../../../../server/config.ts";
import { createLog } from "../../../../server/log.ts";
import { createDelivery } from "../../../../server/mail/delivery.ts";
import { startPostman } from "../../../../server/mail/postman.ts";
import { eventually } from "../../../../test/conformance/waiting.ts";
import { waitingForLocks } from "../../../../test/locks.ts";
import { type About, newTaskOf, tellOf } from "../../../../test/notifications.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import type { Kind } from "../../rules.ts";
import { queueDueMails } from "./mails.ts";

let service: Service;
let mails: MailServer;
let directory: string;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  mails = await startMailServer();
  directory = await mkdtemp(join(tmpdir(), "carediary-notification-mails-"));
});
afterAll(async () => {
  await mails.stop();
  await rm(directory, { recursive: true, force: true });
  await service.close();
});
beforeEach(async () => {
  await sql("delete from notifications");
  counted.length = 0;
  await sql("delete from mention_mails");
  await sql("delete from mail_outbox");
  team = await careTeam(service);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const outbox = () =>
  sql("select to_address, subject, text_body, html_body, unsubscribe_url from mail_outbox order by id");
const outcomes = async () =>
  (await sql("select outcome from notification_deliveries order by outcome")).map(({ outcome }) => outcome);
/** What the metrics were told since the beginning of the test. */
const counted: string[] = [];
const nothing = () => {};
const handOver = () =>
  queueDueMails({
    database: service.database,
    baseUrl: service.url,
    unsubscribe: service.unsubscribe,
    deliveries: {
      onDelivery: ({ channel, outcome }) => counted.push(`${channel} ${outcome}`),
      onReplacement: nothing,
      onMail: nothing,
    },
  });
/** As if everything that waits had waited long enough. */
const wait = () => sql("update notification_deliveries set next_attempt_at = now() where channel = 'mail'");

const tell = (person: TestPerson, kind: Kind, about: About) =>
  tellOf(service, person, kind, { diaryId: team.diaryId, ...about });
const newTask = (diaryId = team.diaryId) => newTaskOf(service, diaryId, team.owner);

describe("the mail of a notification", () => {
  it("waits five minutes, then goes out once, without a name, place or person", async () => {
    await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    const [{ waits }] = await sql(
      "select extract(epoch from next_attempt_at - now())::int as waits from notification_deliveries",
    );
    expect(waits).toBeGreaterThan(290);
    expect(waits).toBeLessThanOrEqual(300);
    expect(await handOver()).toBe(0);
    await wait();
    expect(await handOver()).toBe(1);
    expect(await handOver()).toBe(0);
    expect(await outcomes()).toEqual(["sent"]);
    expect(counted).toEqual(["mail sent"]);
    const [letter, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ to_address: team.caregiver.email, subject: "A task was given to you" });
    const [{ name }] = await sql("select name from diaries where id = $1", [team.diaryId]);
    for (const word of ["canary", "Rosa", "Blum", "Olga", "Clara", name])
      expect(JSON.stringify(letter)).not.toContain(word);
  });

  it("isn't sent for a seen, completed, hidden or reassigned subject", async () => {
    const seen = await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    await sql("update notifications set seen_at = now() where id = $1", [seen]);
    const done = await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    await sql("update notifications set done_at = now() where id = $1", [done]);
    const noteId = await createNote(team.owner, team.diaryId, { visibility: "team" });
    const taskId = await newTask();
    await sql("update tasks set note_id = $2 where id = $1", [taskId, noteId]);
    await tell(team.caregiver, "assigned", { type: "task", id: taskId });
    // An assignee sees their task whatever note it belongs to; others don't.
    await sql("update tasks set assigned_to = null where id = $1", [taskId]);
    await sql("update notes set visibility = 'private' where id = $1", [noteId]);
    const given = await newTask();
    await tell(team.caregiver, "assigned", { type: "task", id: given });
    await sql("update tasks set assigned_to = $2 where id = $1", [given, team.owner.userId]);
    await wait();
    expect(await handOver()).toBe(0);
    expect(await outcomes()).toEqual(["done", "done", "hidden", "seen"]);
    expect(counted).toEqual(["mail dropped", "mail dropped", "mail dropped", "mail dropped"]);
  });

  it("combines all due notifications of a kind in a notebook, and later ones of the same subject", async () => {
    const first = await newTask();
    await tell(team.caregiver, "assigned", { type: "task", id: first });
    await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    await wait();
    // Later, about the first one: it joins. About another one: it waits its own five minutes.
    await tell(team.caregiver, "assigned", { type: "task", id: first });
    await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    expect(await handOver()).toBe(1);
    expect((await outbox()).map(({ subject }) => subject)).toEqual(["3 tasks were given to you"]);
    expect(await outcomes()).toEqual(["sent", "sent", "sent", null]);
  });

  it("is written while its person's address, and with it the target, goes away", async () => {
    await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    await wait();
    const holder = await service.database.pool.connect();
    try {
      await holder.query("begin");
      // Whoever hands over waits here, between the claim and the record.
      await holder.query("lock table mail_outbox in share mode");
      const written = handOver();
      await waitingForLocks(service, 1);
      const deleted = sql("delete from notification_targets where user_id = $1", [team.caregiver.userId]);
      await waitingForLocks(service, 2);
      await holder.query("commit");
      expect(await written).toBe(1);
      await deleted;
    } finally {
      holder.release();
    }
    expect(await outbox()).toHaveLength(1);
    expect(await outcomes()).toEqual([]);
  });

  it("doesn't wait when it is urgent, and warns that reminders can fail", async () => {
    await tell(team.caregiver, "escalation", { type: "task", id: await newTask() });
    await sql("update tasks set remind_at = (select max(due_at) from notifications)");
    expect(await handOver()).toBe(1);
    const [{ text_body }] = await outbox();
    expect(text_body).toContain("Reminders can fail. Don't rely on them alone.");
  });

  it("goes to the address that the account has then, and to none that isn't confirmed or whose account is closed", async () => {
    const { owner, caregiver } = team;
    for (const person of [owner, caregiver])
      await tell(person, "assigned", { type: "task", id: await newTask() });
    await sql("update users set email = 'new@example.org' where id = $1", [caregiver.userId]);
    await sql("update users set closed_at = now() where id = $1", [owner.userId]);
    await wait();
    await handOver();
    expect((await outbox()).map(({ to_address }) => to_address)).toEqual(["new@example.org"]);
    await sql("update users set email_verified = false where id = $1", [caregiver.userId]);
    expect(
      await sql("select 1 from notification_targets where user_id = $1 and channel = 'mail'", [
        caregiver.userId,
      ]),
    ).toEqual([]);
    await sql("update users set email_verified = true where id = $1", [caregiver.userId]);
    expect(
      await sql("select 1 from notification_targets where user_id = $1 and channel = 'mail'", [
        caregiver.userId,
      ]),
    ).toHaveLength(1);
  });

  it("is limited to five of a kind in an hour; the rest waits for the digest", async () => {
    for (let i = 0; i < 7; i++) {
      await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
      await wait();
      await handOver();
    }
    expect(await outbox()).toHaveLength(5);
    expect(
      await sql("select 1 from notification_deliveries where channel = 'digest' and outcome is null"),
    ).toHaveLength(2);
    // Another kind has a limit of its own.
    await tell(team.caregiver, "escalation", {
      type: "note",
      id: await createNote(team.owner, team.diaryId),
    });
    expect(await handOver()).toBe(1);
  });

  it("isn't sent before quiet hours end", async () => {
    const minute = Math.floor((Date.now() / MINUTE) % (24 * 60));
    await team.caregiver.http.mutation(api.notifications.setSettings, {
      timeZone: "UTC",
      quietHours: { fromMinute: minute, toMinute: (minute + 120) % (24 * 60) },
    });
    await tell(team.caregiver, "assigned", { type: "task", id: await newTask() });
    const [{ waits }] = await sql(
      "select extract(epoch from next_attempt_at - now())::int as waits from notification_deliveries",
    );
    expect(waits * 1000).toBeGreaterThan(HOUR);
  });

  it("is one letter for a mention: the notification sends no second one", async () => {
    const { owner, caregiver, diaryId } = team;
    const noteId = await createNote(owner, diaryId);
    const commentId = await createComment(owner, diaryId, noteId, {
      content: "@Clara look",
      mentions: [caregiver.userId],
    });
    await tell(caregiver, "mentioned", { type: "comment", id: commentId });
    await wait();
    await handOver();
    expect(await outbox()).toHaveLength(1);
    expect(await outcomes()).toContain("mailed");
  });

  it("of a mention beyond the limit is in the digest, and nowhere when such mails are switched off", async () => {
    const { owner, caregiver, diaryId } = team;
    const noteId = await createNote(owner, diaryId);
    const mention = async () => {
      const commentId = await createComment(owner, diaryId, noteId, { mentions: [caregiver.userId] });
      await tell(caregiver, "mentioned", { type: "comment", id: commentId });
    };
    for (let i = 0; i < 6; i++) await mention();
    await wait();
    await handOver();
    expect(await outbox()).toHaveLength(5);
    expect(
      await sql("select 1 from notification_deliveries where channel = 'digest' and outcome is null"),
    ).toHaveLength(1);
    await caregiver.http.mutation(api.users.updateSettings, { mentionMails: false });
    await mention();
    await wait();
    await handOver();
    expect(await outbox()).toHaveLength(5);
    expect(await outcomes()).toContain("off");
  });
});

describe("ending mails", () => {
  /** Such a mail as it arrives by SMTP. */
  async function arrived() {
    const person = await createPerson(service, "Paula Post");
    const diaryId = await createNotebook(team.owner);
    await addMember(service, diaryId, person, "member");
    await tell(person, "assigned", { type: "task", id: await newTask(diaryId), diaryId });
    await wait();
    await handOver();
    const config = { ...loadConfig({ DATA_DIR: directory, MAIL_FROM: "Care <care@care.example>" }) };
    const delivery = createDelivery({ ...config, smtpUrl: mails.url });
    const postman = startPostman({ database: service.database, delivery, log: createLog("silent") });
    const [mail] = await eventually(async () => {
      const letters = await mails.letters(person.email);
      return letters.length > 0 && letters;
    }, 15_000).finally(() => postman.stop());
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
    const url = /^<(.*)>$/.exec(header("list-unsubscribe")!)![1]!;
    return { person, diaryId, mail: mail!, header, url };
  }

  it("accepts one POST without cookies, as the mail's headers state; nobody reads answers to it", async () => {
    const { person, diaryId, mail, header, url } = await arrived();
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail.text!.replace(/\s/g, "")).toContain(url);
    expect(mail.replyTo).toEqual([
      { name: "Nobody reads answers to this mail", address: "no-reply@care.example" },
    ]);
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(answer.status).toBe(200);
    expect(await person.http.query(api.notifications.listRules, {})).toEqual([
      { diaryId, kind: "assigned", channel: "mail", mode: "off" },
    ]);
    await sql("delete from mail_outbox");
    await tell(person, "assigned", { type: "task", id: await newTask(diaryId), diaryId });
    await wait();
    expect(await handOver()).toBe(0);
  }, 30_000);

  it("changes nothing by GET, which shows a page with a button; the page's other button begins them again", async () => {
    const { person, url } = await arrived();
    const rules = () => person.http.query(api.notifications.listRules, {});
    const page = await fetch(url);
    expect(page.headers.get("content-type")).toContain("text/html");
    const html = await page.text();
    expect(html).toContain("mails from one of your notebooks about tasks that are given to you");
    expect(html).toMatch(/<form method="post">.*<button>No more of these<\/button>/);
    expect(await rules()).toEqual([]);
    await fetch(url, { method: "POST" });
    expect(await (await fetch(url)).text()).toContain("These mails have ended already");
    await fetch(url, { method: "POST", body: new URLSearchParams({ again: "1" }) });
    expect(await rules()).toEqual([]);
  }, 30_000);

  it("refuses in words a link that was changed, is for another person, or for mails of an account's security", async () => {
    const { url } = await arrived();
    const { userId } = team.owner;
    const before = await sql("select * from notification_rules order by user_id");
    const [, person] = /~([0-9a-f-]{36})~/.exec(url)!;
    for (const wrong of [
      url.replace(person!, userId),
      url.replace("assigned", "comment"),
      url.slice(0, -1),
      `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
      `${service.url}/api/unsubscribe/none`,
      service.unsubscribe.sign({ userId, kind: "security", diaryId: null }),
    ]) {
      for (const method of ["GET", "POST"]) {
        const answer = await fetch(wrong, { method });
        expect(answer.status).toBe(404);
        expect(await answer.text()).toContain("This link doesn&#39;t end any mails");
      }
    }
    expect(await sql("select * from notification_rules order by user_id")).toEqual(before);
  }, 30_000);

  it("of mentions leaves the user's switch alone and ends those of one notebook only", async () => {
    const { owner, caregiver, diaryId } = team;
    const other = await createNotebook(owner);
    await addMember(service, other, caregiver, "member");
    const mention = async (where: string) =>
      createComment(owner, where, await createNote(owner, where), { mentions: [caregiver.userId] });
    await mention(diaryId);
    const [{ unsubscribe_url }] = await outbox();
    await fetch(unsubscribe_url, { method: "POST" });
    await sql("delete from mail_outbox");
    await mention(diaryId);
    expect(await outbox()).toEqual([]);
    await mention(other);
    expect(await outbox()).toHaveLength(1);
  });

  it("does nothing for a former member, and answers all the same", async () => {
    const { person, diaryId, url } = await arrived();
    await sql("delete from members where diary_id = $1 and user_id = $2", [diaryId, person.userId]);
    expect((await fetch(url, { method: "POST" })).status).toBe(200);
    expect(await sql("select 1 from notification_rules where user_id = $1", [person.userId])).toEqual([]);
  }, 30_000);
});

import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { writeMessage } from "../../../lib/words/message.ts";
import { createLog } from "../../../server/log.ts";
import { Contacts } from "../../../server/sync/contacts.ts";
import { escalateNow, passForRuns } from "../../../test/escalation.ts";
import { sendingParts } from "../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import type { Delivery } from "../../notifications/server/deliver/channels.ts";
import { deliverDue } from "../../notifications/server/deliver/deliver.ts";
import { planTasks } from "../../notifications/server/plan/task_planner.ts";
import { addPerson, ESCALATION_MESSAGES, FIRST_SETUP } from "../rules.ts";

const log = createLog("silent");
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await sql("delete from tasks");
  await sql("delete from notifications");
  await sql("delete from escalation_runs");
  await sql("delete from user_contacts");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const escalate = () => escalateNow(service);
async function watch(minutes: number) {
  for (let n = 0; n < minutes; n += 5) {
    await passForRuns(service, 5);
    await escalate();
  }
}

/** A caregiver's task that is due; the admin is told next. Each has a device that shows everything. */
async function running() {
  const team = await careTeam(service);
  const { owner, admin, caregiver, diaryId } = team;
  for (const { userId } of [owner, admin, caregiver])
    await sql(
      `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash, detail)
       values (gen_random_uuid(), $1, 'push', '\\x00', sha256(convert_to($2, 'UTF8')), 'what')`,
      [userId, userId],
    );
  const setup = addPerson(FIRST_SETUP, admin.userId);
  await owner.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind: "task-due",
    setup: { ...setup, people: [...setup.people] },
    version: 0,
  });
  const taskId = uuidv7();
  await sql("update reminder_clocks set done_until = now() - interval '1 minute'");
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, 'Walk', $3, now() - interval '1 second', $4)`,
    [taskId, diaryId, owner.userId, caregiver.userId],
  );
  await planTasks(service.database);
  await escalate();
  const [{ id: runId }] = await sql("select id from escalation_runs where subject_id = $1", [taskId]);
  return { ...team, taskId, runId: runId as string };
}

/** Sends what is due; returns the messages with the name of whom they went to. */
async function send(names: Record<string, TestPerson>) {
  const got: string[] = [];
  const nameOf = (id: string) => Object.entries(names).find(([, { userId }]) => userId === id)?.[0] ?? "?";
  await deliverDue(sendingParts(service, log), {
    channel: "push",
    concurrency: 1,
    async send(_: unknown, { userId, words }: Delivery) {
      got.push(`${nameOf(userId)}: ${words.title} | ${words.body}`);
      return "sent" as const;
    },
  });
  return got.sort();
}

const takeOn = (by: TestPerson, runId: string) => by.http.mutation(api.escalation.takeOn, { runId });
const listed = async (by: TestPerson) => by.http.query(api.escalation.listRunning, {});

it("pauses for half an hour when a member takes it on, notifies the others of it, and goes on at the same distances", async () => {
  const { owner, admin, caregiver, runId, taskId } = await running();
  await watch(60);
  expect(await send({ owner, admin, caregiver })).toContain("admin: Nobody has answered: Rosa Blum | Walk");
  expect(await listed(caregiver)).toMatchObject([
    { _id: runId, told: [{ name: "Adam Admin" }], taken: null, subjectId: taskId },
  ]);
  await takeOn(admin, runId);
  await escalate();
  expect(await send({ owner, admin, caregiver })).toEqual([
    "caregiver: Adam Admin is on it: Rosa Blum | Walk",
  ]);
  expect(await listed(owner)).toMatchObject([{ taken: { by: "Adam Admin", byId: admin.userId } }]);
  // Twice the same says nothing new.
  await takeOn(admin, runId);
  await escalate();
  expect(await send({ owner, admin, caregiver })).toEqual([]);
  await watch(55);
  expect(await send({ owner, admin, caregiver })).toEqual([]);
  await watch(10);
  const last = await send({ owner, admin, caregiver });
  expect(last.map((line) => line.split(":")[0])).toEqual(["admin", "owner"]);
});

it("sends nothing planned before a member took it on or did it", async () => {
  const { owner, admin, caregiver, runId, taskId } = await running();
  await send({ owner, admin, caregiver });
  await watch(60);
  await takeOn(caregiver, runId);
  expect(await send({ owner, admin, caregiver })).toEqual([]);
  const outcomes = await sql(
    "select distinct outcome from notification_deliveries d join notifications n on n.id = d.notification_id where n.kind = 'escalation' and d.channel = 'push' order by 1",
  );
  expect(outcomes).toEqual([{ outcome: "taken" }]);
  await escalate();
  await owner.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  expect(await send({ owner, admin, caregiver })).toEqual([]);
  await expect(takeOn(admin, runId)).rejects.toThrow(writeMessage(ESCALATION_MESSAGES.over));
  expect(await listed(owner)).toEqual([]);
});

it("shows the last connection of the assignee's phone, in the message and in the inbox, but not while it is connected", async () => {
  const { owner, admin, caregiver } = await running();
  const contacts = new Contacts(service.database, log);
  contacts.hear(caregiver.subject, "phone");
  contacts.hear(caregiver.subject, "computer");
  await contacts.write();
  const nobody = await sql("select count(*)::int as n from user_contacts");
  expect(nobody).toEqual([{ n: 2 }]);
  await sql("update user_contacts set last_at = now() - interval '20 minutes' where device = 'phone'");
  await send({ owner, admin, caregiver });
  await watch(60);
  const [message] = (await send({ owner, admin, caregiver })).filter((line) => line.startsWith("admin"));
  expect(message).toMatch(
    /^admin: Nobody has answered: Rosa Blum \| Walk\. Clara Caregiver’s phone was last connected .*; Clara Caregiver may have logged it offline\. Ask before you do it\.$/,
  );
  const { page } = await admin.http.query(api.notifications.pageNotifications, {
    paginationOpts: { numItems: 5, cursor: null },
  });
  expect(page[0]).toMatchObject({
    kind: "escalation",
    escalation: { step: "next", isOpen: true, contacts: [{ name: "Clara Caregiver", device: "phone" }] },
  });
  contacts.hear(caregiver.subject, "phone");
  await contacts.write();
  await watch(30);
  const later = await send({ owner, admin, caregiver });
  expect(later.join()).toContain("owner: Nobody has answered");
  expect(later.join()).not.toContain("connected");
});

it("reveals no subject and no phone on devices that show nothing", async () => {
  const { owner, admin, caregiver } = await running();
  await sql("insert into user_contacts values ($1, 'phone', now() - interval '1 hour')", [caregiver.userId]);
  await sql("update notification_targets set detail = null");
  await watch(60);
  const lines = await send({ owner, admin, caregiver });
  expect(new Set(lines.map((line) => line.split(": ")[1]))).toEqual(
    new Set(
      ["You have a reminder | ", "You have 3 reminders | "].filter((words) => lines.join().includes(words)),
    ),
  );
  expect(lines.join()).not.toMatch(/Walk|Clara|Rosa/);
});

import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../../../lib/dates/time.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { createLog } from "../../../../server/log.ts";
import { beginAt } from "../../../../test/moment.ts";
import { sendingParts } from "../../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf } from "../../../../test/plans.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import type { Service } from "../../../../test/service.ts";
import { planDoses } from "../../../doses/server/dose_planner.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import { createAnswerToken, readAnswerToken } from "../deliver/answer_tokens.ts";
import { deliverAll } from "../deliver/deliver.ts";
import { endDueSnoozes } from "../plan/snoozed.ts";
import { planTasks } from "../plan/task_planner.ts";

const startService = beginAt();

let push: PushService;
let service: Service;
const log = createLog("silent");
beforeAll(async () => {
  push = await startPushService();
  service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await service.close();
  await push.close();
});
beforeEach(async () => {
  for (const table of ["tasks", "notifications", "notification_targets"]) await sql(`delete from ${table}`);
  await sql("update dose_reminders set next_at = null");
  push.received.length = 0;
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

async function addBrowser({ http }: TestPerson, detail: "nothing" | "who" | "what") {
  const { deviceId } = await http.action(api.notifications.addPushDevice, {
    ...push.subscribe(),
    label: "phone",
  });
  await http.mutation(api.notifications.changeTarget, { deviceId, detail });
  return deviceId;
}

async function dueTask(diaryId: string, { userId }: TestPerson): Promise<string> {
  await sql("update reminder_clocks set done_until = now() - interval '1 hour'");
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, 'canary', $3, now() - interval '1 second', $3)`,
    [id, diaryId, userId],
  );
  await planTasks(service.database);
  return id;
}

/** Sends what waits; returns the newest message, and what it says of its buttons. */
async function deliver(): Promise<{
  token: string;
  ways: string[];
  by: string;
  tag: string;
  silent: boolean;
}> {
  await deliverAll(sendingParts(service, log));
  const { data, ...message } = JSON.parse(push.received.at(-1)!.text).notification;
  return { ...message, ...data };
}

const answer = ({ http }: TestPerson, messageToken: string, way: "done" | "later") =>
  http.action(api.notifications.answerMessage, { messageToken, answer: way });
const statusOf = async (taskId: string) =>
  (await sql("select status, completed_by from tasks where id = $1", [taskId]))[0];

it("completes a task by the button of a message that names it, once; a task that another has done is settled already", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await addBrowser(owner, "what");
  const taskId = await dueTask(diaryId, owner);
  const { token, ways, by } = await deliver();
  expect(ways).toEqual(["done", "later"]);
  expect(by).toBe(owner.subject);
  // Nothing in it can be read by whoever finds it.
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toMatch(/canary|Rosa/);
  expect(await answer(owner, token, "done")).toEqual({ outcome: "done", laterUntil: null });
  expect(await statusOf(taskId)).toEqual({ status: "completed", completed_by: owner.userId });
  // Sent again, because the first outcome was lost on its way.
  expect(await answer(owner, token, "done")).toEqual({ outcome: "done", laterUntil: null });
  await sql("update tasks set completed_by = $1", [caregiver.userId]);
  expect(await answer(owner, token, "done")).toEqual({ outcome: "over", laterUntil: null });
  expect(await answer(owner, token, "later")).toEqual({ outcome: "over", laterUntil: null });
});

it("offers only “later” without a name, for half an hour, and once for duplicate answers", async () => {
  const { owner, diaryId } = await careTeam(service);
  await addBrowser(owner, "who");
  await dueTask(diaryId, owner);
  const { token, ways } = await deliver();
  expect(ways).toEqual(["later"]);
  const before = Date.now();
  const first = await answer(owner, token, "later");
  expect(first.outcome).toBe("later");
  expect(Math.round((first.laterUntil! - before) / MINUTE)).toBe(30);
  await sql("update notifications set later_until = later_until - interval '1 minute'");
  expect((await answer(owner, token, "later")).laterUntil).toBe(first.laterUntil! - MINUTE);
});

describe("“later” that was pressed without a connection", () => {
  /** A message of a task that was made so many minutes ago and put off `pressed` minutes ago; its answer arrives now. */
  async function pressedAgo({ made, pressed }: { made: number; pressed: number }) {
    const { owner, diaryId } = await careTeam(service);
    const deviceId = await addBrowser(owner, "what");
    await dueTask(diaryId, owner);
    const { tag } = await deliver();
    const token = createAnswerToken(service.outgoing, { deviceId, tag }, Date.now() - made * MINUTE);
    const arrive = () =>
      owner.http.action(api.notifications.answerMessage, {
        messageToken: token,
        answer: "later",
        waitedMs: pressed * MINUTE,
      });
    return { tag, arrive, ...(await arrive()) };
  }
  const minutesUntil = (at: number | null) => Math.round((at! - Date.now()) / MINUTE);

  it.each([
    ["counts from the press", { made: 60, pressed: 20 }, 10],
    [
      "with a clock that was set meanwhile counts from the message, before which nobody can press",
      { made: 5, pressed: 999_999 },
      25,
    ],
  ] as const)("%s", async (_, when, minutes) => {
    const { laterUntil } = await pressedAgo(when);
    expect(minutesUntil(laterUntil)).toBe(minutes);
  });

  it("comes back at once, with sound, when its time is over; sent again it does nothing more", async () => {
    const { tag, arrive, laterUntil } = await pressedAgo({ made: 90, pressed: 45 });
    expect(minutesUntil(laterUntil)).toBe(-15);
    await endDueSnoozes(service.database);
    expect(await deliver()).toMatchObject({ tag, silent: false, renotify: true });
    const count = push.received.length;
    expect(await arrive()).toEqual({ outcome: "later", laterUntil });
    await endDueSnoozes(service.database);
    await deliver();
    expect(push.received).toHaveLength(count);
    expect(await sql("select seen_at from notifications where kind = 'task-due'")).toEqual([
      { seen_at: null },
    ]);
  });
});

it("never gives a dose by a button, but snoozes its message, with all its notifications", async () => {
  const { owner, diaryId } = await careTeam(service);
  await addBrowser(owner, "what");
  for (const name of ["Aspirin", "Bisoprolol"]) {
    const planId = await planOf(owner, diaryId, name, everyDayAt(clockIn(-2)), {
      facts: { name, strength: "5 mg" },
    });
    await beganDaysAgo(service.database.pool, planId, 3);
    await sql(
      "update dose_reminders set done_until = now() - interval '1 hour', next_at = now() where plan_id = $1",
      [planId],
    );
  }
  await planDoses(service.database);
  const { token, ways } = await deliver();
  expect(ways).toEqual(["later"]);
  await expect(answer(owner, token, "done")).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.noAnswer));
  expect(await sql("select 1 as one from doses where diary_id = $1", [diaryId])).toEqual([]);
  await answer(owner, token, "later");
  expect(
    await sql("select 1 as one from notifications where user_id = $1 and later_until is not null", [
      owner.userId,
    ]),
  ).toHaveLength(2);
});

it("works for no other user, and ends with the device and after a day", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const deviceId = await addBrowser(owner, "what");
  const taskId = await dueTask(diaryId, owner);
  const { token } = await deliver();
  const { outgoing } = service;
  await expect(answer(caregiver, token, "done")).rejects.toThrow(
    writeMessage(NOTIFICATION_MESSAGES.notFound),
  );
  const forged = Buffer.from(token, "base64url");
  forged[0]! ^= 1;
  await expect(answer(owner, forged.toString("base64url"), "done")).rejects.toThrow(
    writeMessage(NOTIFICATION_MESSAGES.notFound),
  );
  const [{ tag }] = await sql("select tag from notification_deliveries where sent_at is not null");
  const old = createAnswerToken(outgoing, { deviceId, tag }, Date.now() - DAY - 2000);
  await expect(answer(owner, old, "done")).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.notFound));
  expect(readAnswerToken(outgoing, token, Date.now())).toMatchObject({ deviceId, tag });
  // The role counts at the moment of the answer.
  await sql("update tasks set assigned_to = null");
  await sql("update members set role = 'extended' where user_id = $1", [caregiver.userId]);
  await owner.http.mutation(api.notifications.removeTarget, { deviceId });
  await expect(answer(owner, token, "done")).rejects.toThrow(writeMessage(NOTIFICATION_MESSAGES.notFound));
  expect((await statusOf(taskId)).status).toBe("pending");
});

it("refuses a member who may no longer do the task, by the button too", async () => {
  const { caregiver, diaryId } = await careTeam(service);
  await addBrowser(caregiver, "what");
  const taskId = await dueTask(diaryId, caregiver);
  const { token } = await deliver();
  await sql("update tasks set assigned_to = null");
  await sql("update members set role = 'extended' where user_id = $1", [caregiver.userId]);
  await expect(answer(caregiver, token, "done")).rejects.toThrow();
  expect((await statusOf(taskId)).status).toBe("pending");
});

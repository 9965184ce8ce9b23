import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { toClockInZone } from "../../../../lib/dates/zone-day.ts";
import { createLog } from "../../../../server/log.ts";
import { sendingParts } from "../../../../test/notifications.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { proofFor } from "../../../../test/proofs.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { type ServiceOfSomebody, startServiceOfSomebody } from "../../../../test/service_of_somebody.ts";
import { planTasks } from "../plan/task_planner.ts";
import { deliverAll } from "./deliver.ts";
import { replaceShown } from "./replace_shown.ts";

let push: PushService;
let receiver: ServiceOfSomebody;
let service: Service;
const lines: string[] = [];
const log = createLog("info", { write: (line) => void lines.push(line) });
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
  for (const table of ["tasks", "notifications", "notification_targets"]) await sql(`delete from ${table}`);
  push.received.length = 0;
  receiver.received.length = 0;
  lines.length = 0;
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const parts = () => sendingParts(service, log);

async function dueTask(diaryId: string, { userId }: TestPerson, ago: number): Promise<string> {
  const id = uuidv7();
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, 'canary title', $3, now() - make_interval(secs => $4), $3)`,
    [id, diaryId, userId, ago / 1000],
  );
  return id;
}

async function addBrowser({ http }: TestPerson) {
  const subscription = push.subscribe();
  await http.action(api.notifications.addPushDevice, { ...subscription, label: "canary phone" });
}

/** The server comes back: what became due since then is planned and sent. */
async function endDueSnoozes(away: number): Promise<void> {
  await sql("update reminder_clocks set done_until = now() - make_interval(secs => $1)", [away / 1000]);
  while ((await planTasks(service.database))?.isFull);
  await deliverAll(parts());
}

const shown = () =>
  push.received.map(({ text }) => {
    const { title, body } = JSON.parse(text).notification;
    return `${title}|${body}`;
  });

describe("after the server was away", () => {
  it.each([
    ["five minutes", 5 * MINUTE, [MINUTE, 3 * MINUTE], ["You have a reminder|", "You have a reminder|"], 0],
    ["two hours", 2 * HOUR, [5 * MINUTE, 30 * MINUTE, HOUR, 119 * MINUTE], ["You have a reminder|", 3], 3],
    ["ten hours", 10 * HOUR, [HOUR, 5 * HOUR, 7 * HOUR, 9 * HOUR], [2], 4],
    ["three days", 3 * DAY, [7 * HOUR, DAY, 2 * DAY], [], 3],
  ])("for %s", async (_, away, agos, expected, marked) => {
    const { owner, diaryId } = await careTeam(service);
    await sql("update diaries set time_zone = 'Europe/Berlin'");
    await addBrowser(owner);
    const begin = Date.now();
    for (const ago of agos) await dueTask(diaryId, owner, ago);
    await endDueSnoozes(away);
    // The oldest that is still told of; the task was written within seconds after `begin`.
    const oldest = Math.max(0, ...agos.filter((ago) => ago <= 6 * HOUR && ago > 10 * MINUTE));
    const clocks = [begin, begin + 5_000].map((at) => toClockInZone(at - oldest, "Europe/Berlin"));
    const words = expected.map((one) =>
      typeof one === "string"
        ? one
        : expect.stringMatching(
            new RegExp(
              `^${one} reminders while the server was away\\|The oldest is from (${clocks.join("|")})$`,
            ),
          ),
    );
    expect(
      shown()
        .sort((a, b) => Number(a[0] === "Y") - Number(b[0] === "Y"))
        .reverse(),
    ).toEqual(words);
    // All are in the inbox, once.
    expect(await sql("select 1 as one from notifications where kind = 'task-due'")).toHaveLength(agos.length);
    expect(await sql("select 1 as one from notifications where while_away")).toHaveLength(marked);
    await endDueSnoozes(away);
    expect(push.received).toHaveLength(expected.length);
  });
});

it("no word of a title, a note, a person or an address leaves the server or is logged by default", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await sql("update person_infos set full_name = 'canary subject'");
  await sql("update users set name = 'canary person'");
  await sql("update diaries set name = 'canary notebook'");
  for (const person of [owner, caregiver]) await addBrowser(person);
  await owner.http.action(api.notifications.addNtfy, {
    proof: proofFor(owner, "ntfy"),
    server: receiver.url,
    label: "canary ntfy",
  });
  for (const bodyFormat of ["standard", "apprise"] as const)
    await owner.http.action(api.notifications.addWebhook, {
      proof: proofFor(owner, "program"),
      ...{ hookUrl: `${receiver.url}/${bodyFormat}`, bodyFormat, label: "canary hook" },
    });
  const ids = [];
  for (const ago of [1000, 2 * HOUR, 3 * HOUR]) ids.push(await dueTask(diaryId, owner, ago));
  receiver.answerWith(500, "canary answer");
  await endDueSnoozes(4 * HOUR);
  receiver.answerWith();
  await sql("update notification_deliveries set next_attempt_at = now() where outcome is null");
  await deliverAll(parts());
  for (const taskId of ids) await owner.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  await replaceShown(parts());
  expect(push.received.length).toBeGreaterThanOrEqual(4);
  expect(receiver.received.length).toBeGreaterThanOrEqual(8);
  const left = JSON.stringify([push.received.map(({ text }) => text), receiver.received]);
  expect(left).not.toMatch(/canary/i);
  expect(left).not.toContain(diaryId);
  const log = lines.join("");
  expect(log).not.toMatch(/canary/i);
  expect(log).not.toContain("127.0.0.1");
});

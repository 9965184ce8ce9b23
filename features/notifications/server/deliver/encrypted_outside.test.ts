import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../../../server/log.ts";
import { type Devices, startDevices } from "../../../../test/devices.ts";
import { give } from "../../../../test/doses.ts";
import { beginAt } from "../../../../test/moment.ts";
import { sendingParts, tellOf } from "../../../../test/notifications.ts";
import { api, careTeam, createComment, createNote } from "../../../../test/people.ts";
import { beganDaysAgo, doseIn, planOf } from "../../../../test/plans.ts";
import { proofFor } from "../../../../test/proofs.ts";
import { foundInTables, uniqueWord, wordsFound } from "../../../../test/secret-words.ts";
import type { Service } from "../../../../test/service.ts";
import { webhookOf } from "../../../../test/webhooks.ts";
import { planDoses } from "../../../doses/server/dose_planner.ts";
import { deliverMessages } from "../../../webhooks/server/deliver.ts";
import { writeDigests } from "../digest/digests.ts";
import { planTasks } from "../plan/task_planner.ts";
import { deliverAll } from "./deliver.ts";
import { queueDueMails } from "./mails.ts";
import { replaceShown } from "./replace_shown.ts";

const startService = beginAt();

let devices: Devices;
let service: Service;
const log = createLog("silent");
beforeAll(async () => {
  devices = await startDevices();
  service = await startService({ outgoing: devices.outgoing });
});
afterAll(async () => {
  await service.close();
  await devices.close();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const deliver = async () => {
  await deliverAll(sendingParts(service, log));
  await replaceShown(sendingParts(service, log));
};

it("no outgoing message names encrypted subjects: letters, pushes, ntfy, programs, webhooks and calendars", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const secrets: string[] = [];
  const secret = (what: string) => {
    const made = uniqueWord(what);
    secrets.push(made);
    return made;
  };
  const [openNote, openPlan, openTask] = ["note", "plan", "task"].map((what) =>
    uniqueWord(`open-${what}`),
  ) as [string, string, string];

  // Everything goes everywhere, in the greatest detail that people can choose.
  const endpoint = await devices.addBrowser(owner, "what");
  await owner.http.action(api.notifications.addNtfy, {
    proof: proofFor(owner, "ntfy"),
    ...{ server: devices.receiver.url, label: "ntfy" },
  });
  await owner.http.action(api.notifications.addWebhook, {
    proof: proofFor(owner, "program"),
    ...{ hookUrl: `${devices.receiver.url}/hook`, bodyFormat: "standard", label: "Home" },
  });
  await sql("update notification_targets set detail = 'what' where channel <> 'mail'");
  await webhookOf(owner, `${devices.receiver.url}/events`);
  const { link } = await owner.http.action(api.feeds.createFeed, {
    proof: proofFor(owner, "calendar"),
    whose: "all",
    detail: "titles",
  });
  await owner.http.mutation(api.notifications.setSettings, { digestTitles: true });

  const { schedule, slot } = doseIn(-2);
  // Notes, comments, tasks and doses, each once in the open and once encrypted.
  for (const isEncrypted of [false, true]) {
    const word = (what: string, open: string) => (isEncrypted ? secret(what) : open);
    const noteId = await createNote(caregiver, diaryId, {
      title: word("title", openNote),
      content: isEncrypted ? secret("content") : "plain",
      isEncrypted,
      mentions: [owner.userId],
    });
    const commentId = await createComment(caregiver, diaryId, noteId, {
      content: isEncrypted ? secret("comment") : "plain",
    });
    await tellOf(service, owner, "note", { diaryId, type: "note", id: noteId });
    await tellOf(service, owner, "comment", { diaryId, type: "comment", id: commentId });
    await sql(
      `insert into tasks (id, diary_id, title, note_id, created_by, scheduled_date, assigned_to)
       values (gen_random_uuid(), $1, $2, $3, $4, now() - interval '1 second', $4)`,
      [diaryId, word("task", openTask), noteId, owner.userId],
    );
    const name = word("plan", openPlan);
    const planId = await planOf(owner, diaryId, name, schedule, {
      facts: { name, strength: isEncrypted ? secret("strength") : "5 mg" },
      isEncrypted,
    });
    await beganDaysAgo(service.database.pool, planId, 3);
    await sql(
      `update dose_reminders set done_until = now() - interval '1 hour', next_at = now() - interval '1 minute'
        where plan_id = $1`,
      [planId],
    );
  }
  await sql("update reminder_clocks set done_until = now() - interval '1 hour'");
  await planTasks(service.database);
  await planDoses(service.database);
  await deliver();

  // What replaces a message on a device names who gave a dose.
  const plans = await sql("select id, sealed_facts is not null as sealed from medication_plans");
  for (const { id, sealed } of plans)
    await give(owner, id, { slot, givenByName: sealed ? secret("giver") : "Nurse Nora" });
  await deliver();

  const parts = { ...sendingParts(service, log), unsubscribe: service.unsubscribe };
  await queueDueMails(parts as never);
  await sql("update notification_settings set next_digest_at = now() - interval '1 second'");
  await writeDigests(parts as never);
  await deliverMessages(parts as never);
  const calendar = await (await fetch(link)).text();

  const sent = {
    pushes: JSON.stringify(devices.messagesTo(endpoint)),
    "ntfy and programs": JSON.stringify(devices.receiver.received),
    letters: JSON.stringify(await sql("select subject, text_body, html_body from mail_outbox")),
    calendars: calendar,
  };
  for (const [where, text] of Object.entries(sent))
    expect([where, wordsFound(Buffer.from(text), secrets)]).toEqual([where, []]);
  // What is meant to be seen is seen: the search of this test finds what is there.
  expect(sent.pushes).toContain(openPlan);
  expect(sent.pushes).toContain("Encrypted plan");
  expect(sent["ntfy and programs"]).toContain(openTask);
  expect(sent.letters).toContain(openNote);
  expect(sent.letters).toContain("Encrypted note");
  expect(sent.calendars).toContain(openTask);
  expect(Object.keys(await foundInTables(service.database, [openNote]))).toContain("public.mail_outbox");
  // The titles of tasks and typed names of who gave a dose are stored as they are; the form says so.
  const known = /^(task|giver)-/;
  expect(
    await foundInTables(
      service.database,
      secrets.filter((word) => !known.test(word)),
    ),
  ).toEqual({});
}, 60_000);

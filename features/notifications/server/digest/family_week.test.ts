import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { beginAt } from "../../../../test/moment.ts";
import { tellOf } from "../../../../test/notifications.ts";
import {
  addMember,
  api,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import type { Service } from "../../../../test/service.ts";
import { queueDueMails } from "../deliver/mails.ts";
import { planEvents } from "../plan/event_planner.ts";
import { planTasks } from "../plan/task_planner.ts";
import { writeDigests } from "./digests.ts";

/**
 * A week of a family with all settings as they are at first: a mother's notebook with her daughter as the owner, two paid
 * caregivers in turns, a doctor and a grandson who reads along. Counts what each of them gets.
 */

/** Shorter than the lateness with which a reminder is sent alone. */
const STEP = 8 * MINUTE;

const startService = beginAt();

let service: Service;
let diaryId: string;
let people: Record<"owner" | "anna" | "ben" | "clinician" | "viewer", TestPerson>;
type Name = keyof typeof people;

beforeAll(async () => {
  service = await startService();
  const names = { owner: "Olga", anna: "Anna", ben: "Ben", clinician: "Dora", viewer: "Viktor" };
  const made = Object.entries(names).map(async ([key, name]) => [key, await createPerson(service, name)]);
  people = Object.fromEntries(await Promise.all(made)) as typeof people;
  diaryId = await createNotebook(people.owner);
  for (const person of [people.anna, people.ben]) await addMember(service, diaryId, person, "member");
  await addMember(service, diaryId, people.clinician, "clinician");
  for (const person of Object.values(people)) {
    // As the client does when somebody signs in for the first time, and as everybody does who wants reminders.
    await person.http.mutation(api.notifications.setSettings, { timeZone: "Europe/Berlin" });
    await sql(
      `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
       values (gen_random_uuid(), $1, 'push', '\\x00', sha256(convert_to($2, 'UTF8')))`,
      [person.userId, `phone of ${person.userId}`],
    );
  }
  await sql("update reminder_clocks set done_until = now()");
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const parts = () => {
  const { database, vault, unsubscribe, url } = service;
  return { database, vault, unsubscribe, baseUrl: url };
};

/** Lets time go by, as the nodes see it: a few minutes or until something becomes due, then what is due, and so on. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; ) {
    const step = Math.min(left, Math.max(STEP, await untilNext()));
    await age(step);
    await tick();
    left -= step;
  }
}

/** How long nothing becomes due, ms. */
async function untilNext(): Promise<number> {
  const [{ ms }] = await sql(
    `select extract(epoch from least(
              (select min(scheduled_date) from tasks where scheduled_date > clock_timestamp()),
              (select min(next_attempt_at) from notification_deliveries where next_attempt_at > clock_timestamp() and outcome is null)
            ) - clock_timestamp())::float8 * 1000 as ms`,
  );
  return ms ?? Number.POSITIVE_INFINITY;
}

/** Everything that has happened was so much earlier. */
async function age(ms: number): Promise<void> {
  const earlier = (table: string, ...columns: string[]) =>
    `update ${table} set ${columns.map((column) => `${column} = ${column} - $1 * interval '1 ms'`).join(", ")}`;
  await sql(
    `with t as (${earlier("tasks", "scheduled_date")}),
          c as (${earlier("reminder_clocks", "done_until")}),
          m as (${earlier("mention_mails", "sent_at")}),
          e as (${earlier("notes", "created_at", "updated_at")}),
          j as (${earlier("members", "joined_at")}),
          r as (${earlier("read_marks", "up_to", "shown_up_to")}),
          g as (${earlier("digests", "made_at")}),
          n as (${earlier("notifications", "due_at", "made_at", "seen_at", "done_at")})
     ${earlier("notification_deliveries", "due_at", "next_attempt_at")} where isfinite(next_attempt_at)`,
    [ms],
  );
}

/** What every node does each second. */
async function tick(): Promise<void> {
  await planTasks(service.database);
  await planEvents(service.database);
  await queueDueMails(parts());
}

/** Somebody opens the notebook and sees what is new. */
const looks = async (...names: Name[]) => {
  await tick();
  for (const name of names) {
    const { http } = people[name];
    await http.mutation(api.notifications.markAllSeen, { upTo: Date.now() + 1000 });
    await http.mutation(api.updates.markAllRead, { upTo: Date.now() + 1000 });
  }
};

/** What is for the whole family, or for the team only. */
const note = (name: Name, title: string, visibility: "team" | "extended" = "team") =>
  createNote(people[name], diaryId, { title, visibility });

/** A dose is due: as its planner says it, to everybody who may give it. */
async function doses(kind: "dose-due" | "dose-missed" = "dose-due"): Promise<void> {
  const id = uuidv7();
  for (const name of ["owner", "anna", "ben"] as const)
    await tellOf(service, people[name], kind, { type: "dose", id, diaryId });
}

async function task(
  by: Name,
  title: string,
  { to, at = 0 }: { to?: Name; at?: number } = {},
): Promise<string> {
  return people[by].http.mutation(api.tasks.createTask, {
    diaryId,
    title,
    scheduledDate: Date.now() + at,
    ...(to && { assignedTo: people[to].userId }),
  });
}

const done = async (name: Name, taskId: string) =>
  people[name].http.mutation(api.tasks.updateTask, { taskId, status: "completed" });

async function dayOf(day: number): Promise<void> {
  const [onDuty, off]: [Name, Name] = day % 2 === 0 ? ["anna", "ben"] : ["ben", "anna"];
  // 7:00. Washing is whoever's is on duty; the walk is for whoever has time.
  const wash = await task(onDuty, "Wash her hair", { to: onDuty, at: 30 * MINUTE });
  const walk = await task(onDuty, "A walk", { at: 3 * HOUR });
  await looks(onDuty);
  await pass(30 * MINUTE);
  await pass(10 * MINUTE);
  await looks(onDuty);
  await done(onDuty, wash);
  await note(onDuty, "The night");
  await doses();
  // 8:00. The daughter reads on her way to work and asks something.
  await pass(20 * MINUTE);
  await looks("owner");
  const morning = await note(onDuty, "Breakfast");
  await pass(HOUR);
  await createComment(people.owner, diaryId, morning, { content: "Did she drink?" });
  await pass(20 * MINUTE);
  await looks(onDuty);
  await createComment(people[onDuty], diaryId, morning, { mentions: [people.owner.userId] });
  // 10:30. The walk.
  await pass(70 * MINUTE);
  await pass(5 * MINUTE);
  await looks(onDuty);
  await done(onDuty, walk);
  // 12:30. Lunch, and twice a week something for the daughter to do.
  await pass(2 * HOUR);
  await note(onDuty, "Lunch", "extended");
  await doses();
  if (day % 3 === 0) await task(onDuty, "Order gloves", { to: "owner", at: 6 * HOUR });
  await pass(10 * MINUTE);
  await pass(3 * HOUR);
  await looks("owner", onDuty);
  // 16:00. Once the doctor is asked, once she writes.
  if (day === 2)
    await createComment(people[onDuty], diaryId, morning, { mentions: [people.clinician.userId] });
  if (day === 4) await note("clinician", "The visit");
  if (day === 1) await addMember(service, diaryId, people.viewer, "extended");
  await pass(10 * MINUTE);
  await pass(2 * HOUR);
  // 18:00. Everybody's digest, on this day of the week.
  await tick();
  await sql("update notification_settings set next_digest_at = now() - $1 * interval '1 day'", [7 - day]);
  await writeDigests(parts());
  await doses();
  if (day === 5) await doses("dose-missed");
  // 18:30. Handover: the next one is told what is to be done tomorrow.
  await pass(30 * MINUTE);
  const evening = await note(onDuty, "The evening");
  await createComment(people[onDuty], diaryId, evening, { mentions: [people[off].userId] });
  await pass(20 * MINUTE);
  await pass(HOUR);
  await looks("owner", "viewer", off);
  if (day === 3 || day === 6) await looks("clinician");
  // The night.
  await age(DAY - 13 * HOUR);
  await tick();
}

it("sends each member of a family their messages of a week", { timeout: 180_000 }, async () => {
  for (let day = 0; day < 7; day++) await dayOf(day);
  const table = await sql(
    `select u.name,
            (select count(*)::int from notifications n where n.user_id = u.id) as inbox,
            (select count(*)::int from notification_deliveries d join notification_targets t on t.id = d.target_id
              where t.user_id = u.id and d.channel = 'push') as push,
            (select count(*)::int from mail_outbox o where o.to_address = u.email and o.subject like 'News from%') as digests,
            (select count(*)::int from mail_outbox o where o.to_address = u.email and o.subject like '% mentioned you in %') as mentions,
            (select count(*)::int from mail_outbox o where o.to_address = u.email and o.subject like '%given to you') as given,
            (select count(*)::int from mail_outbox o where o.to_address = u.email) as mails
       from users u order by u.name`,
  );
  // Doses and tasks ring at everybody who may give or do them, on duty or not. Of 42 pushes to the daughter 22 are of
  // doses, 10 of tasks, 7 of mentions, 3 of tasks that she is given. Notes of others are news: in digests, not in the inbox.
  // Letters are only for what addresses that person; the daughter, who looks into the notebook each day, has hardly a
  // digest, and the grandson, who only reads along, is never rung at.
  expect(table).toEqual([
    { name: "Anna", inbox: 40, push: 36, digests: 4, mentions: 3, given: 0, mails: 7 },
    { name: "Ben", inbox: 39, push: 36, digests: 4, mentions: 4, given: 0, mails: 8 },
    { name: "Dora", inbox: 1, push: 1, digests: 7, mentions: 1, given: 0, mails: 8 },
    { name: "Olga", inbox: 42, push: 42, digests: 1, mentions: 7, given: 3, mails: 11 },
    { name: "Viktor", inbox: 0, push: 0, digests: 5, mentions: 0, given: 0, mails: 5 },
  ]);
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { trustedCertificate } from "../certificate.ts";
import { passForRuns } from "../escalation.ts";
import { addMember, api, createNotebook, createPerson, type TestPerson } from "../people.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf } from "../plans.ts";
import { type PushService, startPushService } from "../push_service.ts";
import { seededRandom } from "../random.ts";
import { programEnvironment } from "../server-process.ts";
import { type Service, startService } from "../service.ts";

const random = seededRandom();

/** How many nodes are killed; `REMINDER_KILLS=100` is the long drill. */
const KILLS = Number(process.env.REMINDER_KILLS ?? 2);
const NODES = 3;
const PEOPLE = 8;
/** Tasks become due all the time, so that each kill comes while something is planned and sent. */
const PER_SECOND = 40;
const SECONDS = 4 + KILLS;
/** Tasks that nobody answers, and as many that somebody does in the middle; and plans with a dose each. */
const ESCALATED = 10;
const PLANS = 20;
/** Again after five and ten minutes, the next person after fifteen, those who lead after twenty-five. */
const LAST_STEP_MINUTES = 25;
const PEOPLE_TOLD = { next: 1, leaders: 1 };
const MOST_AGAIN = 2;

let service: Service;
let push: PushService;
let directory: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  push = await startPushService({ delayMs: 50 });
  service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
  directory = await mkdtemp(join(tmpdir(), "carediary-reminders-"));
  await writeFile(join(directory, "ca.pem"), trustedCertificate().cert);
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await service.close();
  await push.close();
  await rm(directory, { recursive: true });
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

function startNode(): { child: ChildProcess; isReady: Promise<unknown> } {
  const { connectionString } = service.database.pool.options as { connectionString: string };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "reminding.ts"), connectionString, push.host],
    {
      env: { ...programEnvironment(), NODE_EXTRA_CA_CERTS: join(directory, "ca.pem") },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  running.add(child);
  child.once("exit", () => running.delete(child));
  return { child, isReady: once(child.stdout!, "data") };
}

async function addTasks(diaryId: string, people: TestPerson[]): Promise<number> {
  const count = PER_SECOND * SECONDS;
  await sql(
    `insert into tasks (id, diary_id, title, created_by, assigned_to, scheduled_date)
     select gen_random_uuid(), $1, 'Walk', $2, ($3::uuid[])[1 + n % $4], now() + interval '2 seconds' + n * interval '1 second' / $5
       from generate_series(1, $6) n`,
    [diaryId, people[0]!.userId, people.map(({ userId }) => userId), people.length, PER_SECOND, count],
  );
  return count;
}

/** A notebook of two in which nobody answers: its tasks are due, and half of them are done at some time. */
async function addEscalated(owner: TestPerson, next: TestPerson): Promise<string> {
  const diaryId = await createNotebook(owner);
  await addMember(service, diaryId, next, "member");
  await owner.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind: "task-due",
    setup: {
      again: { everyMinutes: 5, times: 2 },
      people: [{ userId: next.userId, waitMinutes: 15 }],
      leadersWaitMinutes: 10,
    },
    version: 0,
  });
  await sql(
    `insert into tasks (id, diary_id, title, created_by, assigned_to, scheduled_date)
     select gen_random_uuid(), $1, 'Walk', $2, $2, now() from generate_series(1, $3)`,
    [diaryId, owner.userId, 2 * ESCALATED],
  );
  return diaryId;
}

/** Plans whose dose of today isn't looked at before `release`. */
async function addPlans(owner: TestPerson, diaryId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < PLANS; n++) {
    const planId = await planOf(owner, diaryId, "ramipril", everyDayAt(clockIn(-2)));
    await beganDaysAgo(service.database.pool, planId, 3);
    ids.push(planId);
  }
  await sql("update dose_reminders set next_at = null");
  return ids;
}
const release = (planIds: readonly string[]) =>
  sql(
    `update dose_reminders set done_until = now() - interval '1 hour', next_at = now()
      where kind = 'dose' and plan_id = any($1)`,
    [planIds],
  );

/** Somebody does half of the tasks, one transaction each, while their steps are taken. */
const finishHalf = async (diaryId: string) => {
  for (const { id } of await sql("select id from tasks where diary_id = $1 order by id limit $2", [
    diaryId,
    ESCALATED,
  ]))
    await sql(
      `update tasks set status = 'completed', completed_at = clock_timestamp(), completed_by = created_by where id = $1`,
      [id],
    );
};

/** What was told of a notebook's escalated tasks: by step, how many tasks have how many of it. */
async function checkEscalated(diaryId: string): Promise<number> {
  const rows = await sql(
    `select t.id, t.completed_at is not null as is_done, r.state, n.step, count(n.id)::int as count,
            coalesce(bool_or(n.made_at > t.completed_at), false) as after_it_was_done
       from tasks t join escalation_runs r on r.subject_id = t.id
       left join notifications n on n.run_id = r.id where t.diary_id = $1 group by t.id, r.state, n.step`,
    [diaryId],
  );
  let told = 0;
  for (const [, ofTask] of Map.groupBy(rows, ({ id }) => id)) {
    const [{ is_done, state }] = ofTask;
    expect(state).toBe(is_done ? "done" : "open");
    expect(ofTask.some(({ after_it_was_done }) => after_it_was_done)).toBe(false);
    const counts = Object.fromEntries(ofTask.flatMap(({ step, count }) => (step ? [[step, count]] : [])));
    const { again = 0, ...people } = counts;
    // Of two that are due at once, because no node was there, only the last is told.
    if (!is_done) expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(MOST_AGAIN);
    if (!is_done) expect(people).toEqual(PEOPLE_TOLD);
    told += Object.values(counts).reduce((sum: number, count) => sum + (count as number), 0);
  }
  return told;
}

it(`no reminder is lost or planned twice while ${KILLS} nodes are killed`, {
  timeout: 120_000 + KILLS * 8_000,
}, async () => {
  const people: TestPerson[] = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await createPerson(service, `Person ${n}`));
  const diaryId = await createNotebook(people[0]!);
  for (const { userId } of people.slice(1))
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [diaryId, userId],
    );
  for (const { http } of people)
    await http.action(api.notifications.addPushDevice, { ...push.subscribe(), label: "phone" });
  const plans = await addPlans(people[0]!, diaryId);
  const nodes = Array.from({ length: NODES }, startNode);
  await Promise.all(nodes.map(({ isReady }) => isReady));
  const tasks = await addTasks(diaryId, people);
  const escalated = await addEscalated(people[0]!, people[1]!);
  const runs = () => sql("select from escalation_runs").then(({ length }) => length);
  await expect.poll(runs, { timeout: 30_000 }).toBe(2 * ESCALATED);
  // Time passes for the runs with the kills, so that steps are taken while nodes die.
  const minutesAKill = LAST_STEP_MINUTES / KILLS;
  let passed = 0;
  const passUpTo = async (minutes: number) => {
    await passForRuns(service, Math.floor(minutes) - passed);
    passed = Math.floor(minutes);
  };

  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 300 + random() * 900));
    const index = Math.floor(random() * NODES);
    const { child } = nodes[index]!;
    const ended = once(child, "exit");
    const places = [kill, kill + 1].map((n) => Math.floor((n * PLANS) / KILLS));
    await release(plans.slice(...places));
    await passUpTo(kill * minutesAKill);
    if (kill === Math.floor(KILLS / 2)) await finishHalf(escalated);
    child.kill("SIGKILL");
    await ended;
    nodes[index] = startNode();
  }
  await Promise.all(nodes.map(({ isReady }) => isReady));

  const isOver = async () =>
    (await sql("select from escalation_runs where state = 'open' and done_minutes < $1", [LAST_STEP_MINUTES]))
      .length === 0;
  while (!(await isOver()) && passed < 4 * LAST_STEP_MINUTES) {
    await passUpTo(passed + 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const left = async () =>
    (
      await sql(
        `select (select count(*) from tasks t where not exists (select from notifications n where n.subject_id = t.id))::int
                + (select count(*) from notification_deliveries where channel = 'push' and outcome is null)::int
                + (select count(*) from dose_reminders where next_at <= now())::int
                + (select count(*) from escalation_runs where next_at <= now())::int as n`,
      )
    )[0].n;
  // What a killed node had claimed is free after two minutes; the test doesn't wait for them.
  const freeClaims = () =>
    sql(
      `update notification_deliveries set next_attempt_at = now()
          where channel = 'push' and outcome is null and leased_until < now() + interval '90 seconds'`,
    );
  await expect
    .poll(() => freeClaims().then(left), { timeout: 90_000 + KILLS * 4_000, interval: 500 })
    .toBe(0);

  const [{ planned, twice }] = await sql(
    `select count(*)::int as planned, count(*) - count(distinct (subject_id, due_at, user_id)) as twice
       from notifications where kind = 'task-due'`,
  );
  expect([planned, Number(twice)]).toEqual([tasks + 2 * ESCALATED, 0]);
  const [{ doses, plansTold }] = await sql(
    `select count(*)::int as doses, count(distinct (subject_id, user_id))::int as "plansTold"
       from notifications where kind = 'dose-due'`,
  );
  expect([doses, plansTold]).toEqual([PLANS * PEOPLE, PLANS * PEOPLE]);
  const steps = await checkEscalated(escalated);

  // Silent ones only replace what was shown.
  const tags = push.received
    .map(({ text }) => JSON.parse(text).notification as { tag: string; silent: boolean })
    .flatMap(({ tag, silent }) => (silent ? [] : tag));
  const outcomes = await sql(
    `select n.id, n.kind, d.outcome, d.tag from notifications n
       join notification_deliveries d on d.notification_id = n.id and d.channel = 'push'`,
  );
  const shown = new Set(tags);
  // None is lost: each was sent, under its own tag or under that of those with which it was put together.
  expect(outcomes.filter(({ outcome }) => outcome !== "sent" && outcome !== "done")).toEqual([]);
  expect(outcomes.filter(({ outcome, tag }) => outcome === "sent" && !shown.has(tag))).toEqual([]);
  // What came twice has the tag of the first, so it takes its place.
  const single = new Set(outcomes.flatMap(({ id, kind }) => (kind === "dose-due" ? [] : id)));
  const grouped = new Set(outcomes.flatMap(({ kind, tag }) => (kind === "dose-due" ? tag : [])));
  const others = tags.filter((tag) => !single.has(tag) && !grouped.has(tag));
  expect(others).toEqual([]);
  expect(push.refusals).toEqual([]);
  process.stdout.write(
    `${KILLS} kills: ${planned} reminders of tasks, ${doses} of doses, ${steps} steps of escalations; ` +
      `${tags.length - shown.size} messages came a second time under the same tag\n`,
  );
});

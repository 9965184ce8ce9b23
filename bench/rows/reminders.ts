import { createECDH, createHash, randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createLog } from "../../server/log.ts";
import { openOutgoing } from "../../server/outgoing/outgoing.ts";
import { openWriter, type Writer } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { shortId } from "../filled.ts";
import { postgresCpu } from "../postgres_usage.ts";
import { profiled } from "../profile.ts";
import { percentile, type Row, round } from "../statistics.ts";
import { SECRET } from "../tokens.ts";
import { usageOf } from "../usage.ts";

/** Each with a notebook of their own and a device. */
const PEOPLE = 20_000;
/** Of all of them, at one moment. */
/** `REMINDER_TASKS` makes them fewer, in parts of 20,000. */
const TASKS = Number(process.env.REMINDER_TASKS ?? 100_000);
const PART = 20_000;
const HISTORY_DAYS = 5;
const NORMAL_A_SECOND = 20;
/** `REMINDER_SECONDS` shortens it. */
const NORMAL_SECONDS = Number(process.env.REMINDER_SECONDS ?? 60);
const WARM_UP = 100;
const IDLE_WRITES = 200;
const BETWEEN_WRITES_MS = 20;
const GIVEN_UP_AFTER_MS = 300_000;

const PLANNED_SECONDS = 20;
const HANDED_OVER_SECONDS = 60;
const LATE_SECONDS = 5;
const WRITES_TIMES = 2;

/**
 * Two nodes that serve, plan and send, and a push service that answers after 100 ms: how late reminders are at normal
 * load, then 100,000 that become due at one moment. Meanwhile somebody writes notes on one of the nodes.
 */
export async function measureReminders(environment: Environment): Promise<Row[]> {
  const { pool } = environment.database;
  const push = await environment.startPushStandIn();
  await addPeople(environment, push.host);
  await addHistory(environment);
  await pool.query("vacuum analyze");
  const nodes = [await environment.start("ours", push), await environment.start("ours", push)] as const;
  const { owner } = await environment.notebook(0);
  const writer = await openWriter(nodes[0], owner);
  const spent = async () => {
    const [first, second] = await Promise.all(nodes.map(({ port }) => usageOf(port)));
    return { nodes: (first!.cpu + second!.cpu) / 1000, postgres: await postgresCpu(pool) };
  };

  await writeNotes(writer, WARM_UP);
  const idle = percentile(await writeNotes(writer, IDLE_WRITES), 0.95);
  const lateness = await normalLoad(environment);
  const normalMessages = (await push.received()).messages;

  const { release } = await addDueTasks(environment);
  const before = await spent();
  const began = performance.now();
  const ended = new AbortController();
  let writing: Promise<number[]>;
  const [planned = 0, handedOver = 0] = await profiled(
    environment,
    nodes.map(({ port }) => port),
    async () => {
      await release();
      writing = writeNotes(writer, Number.POSITIVE_INFINITY, ended.signal);
      return [
        await secondsUntil(began, () => isPlanned(environment)),
        await secondsUntil(began, () => isHandedOver(environment)),
      ];
    },
  );
  const load = round(loadavg()[0]!);
  ended.abort();
  const busy = percentile(await writing!, 0.95);
  const after = await spent();
  const { messages, topics } = await push.received();
  writer.close();
  for (const { stop } of [...nodes, push]) stop();

  const expected = TASKS + NORMAL_A_SECOND * NORMAL_SECONDS;
  if (topics !== expected) throw new Error(`${topics} of ${expected} reminders arrived`);
  const each = (what: "nodes" | "postgres") =>
    round((after[what] - before[what]) / (messages - normalMessages));
  const alone = { floor: "–", ratio: null };
  return [
    {
      what: `${TASKS} reminders of one moment, planned while they are sent (load ${load})`,
      ours: `${round(planned, 1)} s`,
      ...alone,
      goal: `≤ ${PLANNED_SECONDS} s`,
      met: planned <= PLANNED_SECONDS,
    },
    {
      what: `the same, taken by the push service from two nodes, and recorded; ${messages - topics} came twice`,
      ours: `${round(handedOver, 1)} s`,
      ...alone,
      goal: `≤ ${HANDED_OVER_SECONDS} s`,
      met: handedOver <= HANDED_OVER_SECONDS,
    },
    {
      what: "processor of a reminder, from the task to the record: nodes + PostgreSQL",
      ours: `${each("nodes")} + ${each("postgres")} ms`,
      ...alone,
      goal: "–",
      met: true,
    },
    {
      what: `lateness at ${NORMAL_A_SECOND} reminders a second, the answer's 100 ms included, p50 / p95`,
      ours: `${round(percentile(lateness, 0.5))} / ${round(percentile(lateness, 0.95))} s`,
      ...alone,
      goal: `p95 ≤ ${LATE_SECONDS} s`,
      met: percentile(lateness, 0.95) <= LATE_SECONDS,
    },
    {
      what: "a note written on one of the nodes while 100,000 are sent, p95; beside it idle (ms)",
      ours: String(round(busy)),
      floor: String(round(idle)),
      ratio: round(busy / idle),
      goal: `≤ ${WRITES_TIMES} × idle`,
      met: busy <= WRITES_TIMES * idle,
    },
  ];
}

/** People with a notebook and a browser each; all browsers have the same keys, which costs a sender as much. */
async function addPeople({ database: { db, pool } }: Environment, host: string): Promise<void> {
  const outgoing = await openOutgoing(
    {
      baseUrl: "http://localhost",
      mailFrom: "care@localhost",
      outgoing: { allow: [], pushHosts: [], pushContact: null },
    },
    { db, secret: SECRET, log: createLog("warn") },
  );
  const pair = createECDH("prime256v1");
  const keys = {
    p256dh: pair.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const { rows } = await pool.query<{ id: string }>(
    `with u as (
       insert into users (id, clerk_user_id, email, name)
       select gen_random_uuid(), 'reminded ' || i, 'reminded-' || i || '@bench.test', 'Person ' || i
         from generate_series(1, ${PEOPLE}) i returning id as i
     ), d as (
       insert into diaries (id, short_id, name, region, created_by)
       select gen_random_uuid(), ${shortId}, 'A notebook', 'DE', i from u on conflict (short_id) do nothing
       returning id, created_by
     )
     insert into members (id, diary_id, user_id, role) select gen_random_uuid(), id, created_by, 'owner' from d
     returning user_id as id`,
  );
  const endpoints = rows.map(({ id }) => `https://${host}/push/${id}`);
  await pool.query(
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
     select gen_random_uuid(), user_id, 'push', sealed, hash
       from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as t(user_id, sealed, hash)`,
    [
      rows.map(({ id }) => id),
      endpoints.map((endpoint) => outgoing.seal({ endpoint, keys })),
      endpoints.map((endpoint) => createHash("sha256").update(endpoint).digest()),
    ],
  );
  await outgoing.close();
}

/**
 * What was sent on the last days. Without it PostgreSQL has planned its statements for empty tables when the bulk comes,
 * which no server has on which so many people are reminded.
 */
async function addHistory({ database: { pool } }: Environment): Promise<void> {
  await pool.query(
    `insert into notifications
       (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, made_at, done_at)
     select gen_random_uuid(), 'history ' || i || ' ' || m.id, m.user_id, m.diary_id, 'task-due', 'task', gen_random_uuid(),
            'history', now() - i * interval '1 day', now() - i * interval '1 day', now() - i * interval '1 day'
       from members m, generate_series(1, ${HISTORY_DAYS}) i`,
  );
  await pool.query(
    `insert into notification_deliveries
       (id, notification_id, target_id, channel, due_at, attempts, next_attempt_at, sent_at, outcome, tag)
     select gen_random_uuid(), n.id, t.id, t.channel, n.due_at, 1, n.due_at, n.due_at, 'sent', n.id
       from notifications n join notification_targets t on t.user_id = n.user_id and t.channel = 'push'`,
  );
}

/** Inserts tasks `from` to `to` of those people in turns; `at` is SQL for the moment of task `n`. */
const insertTasks = (at: string) =>
  `insert into tasks (id, diary_id, title, created_by, assigned_to, scheduled_date)
   select gen_random_uuid(), o.diary_id, 'Walk', o.user_id, o.user_id, ${at}
     from generate_series($1::int, $2::int) n
     join (select t.user_id, m.diary_id, row_number() over (order by t.id) - 1 as place
             from notification_targets t join members m on m.user_id = t.user_id
            where t.channel = 'push') o
       on o.place = n % (select count(*) from notification_targets where channel = 'push')`;

/** A minute of reminders as on any afternoon: seconds from each one's time to the record of the service's answer. */
async function normalLoad({ database: { pool } }: Environment): Promise<number[]> {
  const count = NORMAL_A_SECOND * NORMAL_SECONDS;
  const at = `now() + interval '3 seconds' + n * interval '1 second' / ${NORMAL_A_SECOND}`;
  await pool.query(insertTasks(at), [1, count]);
  await sleep((NORMAL_SECONDS + 3) * 1000);
  const sent = async () =>
    (
      await pool.query<{ seconds: number }>(
        "select extract(epoch from sent_at - due_at)::float8 as seconds from notification_deliveries where sent_at > now() - interval '1 hour'",
      )
    ).rows.map(({ seconds }) => seconds);
  const began = performance.now();
  while ((await sent()).length < count) {
    if (performance.now() - began > GIVEN_UP_AFTER_MS) throw new Error("Reminders at normal load don't end");
    await sleep(500);
  }
  return sent();
}

/**
 * Writes tasks that are all due at one moment, while nothing can be planned; `release` lets the nodes plan. Without most
 * of our triggers, which these figures aren't about.
 */
async function addDueTasks({ database: { pool } }: Environment): Promise<{ release(): Promise<void> }> {
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select from reminder_clocks for update");
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("alter table tasks disable trigger user");
    await client.query("alter table tasks enable trigger task_days");
    // The start of the transaction: the same for all.
    for (let from = 0; from < TASKS; from += PART)
      await client.query(insertTasks("now()"), [from, from + PART - 1]);
    await client.query("alter table tasks enable trigger user");
    await client.query("commit");
    await client.query("vacuum analyze tasks");
  } finally {
    client.release();
  }
  return {
    async release() {
      await holder.query("commit");
      holder.release();
    },
  };
}

const isPlanned = async ({ database: { pool } }: Environment) =>
  (
    await pool.query(
      `select from reminder_clocks c where kind = 'task' and lead_minutes = 0
          and not exists (select from tasks t where t.status = 'pending' and (t.remind_at, t.id) > (c.done_until, c.done_id)
                                                 and t.remind_at <= now())`,
    )
  ).rowCount === 1;

const isHandedOver = async ({ database: { pool } }: Environment) =>
  (
    await pool.query(
      "select from notification_deliveries where channel = 'push' and sent_at is null and outcome is null limit 1",
    )
  ).rowCount === 0;

async function secondsUntil(began: number, isDone: () => Promise<boolean>): Promise<number> {
  while (!(await isDone())) {
    if (performance.now() - began > GIVEN_UP_AFTER_MS) throw new Error("Reminders aren't handed over");
    await sleep(200);
  }
  return (performance.now() - began) / 1000;
}

/** Writes one note after another until there are so many or `signal` ends it; the milliseconds each took. */
async function writeNotes(writer: Writer, count: number, signal?: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count && !signal?.aborted) {
    const began = performance.now();
    await writer.write(`Note ${times.length}`);
    times.push(performance.now() - began);
    await sleep(BETWEEN_WRITES_MS);
  }
  return times;
}

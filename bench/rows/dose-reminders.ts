import { loadavg } from "node:os";
import { planDoses } from "../../features/doses/server/dose_planner.ts";
import type { Environment } from "../environment.ts";
import { shortId } from "../filled.ts";
import { postgresCpu } from "../postgres_usage.ts";
import { profiled } from "../profile.ts";
import { type Row, round } from "../statistics.ts";

/** `DOSE_PLANS` makes them fewer. */
const PLANS = Number(process.env.DOSE_PLANS ?? 100_000);
const PLANS_OF_ONE = 5;
/** Planners at the same time, as on two nodes; here they share one process. */
const PLANNERS = 2;
const SECONDS = 20;

/** As many plans with a dose at one time of the day, five in each notebook; its owner has a device. */
export async function measureDoseReminders({ database, adminConnectionString }: Environment): Promise<Row[]> {
  const { pool } = database;
  // A time of a minute ago by the clock of UTC, so that the dose of today is due.
  const at = new Date(Date.now() - 60_000).toISOString().slice(11, 16);
  await addPlans(pool, at);
  await pool.query("vacuum analyze");
  const before = { node: process.cpuUsage(), postgres: await postgresCpu(pool) };
  const began = performance.now();
  const told = await profiled({ adminConnectionString }, [], async () => {
    const counts = await Promise.all(Array.from({ length: PLANNERS }, () => planAll(database)));
    return counts.reduce((sum, each) => sum + each, 0);
  });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before.node);
  const node = round((user + system) / 1000 / PLANS);
  const postgres = round(((await postgresCpu(pool)) - before.postgres) / PLANS);
  if (told !== PLANS) throw new Error(`${told} of ${PLANS} doses were notified`);
  return [
    {
      what: `${PLANS} plans with a dose at one time, planned by ${PLANNERS} planners (load ${round(loadavg()[0]!)}); processor of a plan: ${node} ms node + ${postgres} ms PostgreSQL`,
      ours: `${round(seconds, 1)} s`,
      floor: "–",
      ratio: null,
      goal: `≤ ${SECONDS} s`,
      met: seconds <= SECONDS,
    },
  ];
}

async function planAll(database: Environment["database"]): Promise<number> {
  let told = 0;
  // Other planners may have locked all that is left.
  for (let empty = 0; empty < 3; ) {
    const { plans, notifications } = await planDoses(database);
    told += notifications;
    empty = plans === 0 ? empty + 1 : 0;
  }
  return told;
}

async function addPlans(pool: Environment["database"]["pool"], at: string): Promise<void> {
  const schedule = JSON.stringify({ kind: "clock", times: [{ at, amount: 1 }], days: { everyDays: 1 } });
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ id: string; user_id: string }>(
      `with u as (
         insert into users (id, clerk_user_id, email, name)
         select gen_random_uuid(), 'dosed ' || i, 'dosed-' || i || '@bench.test', 'Person ' || i
           from generate_series(1, ${PLANS / PLANS_OF_ONE}) i returning id as i
       ), d as (
         insert into diaries (id, short_id, name, region, created_by)
         select gen_random_uuid(), ${shortId}, 'A notebook', 'DE', i from u on conflict (short_id) do nothing
         returning id, created_by
       ), t as (
         insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
         select gen_random_uuid(), created_by, 'push', '\\x00', sha256(convert_to('dosed ' || id, 'UTF8')) from d
       ), m as (
         insert into members (id, diary_id, user_id, role) select gen_random_uuid(), id, created_by, 'owner' from d
       )
       select id, created_by as user_id from d`,
    );
    await client.query("alter table medication_plan_versions disable trigger user");
    await client.query(
      `with p as (
         insert into medication_plans (id, diary_id, unit, visibility, facts, created_by)
         select gen_random_uuid(), diary_id, 'tablet', 'team', '{"name": "ramipril"}', user_id
           from unnest($1::uuid[], $2::uuid[]) as o(diary_id, user_id), generate_series(1, ${PLANS_OF_ONE}) returning id, diary_id, created_by
       ), v as (
         insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
           min_gap_minutes, max_count, max_amount, late_after_minutes, late_until_minutes, words, changed_by)
         select p.id, 1, p.diary_id, '2026-01-01', 'UTC', '2026-01-01', $3, 60, 4, 8, 60, 240, '{}', created_by from p
       )
       insert into dose_reminders (plan_id, kind, diary_id, done_until, next_at)
       select p.id, k.kind, p.diary_id, now() - interval '1 hour', case k.kind when 'dose' then now() else now() + interval '1 hour' end
         from p, (values ('dose'), ('dose-missed')) k(kind)`,
      [rows.map(({ id }) => id), rows.map(({ user_id }) => user_id), schedule],
    );
    await client.query("alter table medication_plan_versions enable trigger user");
    await client.query("commit");
  } finally {
    client.release();
  }
}

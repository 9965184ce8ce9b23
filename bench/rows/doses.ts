import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import type { PoolClient } from "pg";
import { composeSheet, getDaysOfMonth } from "../../features/doses/rules/month.ts";
import { listDoses } from "../../features/doses/server/doses.ts";
import { listDue } from "../../features/doses/server/due.ts";
import { readSheet } from "../../features/doses/server/sheet_data.ts";
import { createFixedMasterKeys, createMasterKey } from "../../server/vault/master_keys.ts";
import { createVault } from "../../server/vault/vault.ts";
import type { Environment } from "../environment.ts";
import { percentile, type Row, round } from "../statistics.ts";

const PLANS = 100;
const DOSES = 1_000_000;
const PART = 50_000;
const ROUNDS = 200;
const GUARD_MS = 1;
const TODAY_MS = 10;
const MONTH_MS = 1000;
const MONTHS = 20;

/**
 * A notebook with a hundred plans and a million doses: what the guard adds to the insert of a dose, and the day as home
 * shows it, with all its planned doses.
 */
export async function measureDoses({ database, notebook }: Environment): Promise<Row[]> {
  const { owner } = await notebook(0);
  const client = await database.pool.connect();
  try {
    const plans = await addPlans(client, owner);
    await addDoses(client, owner, plans);
    const guarded = await insertMs(client, owner, plans, true);
    const bare = await insertMs(client, owner, plans, false);
    const [today, due] = await todayMs(database, owner.diaryId);
    const month = await monthMs(database, owner.diaryId);
    return [
      {
        what: `guard of a dose, ${PLANS} plans, ${DOSES} doses: what it adds to the insert, p50`,
        ours: `${round(guarded)} ms`,
        floor: `${round(bare)} ms`,
        ratio: round(guarded / bare),
        goal: `≤ ${GUARD_MS} ms more`,
        met: guarded - bare <= GUARD_MS,
      },
      {
        what: `today's doses of ${PLANS} plans, ${DOSES} doses, p50 (load ${round(loadavg()[0]!)})`,
        ours: `${round(today)} ms`,
        floor: "–",
        ratio: null,
        goal: `≤ ${TODAY_MS} ms`,
        met: today <= TODAY_MS,
      },
      {
        what: `what is due at this moment, for home: ${PLANS} plans, ${DOSES} doses, p50`,
        ours: `${round(due)} ms`,
        floor: "–",
        ratio: null,
        goal: `≤ ${TODAY_MS} ms`,
        met: due <= TODAY_MS,
      },
      {
        what: `a month's sheet of ${PLANS} plans, ${DOSES} doses, read and composed, p50`,
        ours: `${round(month)} ms`,
        floor: "–",
        ratio: null,
        goal: `≤ ${MONTH_MS} ms`,
        met: month <= MONTH_MS,
      },
    ];
  } finally {
    client.release();
  }
}

type Owner = { diaryId: string; userId: string };

export async function addPlans(client: PoolClient, { diaryId, userId }: Owner): Promise<string[]> {
  const schedule = JSON.stringify({
    kind: "clock",
    times: [
      { at: "08:00", amount: 1 },
      { at: "20:00", amount: 1 },
    ],
    days: { everyDays: 1 },
  });
  const { rows } = await client.query<{ id: string }>(
    `with p as (
       insert into medication_plans (id, diary_id, unit, visibility, facts, created_by)
       select gen_random_uuid(), $1, 'tablet', 'team', '{"name": "ramipril"}', $2 from generate_series(1, ${PLANS}) returning id
     )
     insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       min_gap_minutes, max_count, max_amount, late_after_minutes, late_until_minutes, words, changed_by)
     select p.id, 1, $1, '2000-01-01', 'Europe/Berlin', '2000-01-01', $3, 60, 4, 8, 60, 240, '{}', $2 from p
     returning plan_id as id`,
    [diaryId, userId, schedule],
  );
  return rows.map(({ id }) => id);
}

/** Two a day and plan, back from yesterday; without the guard, which would count each of them. */
export async function addDoses(
  client: PoolClient,
  { diaryId, userId }: Owner,
  plans: string[],
): Promise<void> {
  await client.query("alter table doses disable trigger user");
  for (let from = 0; from < DOSES; from += PART)
    await client.query(
      `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, given_by, recorded_by,
         recorded_at)
       select gen_random_uuid(), $1, p.id, 1, 'slot ' || i, at, 'given', 1, at, $2, $2, at
         from generate_series($3::int, $4::int) i,
              lateral (select ($5::uuid[])[1 + i % ${PLANS}] as id) p,
              lateral (select now() - make_interval(hours => 12 * (i / ${PLANS}) + 12) as at) t`,
      [diaryId, userId, from, from + PART - 1, plans],
    );
  await client.query("alter table doses enable trigger user");
  await client.query("analyze doses");
}

/** An insert that is taken back; by itself, the commit is the same for both. */
async function insertMs(client: PoolClient, { diaryId, userId }: Owner, plans: string[], isGuarded: boolean) {
  if (!isGuarded) await client.query("alter table doses disable trigger guard_dose");
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    await client.query("begin");
    const began = performance.now();
    await client.query({
      name: "insert dose",
      text: `insert into doses (id, diary_id, plan_id, plan_version, state, amount, given_at, given_by, recorded_by)
             values ($1, $2, $3, 1, 'given', 1, now(), $4, $4)`,
      values: [randomUUID(), diaryId, plans[i % plans.length], userId],
    });
    times.push(performance.now() - began);
    await client.query("rollback");
  }
  if (!isGuarded) await client.query("alter table doses enable trigger guard_dose");
  return percentile(times, 0.5);
}

/** Today's page and what home lists, each in one snapshot on one connection, as the server reads it. */
async function todayMs(database: Environment["database"], diaryId: string): Promise<[number, number]> {
  const vault = createVault(createFixedMasterKeys(createMasterKey()));
  const today = new Date().toISOString().slice(0, 10);
  const quarter = Date.now() - (Date.now() % (15 * 60_000));
  const client = await database.pool.connect();
  const db = database.on(client);
  const read = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      await client.query("begin isolation level repeatable read read only");
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
      await client.query("rollback");
    }
    return percentile(times, 0.5);
  };
  try {
    const access = { diaryId, seesTeam: true } as never;
    return [
      await read(() => listDoses(db, access, vault, { fromDay: today, toDay: today })),
      await read(() => listDue(db, { userId: "", diaryIds: [diaryId] } as never, vault, quarter)),
    ];
  } finally {
    database.refuseStatements(client);
    client.release();
  }
}

/** The former month, which is full. */
async function monthMs({ db }: Environment["database"], diaryId: string): Promise<number> {
  const vault = createVault(createFixedMasterKeys(createMasterKey()));
  const now = Date.now();
  const first = new Date(new Date(now).setUTCDate(1));
  const days = getDaysOfMonth(new Date(first.getTime() - 86_400_000).toISOString().slice(0, 7));
  const times: number[] = [];
  for (let i = 0; i < MONTHS; i++) {
    const began = performance.now();
    const data = await readSheet(db, { diaryId, seesTeam: true } as never, vault, days);
    const { rows } = composeSheet(data, days, now);
    if (rows.length < PLANS || data.doses.length < PLANS * 50) throw new Error("The month isn't full");
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

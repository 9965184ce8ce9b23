import { setTimeout as sleep } from "node:timers/promises";
import { openVisit, type Place, type Target, type Visit } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { addNotebooks } from "../filled.ts";
import { postgresCpu } from "../postgres_usage.ts";
import { percentile, type Row, round } from "../statistics.ts";
import { usageOf } from "../usage.ts";

/** 100,000 notebooks at 1 : 100. */
const NOTEBOOKS = 1000;
const PEOPLE_EACH = 2;
/** A day at 1 : 100, so that a second has as many visits as a second of 100,000 notebooks. */
const WHOLE_DAY = 864;
/** `DAY_SECONDS` shortens the day, with as many visits in a second. */
const DAY_SECONDS = Number(process.env.DAY_SECONDS ?? WHOLE_DAY);
/** Visits of all people of a notebook in a day. */
const VISITS_EACH = 20;
/** The share of the day's visits in each hour, in parts of their sum: the morning's round, noon, and the evening. */
const HOURS = [1, 1, 1, 1, 1, 2, 6, 10, 9, 6, 5, 5, 8, 6, 5, 5, 6, 8, 10, 10, 8, 5, 3, 2];
/** What a visit writes: ticked tasks, comments, notes; the rest only look. */
const ACTS = { tick: 0.4, comment: 0.2, note: 0.15 };
/** The share of visits that open the tasks page; the others tick on home. */
const TASKS_PAGE = 1 / 3;
/** How long somebody stays, in ms: 3 minutes at 1 : 100. */
const STAY_MS = 1800;

/** What one visit waited for, in ms. */
type Sample = { hour: number; opened: number; written: number | null };
type Spent = Awaited<ReturnType<typeof spent>>;

/**
 * A day of 100,000 notebooks at 1 : 100, with visits spread over its hours: sign in, home, the notes of a notebook, in
 * one of three visits the tasks page, and in three of four one write. What it takes of processor and disk, and how long people wait in
 * the busiest hour.
 */
export async function measureDay(environment: Environment): Promise<Row[]> {
  const places = await populate(environment);
  const target = await environment.start("ours");
  const before = await spent(environment, target);
  const { samples, failures } = await play(target, places);
  const after = await spent(environment, target);
  target.stop();
  if (failures.length > 0) console.error(failures.slice(0, 3));
  return report(samples, failures.length, (what) => after[what] - before[what]);
}

/** Lets people visit as often as each hour has it, and waits for the last of them. */
async function play(target: Target, places: Place[]): Promise<{ samples: Sample[]; failures: unknown[] }> {
  const samples: Sample[] = [];
  const failures: unknown[] = [];
  const visits: Promise<unknown>[] = [];
  const sum = HOURS.reduce((a, b) => a + b);
  const hourMs = (DAY_SECONDS * 1000) / HOURS.length;
  for (const [hour, weight] of HOURS.entries()) {
    const count = Math.round((NOTEBOOKS * VISITS_EACH * weight * DAY_SECONDS) / sum / WHOLE_DAY);
    const began = performance.now();
    const until = (share: number) => sleep(Math.max(0, began + share * hourMs - performance.now()));
    for (let i = 0; i < count; i++) {
      await until(i / count);
      const place = places[Math.floor(Math.random() * places.length)]!;
      visits.push(
        look(target, place).then(
          (waited) => samples.push({ hour, ...waited }),
          (error) => failures.push(error),
        ),
      );
    }
    await until(1);
  }
  await Promise.all(visits);
  return { samples, failures };
}

function report(samples: Sample[], failed: number, used: (what: keyof Spent) => number): Row[] {
  const busiest = HOURS.indexOf(Math.max(...HOURS));
  const inBusiest = samples.filter(({ hour }) => hour === busiest);
  const writes = samples.filter(({ written }) => written !== null).length;
  const figure = (what: string, ours: string, goal = "–", met = true): Row => ({
    what: `day of ${NOTEBOOKS} notebooks in ${DAY_SECONDS} s: ${what}`,
    ours,
    floor: "–",
    ratio: null,
    goal,
    met,
  });
  const waited = (what: string, values: number[], most: number) => {
    const p95 = percentile(values, 0.95);
    const text = `${round(percentile(values, 0.5), 0)} / ${round(p95, 0)} ms`;
    return figure(`${what} in the busiest hour, p50 / p95`, text, `p95 ≤ ${most} ms`, p95 <= most);
  };
  const ofVisits = (what: keyof Spent) => `${round(used(what) / samples.length, 1)} ms`;
  const ofWrites = (what: keyof Spent) => `${round(used(what) / writes / 1024, 1)} kB`;
  const opened = inBusiest.map((each) => each.opened);
  const written = inBusiest.flatMap((each) => each.written ?? []);
  return [
    figure("visits, writes", `${samples.length}, ${writes}`),
    figure("visits that failed", String(failed), "0", failed === 0),
    waited("home and notes shown", opened, 1000),
    waited("written", written, 300),
    figure("processor of the server a visit", ofVisits("server")),
    figure("processor of PostgreSQL a visit", ofVisits("postgres")),
    figure("tables and indexes a write", ofWrites("disk")),
    figure("write-ahead log a write", ofWrites("wal")),
  ];
}

/** Notebooks with notes and tasks, and people who are their members. */
async function populate(environment: Environment): Promise<Place[]> {
  const { pool } = environment.database;
  const owner = await environment.person("Owner");
  const ids = await addNotebooks(environment, NOTEBOOKS, owner.userId);
  const places: Place[] = [];
  for (const diaryId of ids) {
    for (let i = 0; i < PEOPLE_EACH; i++) {
      const person = await environment.person(`Member ${i}`);
      places.push({ ...person, diaryId });
    }
  }
  await pool.query(
    `insert into members (id, diary_id, user_id, role)
     select gen_random_uuid(), d, u, 'member' from unnest($1::uuid[], $2::uuid[]) t(d, u)`,
    [places.map(({ diaryId }) => diaryId), places.map(({ userId }) => userId)],
  );
  await pool.query("vacuum analyze");
  return places;
}

/** One visit; returns how long the screens and the write took, in ms. */
async function look(target: Target, place: Place): Promise<Omit<Sample, "hour">> {
  const began = performance.now();
  const visit = await openVisit(target, place, new Date().setHours(0, 0, 0, 0), Math.random() < TASKS_PAGE);
  try {
    const opened = performance.now() - began;
    const act = actFor(Math.random(), visit, place.diaryId);
    if (act) await visit.mutate(...act);
    const written = act && performance.now() - began - opened;
    await sleep(STAY_MS);
    return { opened, written };
  } finally {
    visit.close();
  }
}

/** What a visit writes, chosen by `chance` from 0 to 1; null when it only looks. */
function actFor(
  chance: number,
  { noteId, taskId }: Visit,
  diaryId: string,
): [path: string, args: object] | null {
  if (chance < ACTS.tick)
    return taskId === null ? null : ["tasks:updateTask", { taskId, status: "completed" }];
  if (chance < ACTS.tick + ACTS.comment)
    return [
      "comments:createComment",
      { diaryId, targetType: "note", targetId: noteId, content: "She ate well and slept until seven." },
    ];
  if (chance >= ACTS.tick + ACTS.comment + ACTS.note) return null;
  const content = "Slept until seven, ate half a slice of toast with honey and drank two cups of tea.";
  const rest = { noteDate: Date.now(), visibility: "team" };
  return ["notes:createNote", { diaryId, type: "default", title: "This morning", content, ...rest }];
}

/** What has been used so far: processor time in ms, disk in bytes. */
async function spent({ database: { pool } }: Environment, { port }: Target) {
  const { rows } = await pool.query<{ disk: number; wal: number }>(
    `select pg_database_size(current_database())::float8 as disk,
            pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  return { ...rows[0]!, server: (await usageOf(port)).cpu / 1000, postgres: await postgresCpu(pool) };
}

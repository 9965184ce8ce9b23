import type { Place } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { callFunction, medianLatency } from "../latency.ts";
import { type Row, round } from "../statistics.ts";

const FEW = 50;
const MANY = 500_000;
/** So many tasks have the word that is searched for, the oldest ones. */
const RARE = 20;

const firstPage = { paginationOpts: { numItems: 20, cursor: null } };
const CALLS = {
  "opening the table": { path: "adminDb:listTasks", args: firstPage },
  "its count": { path: "adminDb:getTableCount", args: { table: "tasks" } },
  statistics: { path: "adminDb:getStats", args: {} },
  "a search for 20 of them": { path: "adminDb:listTasks", args: { ...firstPage, search: "rarely" } },
} as const;

/** The latency of the administrator's table of tasks with 500,000 rows, against that with 50. */
export async function measureAdmin(environment: Environment): Promise<Row[]> {
  const { pool } = environment.database;
  const { owner } = await environment.notebook(0);
  await pool.query("update users set is_admin = true where id = $1", [owner.userId]);
  const target = await environment.start("ours");
  await callFunction(target.port, owner.token, "mutation", {
    path: "admin:recordTableOpening",
    args: { table: "tasks" },
  });
  await addTasks(environment, owner, 0, FEW);
  const few = await latencies(target.port, owner);
  await addTasks(environment, owner, FEW, MANY);
  const many = await latencies(target.port, owner);
  const all = await medianLatency(
    target.port,
    owner,
    { path: "adminDb:listTasks", args: { ...firstPage, search: "task" } },
    8,
  );
  target.stop();
  const rows = Object.keys(few).map((what) => {
    const ratio = round(many[what]! / few[what]!);
    return {
      what: `administrator's tasks, ${what}: ${MANY} rows, p50 against ${FEW}`,
      ours: `${round(many[what]!, 1)} ms`,
      floor: `${round(few[what]!, 1)} ms`,
      ratio,
      goal: "≤ 1.3 ×",
      met: ratio <= 1.3,
    };
  });
  const what = `administrator's tasks, a search that finds all ${MANY} rows, p50`;
  return [
    ...rows,
    { what, ours: `${round(all, 1)} ms`, floor: "–", ratio: 0, goal: "≤ 2 s", met: all <= 2000 },
  ];
}

async function latencies(port: number, place: Place): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [what, call] of Object.entries(CALLS)) found[what] = await medianLatency(port, place, call);
  return found;
}

const PART = 100_000;

/** As many people would over years: without what else a new task starts, but counted. */
async function addTasks(
  { database: { pool } }: Environment,
  { diaryId, userId }: Place,
  from: number,
  to: number,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      "begin; alter table tasks disable trigger user; alter table tasks enable trigger count_insert",
    );
    // In parts, each of which ends within the time that a statement may take.
    for (let at = from; at < to; at += PART)
      await client.query(
        `insert into tasks (id, diary_id, title, created_by, created_at)
         select gen_random_uuid(), $1, 'Task ' || i || case when i <= ${RARE} then ' rarely' else '' end, $2,
                timestamptz '2026-01-01' + i * interval '1 minute'
           from generate_series($3::int + 1, $4::int) i`,
        [diaryId, userId, at, Math.min(at + PART, to)],
      );
    await client.query("alter table tasks enable trigger user; commit; analyze tasks");
  } finally {
    client.release();
  }
}

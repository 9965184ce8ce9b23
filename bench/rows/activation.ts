import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Environment } from "../environment.ts";
import { type Row, round } from "../statistics.ts";

const TASKS = 3000;
const ROUNDS = 9;

/** 30 activities with a task each, every day for 100 days. */
const CONTENT = {
  baselineEvent: null,
  phases: [
    {
      phaseId: "recovery",
      title: "Recovery",
      guidance: "",
      description: "",
      dayRange: { start: 0, end: TASKS / 30 - 1 },
      activities: Array.from({ length: 30 }, (_, i) => ({
        activityId: `activity-${i}`,
        title: `Activity ${i}`,
        description: "",
        isRecurring: true,
        recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
        assignable: true,
        contraindicators: [],
        tasks: [
          { taskId: `task-${i}`, title: `Task ${i}`, description: "As the physiotherapist showed it." },
        ],
      })),
    },
  ],
};

/**
 * An activation of a program of 3,000 tasks, from the request to the answer, against a bare multi-row insert of the same
 * rows: same table, indexes and foreign keys, without our triggers.
 */
export async function measureActivation(environment: Environment): Promise<Row[]> {
  const { owner } = await environment.notebook(0);
  const target = await environment.start("ours");
  const { pool } = environment.database;
  const programId = randomUUID();
  await pool.query(
    "insert into programs (id, short_id, name, content, diary_id) values ($1, 'prgram', 'Recovery', $2, $3)",
    [programId, JSON.stringify(CONTENT), owner.diaryId],
  );
  const selectedActivities = CONTENT.phases[0]!.activities.map(({ activityId }) => ({
    activityId,
    isActivated: true,
  }));
  const activate = async () => {
    const args = { programId, diaryId: owner.diaryId, baselineDate: Date.now(), selectedActivities };
    const response = await fetch(`http://127.0.0.1:${target.port}/api/mutation`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
      body: JSON.stringify({ path: "programs:activateProgram", args, format: "json" }),
    });
    const answer = (await response.json()) as { value?: { diaryProgramId: string; taskCount: number } };
    if (answer.value?.taskCount !== TASKS) throw new Error(`Not ${TASKS} tasks: ${JSON.stringify(answer)}`);
    return answer.value.diaryProgramId;
  };
  const client = await pool.connect();
  const times = { ours: [] as number[], floor: [] as number[] };
  try {
    for (let i = 0; i < ROUNDS; i++) {
      await pool.query("vacuum analyze tasks");
      const start = performance.now();
      const diaryProgramId = await activate();
      times.ours.push(performance.now() - start);
      times.floor.push(await bareInsert(client, diaryProgramId));
      await pool.query("delete from diary_programs where id = $1", [diaryProgramId]);
    }
  } finally {
    client.release();
    target.stop();
  }
  const [ours, floor] = [median(times.ours), median(times.floor)];
  return [
    {
      what: `activation of a program of ${TASKS} tasks, ms (floor: bare insert of the rows)`,
      ours: String(round(ours)),
      floor: String(round(floor)),
      ratio: round(ours / floor),
      goal: "≤ 3 × floor",
      met: ours <= 3 * floor,
    },
  ];
}

/** Writes the tasks of an activation once more, as plain values in one statement; returns how long that took, in ms. */
async function bareInsert(client: PoolClient, diaryProgramId: string): Promise<number> {
  const { rows } = await client.query("select * from tasks where linked_diary_program_id = $1", [
    diaryProgramId,
  ]);
  const columns = Object.keys(rows[0]!);
  const texts = (
    await client.query({
      text: `select ${columns.map((name) => `${name}::text`).join()} from tasks where linked_diary_program_id = $1`,
      values: [diaryProgramId],
      rowMode: "array",
    })
  ).rows as (string | null)[][];
  const { rows: types } = await client.query<{ type: string }>(
    `select format_type(a.atttypid, null) as type from unnest($1::text[]) with ordinality c(name, n)
       join pg_attribute a on a.attrelid = 'tasks'::regclass and a.attname = c.name order by n`,
    [columns],
  );
  await client.query("delete from tasks where linked_diary_program_id = $1", [diaryProgramId]);
  await client.query("vacuum analyze tasks");
  await client.query("begin; alter table tasks disable trigger user");
  const values = columns.map((_, i) => texts.map((row) => row[i]));
  const places = types.map(({ type }, i) => `$${i + 1}::${type}[]`);
  const start = performance.now();
  await client.query(`insert into tasks (${columns.join()}) select * from unnest(${places.join()})`, values);
  const inserted = performance.now() - start;
  await client.query("alter table tasks enable trigger user");
  const committing = performance.now();
  await client.query("commit");
  return inserted + performance.now() - committing;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

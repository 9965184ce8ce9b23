import type { PoolClient } from "pg";
import { getHandover } from "../../features/handover/server/data.ts";
import { createFixedMasterKeys, createMasterKey } from "../../server/vault/master_keys.ts";
import { createVault } from "../../server/vault/vault.ts";
import { addNotes } from "../../test/many-notes.ts";
import type { Environment } from "../environment.ts";
import { postgresCpu } from "../postgres_usage.ts";
import { percentile, type Row, round } from "../statistics.ts";
import { addDoses, addPlans } from "./doses.ts";

const NOTES = 10_000;
const DOSES = 1_000_000;
const ROUNDS = 60;
const GOAL_MS = 50;
const HOUR = 3_600_000;

/**
 * A handover of a notebook with ten thousand notes, a hundred plans and a million doses: since eight hours ago, and since
 * forty days ago, of which fourteen are told one by one and the rest by day. With all its statements.
 */
export async function measureHandover(environment: Environment): Promise<Row[]> {
  const { database, notebook } = environment;
  const { owner, members } = await notebook(1);
  const client = await database.pool.connect();
  try {
    const { diaryId, userId } = owner;
    await addNotes(database, { diaryId, userId: members[0]!.userId, count: NOTES, from: 200_000 });
    // Spread over a year, a few of them today.
    await client.query(
      `update notes set created_at = t, updated_at = t
         from (select id, now() - (row_number() over () * interval '52 minutes') as t from notes where diary_id = $1) x
        where notes.id = x.id`,
      [diaryId],
    );
    await addDoses(client, { diaryId, userId }, await addPlans(client, { diaryId, userId }));
    await addEntries(client, diaryId, members[0]!.userId);
    await client.query("vacuum analyze");
    const rows: Row[] = [];
    for (const [what, hours] of [
      ["eight hours", 8],
      ["forty days", 40 * 24],
    ] as const) {
      const ms = await handoverMs(environment, diaryId, userId, Date.now() - hours * HOUR);
      rows.push({
        what: `handover of ${what}, ${NOTES} notes, ${DOSES} doses: processor of PostgreSQL`,
        ours: `${round(ms.database)} ms (answered in ${round(ms.answer)} ms)`,
        floor: "–",
        ratio: null,
        goal: `≤ ${GOAL_MS} ms`,
        met: ms.database <= GOAL_MS,
      });
    }
    return rows;
  } finally {
    client.release();
  }
}

/** What was written about each dose when it was given. */
async function addEntries(client: PoolClient, diaryId: string, userId: string): Promise<void> {
  await client.query("alter table dose_entries disable trigger user");
  await client.query(
    `insert into dose_entries (id, dose_id, revision, diary_id, kind, "values", by_user, at)
     select id, id, 1, diary_id, 'given',
            jsonb_build_object('state', 'given', 'slot', slot, 'against', '[]'::jsonb, 'extraOf', null), $2, given_at
       from doses where diary_id = $1`,
    [diaryId, userId],
  );
  await client.query("alter table dose_entries enable trigger user");
}

/** How much of the processor PostgreSQL takes for one handover, and how long the answer takes, in ms. */
async function handoverMs(
  { database }: Environment,
  diaryId: string,
  userId: string,
  since: number,
): Promise<{ database: number; answer: number }> {
  const vault = createVault(createFixedMasterKeys(createMasterKey()));
  const notebooks = [{ diaryId, role: "owner" as const }];
  const reader = { diaryId, seesTeam: true, privateOf: userId };
  const access = {
    member: { diaryId, userId, role: "owner" },
    updates: { userId, notebooks },
    notes: reader,
    plans: reader,
    tasks: { userId, notebooks },
  } as never;
  const answers: number[] = [];
  const ask = () => getHandover(database.db, access, vault, { since, at: Date.now() });
  for (let i = 0; i < 3; i++) await ask();
  const before = await postgresCpu(database.pool);
  for (let i = 0; i < ROUNDS; i++) {
    const began = performance.now();
    await ask();
    answers.push(performance.now() - began);
  }
  const spent = (await postgresCpu(database.pool)) - before;
  return { database: spent / ROUNDS, answer: percentile(answers, 0.5) };
}

import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { ConvexClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { Api } from "../../registry/functions.ts";
import type { Place } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { percentile, type Row, round } from "../statistics.ts";

const api = anyApi as unknown as Api;

const PLANS = 10;
const WATCHERS = 20;
const WARM_UP = 20;
const ROUNDS = 80;
const SHOWN_MS = 300;

/**
 * A dose that is given on one phone until it stands on the others: one gives through a node, twenty watch the day through
 * another one, with the real client. The clients share a process, so the last of them is shown later than a phone would.
 */
export async function measureDosesLive(environment: Environment): Promise<Row[]> {
  const nodes = [await environment.start("ours"), await environment.start("ours")] as const;
  const { owner, members } = await environment.notebook(WATCHERS);
  const plans = await addPlans(environment, owner);
  const day = new Date().toISOString().slice(0, 10);
  const writer = connect(nodes[0].port, owner);
  const expected = new Map<string, { began: number; left: number; done: () => void }>();
  const latencies: number[] = [];
  const watchers = members.map((member) => {
    const client = connect(nodes[1].port, member);
    let shown = new Set<string>();
    const ready = new Promise<void>((resolve) =>
      client.onUpdate(
        api.doses.listDoses,
        { diaryId: owner.diaryId, fromDay: day, toDay: day },
        ({ doses }) => {
          const at = performance.now();
          for (const { _id } of doses) {
            const wanted = shown.has(_id) ? undefined : expected.get(_id);
            if (!wanted) continue;
            latencies.push(at - wanted.began);
            if (--wanted.left === 0) wanted.done();
          }
          shown = new Set(doses.map(({ _id }) => _id));
          resolve();
        },
      ),
    );
    return { client, ready };
  });
  await Promise.all(watchers.map(({ ready }) => ready));
  /** The doses of each plan: each one is meant as a further one. */
  const written = new Map<string, string[]>();
  for (let i = 0; i < WARM_UP + ROUNDS; i++) {
    if (i === WARM_UP) latencies.length = 0;
    const entryId = randomUUID();
    const now = Date.now();
    const all = new Promise<void>((done) => {
      expected.set(entryId, { began: performance.now(), left: WATCHERS, done });
    });
    const planId = plans[i % PLANS]!;
    const seen = (written.get(planId) ?? []).slice(-200);
    written.set(planId, [...seen, entryId]);
    const dose = { entryId, planId, slot: null, amount: 1, givenAt: now, sentAt: now, seen };
    const answer = await writer.mutation(api.doses.giveDose, dose);
    if (answer.outcome !== "written") throw new Error("The dose was refused");
    await all;
    // As between two people who give something.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await Promise.all([writer, ...watchers.map(({ client }) => client)].map((client) => client.close()));
  for (const node of nodes) node.stop();
  const [p50, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)];
  return [
    {
      what: `dose given → shown on ${WATCHERS} others, two nodes, p50 / p95 (load ${round(loadavg()[0]!)})`,
      ours: `${round(p50)} / ${round(p95)} ms`,
      floor: "–",
      ratio: null,
      goal: `p95 ≤ ${SHOWN_MS} ms`,
      met: p95 <= SHOWN_MS,
    },
  ];
}

function connect(port: number, { token }: Place): ConvexClient {
  const client = new ConvexClient(`http://127.0.0.1:${port}`, {
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(async () => token);
  return client;
}

/** Plans that are given when they are needed, without limits, so that each round may give one. */
async function addPlans({ database }: Environment, { diaryId, userId }: Place): Promise<string[]> {
  // Each is another medicine: those of one name count together.
  const facts = { name: "", strength: "5 mg", form: "", route: "", prescriber: "", notes: "" };
  const schedule = { kind: "asNeeded", amount: 1, most: null };
  const { rows } = await database.pool.query<{ id: string }>(
    `with p as (
       insert into medication_plans (id, diary_id, unit, visibility, facts, created_by)
       select gen_random_uuid(), $1, 'tablet', 'team', $2::jsonb || jsonb_build_object('name', 'medicine x' || n), $3
         from generate_series(1, ${PLANS}) n returning id
     )
     insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       late_after_minutes, late_until_minutes, words, changed_by)
     select p.id, 1, $1, '2026-01-01', 'Europe/Berlin', '2026-01-01', $4, 60, 240,
            '{"instructions": "", "saidBy": "", "reason": ""}', $3 from p
     returning plan_id as id`,
    [diaryId, JSON.stringify(facts), userId, JSON.stringify(schedule)],
  );
  return rows.map(({ id }) => id);
}

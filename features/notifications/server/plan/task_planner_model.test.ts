import fc from "fast-check";
import type { PoolClient } from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../../test/database.ts";
import { setDatabaseTime } from "../../../../test/database_clock.ts";
import { careTeam } from "../../../../test/people.ts";
import { type Service, serveService } from "../../../../test/service.ts";
import { createIssuer } from "../../../../test/tokens.ts";
import { planTasks, sweepTasks } from "./task_planner.ts";

let service: Service;
let drop: () => Promise<void>;
let diaryId: string;
let userId: string;
beforeAll(async () => {
  const { connectionString, ...database } = await createTestDatabase({ hasClock: true });
  drop = database.drop;
  service = await serveService(connectionString, await createIssuer(), {});
  const team = await careTeam(service);
  diaryId = team.diaryId;
  userId = team.owner.userId;
});
afterAll(async () => {
  await service.close();
  await drop();
});

/** More at once: `FUZZ_RUNS=1000`. */
const RUNS = Math.ceil(Number(process.env.FUZZ_RUNS ?? 24) / 2);

type Step =
  | { do: "add"; inMs: number; slowly: boolean }
  | { do: "move"; which: number; inMs: number; slowly: boolean }
  | { do: "finish" | "reopen"; which: number }
  | { do: "commit"; which: number }
  /** Nodes that plan at the same time; a small batch, so that a range takes several. */
  | { do: "plan"; nodes: number; batch: number }
  /** A node that dies in its transaction. */
  | { do: "die" }
  | { do: "sweep" }
  | { do: "wait"; ms: number }
  /** PostgreSQL's clock is set back, seen from what was planned. */
  | { do: "clock back"; ms: number };

// Some times lie a little behind: tasks are also written for a moment that has just passed.
const inMs = fc.integer({ min: -40, max: 150 });
const which = fc.nat({ max: 30 });
const slowly = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("add" as const), inMs, slowly }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("move" as const), which, inMs, slowly }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("finish" as const, "reopen" as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("commit" as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("plan" as const),
      nodes: fc.integer({ min: 1, max: 3 }),
      batch: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("die" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 80 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("clock back" as const), ms: fc.integer({ min: 1, max: 100 }) }),
  },
);

/** One time at which a task is due, as the model knows it. Times are PostgreSQL's, epoch ms. */
type Occurrence = {
  at: number;
  /** A planner must have found it while it was open. */
  isOwed: boolean;
  /** It was over or moved before its time, so nobody may be told. */
  isNever: boolean;
};
type Task = {
  id: string;
  isOpen: boolean;
  /** The transaction that is still to be committed. */
  slow: { client: PoolClient; next: { at: number } | null } | null;
  occurrence: Occurrence | null;
  past: Occurrence[];
};

const one = async (
  text: string,
  values: unknown[] = [],
  client: Pick<PoolClient, "query"> = service.database.pool,
) => (await client.query(text, values)).rows[0];

/** PostgreSQL's time, epoch ms. Only the model moves it. */
let now = Date.parse("2026-11-27T12:00:00Z");
const pass = async (ms: number): Promise<void> => {
  now += ms;
  await setDatabaseTime(service.database, now);
};

it("notifies of each due time of an open task exactly once, however tasks change and nodes stop", async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      told += await followModel(steps);
    }),
    { numRuns: RUNS },
  );
  // The model would also agree with a planner that tells of nothing if nothing became due.
  expect(told).toBeGreaterThan(RUNS);
});

async function followModel(steps: readonly Step[]): Promise<number> {
  await pass(1000);
  await one("delete from tasks");
  await one("delete from notifications");
  await one("update reminder_clocks set done_until = now(), done_id = gen_random_uuid()");
  const tasks: Task[] = [];
  const pick = (n: number) => tasks[n % Math.max(1, tasks.length)];

  /** A task stops being due at its time: from then on nobody has to be told, and nobody may who wasn't before it. */
  const end = (task: Task, changedAt: number) => {
    const { occurrence } = task;
    if (!occurrence) return;
    if (changedAt < occurrence.at) occurrence.isNever = true;
    task.past.push(occurrence);
    task.occurrence = null;
  };
  const begin = (task: Task, at: number) => {
    // The same instant again is the same occurrence.
    const again = task.past.find((each) => each.at === at);
    if (again) task.past.splice(task.past.indexOf(again), 1);
    task.occurrence = again ? { ...again, isNever: false } : { at, isOwed: false, isNever: false };
  };
  const write = async (client: Pick<PoolClient, "query">, task: Task, ms: number, isNew: boolean) => {
    const { at } = await one(
      isNew
        ? `insert into tasks (id, diary_id, title, created_by, assigned_to, scheduled_date)
           values ($1, '${diaryId}', 'Walk', '${userId}', '${userId}',
                   date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2))
           returning extract(epoch from scheduled_date) * 1000 as at`
        : `update tasks set scheduled_date = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2)
            where id = $1 returning extract(epoch from scheduled_date) * 1000 as at`,
      [task.id, ms / 1000],
      client,
    );
    return Math.round(Number(at));
  };
  const commit = async (task: Task) => {
    const { client, next } = task.slow!;
    await client.query("commit");
    client.release();
    task.slow = null;
    end(task, now);
    if (next && task.isOpen) begin(task, next.at);
  };
  const change = async (task: Task, ms: number, isSlow: boolean, isNew: boolean) => {
    if (!isSlow) {
      const at = await write(service.database.pool, task, ms, isNew);
      end(task, now);
      if (task.isOpen) begin(task, at);
      return;
    }
    const client = await service.database.pool.connect();
    await client.query("begin");
    task.slow = { client, next: { at: await write(client, task, ms, isNew) } };
  };
  /** Whoever looked at all times up to `upTo` has found what was due and committed. */
  const foundUpTo = (upTo: number) => {
    for (const { occurrence, slow } of tasks)
      if (occurrence && occurrence.at <= upTo && (!slow || slow.next !== null)) occurrence.isOwed = true;
  };

  try {
    for (const each of steps) {
      await pass(1);
      switch (each.do) {
        case "add": {
          if (tasks.filter(({ slow }) => slow).length >= 3 && each.slowly) break;
          const task: Task = { id: uuidv7(), isOpen: true, slow: null, occurrence: null, past: [] };
          tasks.push(task);
          await change(task, each.inMs, each.slowly, true);
          break;
        }
        case "move": {
          const task = pick(each.which);
          if (!task || task.slow || (each.slowly && tasks.filter(({ slow }) => slow).length >= 3)) break;
          await change(task, each.inMs, each.slowly, false);
          break;
        }
        case "finish":
        case "reopen": {
          const task = pick(each.which);
          if (!task || task.slow || task.isOpen === (each.do === "reopen")) break;
          const isOpen = each.do === "reopen";
          const { at } = await one(
            `update tasks set status = $2, completed_at = $3, completed_by = $4 where id = $1
             returning extract(epoch from scheduled_date) * 1000 as at`,
            [task.id, isOpen ? "pending" : "completed", isOpen ? null : new Date(), isOpen ? null : userId],
          );
          task.isOpen = isOpen;
          end(task, now);
          if (isOpen) begin(task, Math.round(Number(at)));
          break;
        }
        case "commit": {
          const slow = tasks.filter((task) => task.slow);
          if (slow.length > 0) await commit(slow[each.which % slow.length]!);
          break;
        }
        case "plan":
          await Promise.all(
            Array.from({ length: each.nodes }, () => planTasks(service.database, each.batch)),
          );
          break;
        case "die": {
          const client = await service.database.pool.connect();
          await client.query("begin");
          await client.query("update reminder_clocks set done_until = now() + interval '1 hour'");
          await client.query("rollback");
          client.release();
          break;
        }
        case "sweep": {
          const before = now;
          // What is due up to the clock's place is found by sweeping, also what was committed behind it.
          const { upto } = await one(
            "select extract(epoch from done_until) * 1000 as upto from reminder_clocks where kind = 'task'",
          );
          const isWaiting = Number(upto) > before;
          if ((await sweepTasks(service.database, { everySeconds: 0 })) && !isWaiting)
            foundUpTo(Number(upto));
          break;
        }
        case "wait":
          await pass(each.ms);
          break;
        case "clock back":
          await one(
            "update reminder_clocks set done_until = greatest(done_until, now() + make_interval(secs => $1)), done_id = gen_random_uuid()",
            [each.ms / 1000],
          );
      }
    }
  } finally {
    for (const task of tasks) if (task.slow) await commit(task);
  }
  // In the end all times are past, some node plans, and the minute of sweeping comes.
  await pass(260);
  while ((await planTasks(service.database))?.isFull);
  await sweepTasks(service.database, { everySeconds: 0 });

  const { rows } = await service.database.pool.query<{ id: string; at: string; count: number }>(
    `select subject_id as id, extract(epoch from due_at) * 1000 as at, count(*)::int as count
       from notifications group by 1, 2`,
  );
  const counts = new Map(rows.map(({ id, at, count }) => [`${id} ${Math.round(Number(at))}`, count]));
  const wrong: string[] = [];
  for (const { id, isOpen, occurrence, past } of tasks) {
    const count = (at: number) => counts.get(`${id} ${at}`) ?? 0;
    if (isOpen && occurrence && occurrence.at < now && count(occurrence.at) !== 1)
      wrong.push(`open: ${count(occurrence.at)} times`);
    for (const each of past) {
      if (count(each.at) > 1) wrong.push(`past: ${count(each.at)} times`);
      if (each.isOwed && count(each.at) !== 1) wrong.push("owed, not told");
      if (each.isNever && count(each.at) !== 0) wrong.push("told of what was over before its time");
    }
  }
  expect(wrong).toEqual([]);
  return rows.length;
}

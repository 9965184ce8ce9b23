import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { passForRuns } from "../../../test/escalation.ts";
import { api, careTeam } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { planTasks } from "../../notifications/server/plan/task_planner.ts";
import { type EscalationSetup, listSteps, TAKEN_MINUTES } from "../rules.ts";
import { escalateDueRuns } from "./escalate.ts";
import { lockDueRun } from "./run_data.ts";

/** More at once: `FUZZ_RUNS=1000`. */
const RUNS = Math.ceil(Number(process.env.FUZZ_RUNS ?? 24) / 4);

let service: Service;
let people: Awaited<ReturnType<typeof careTeam>>;
let setup: EscalationSetup;
beforeAll(async () => {
  service = await startService();
  people = await careTeam(service);
  const { owner, admin, diaryId } = people;
  setup = {
    again: { everyMinutes: 10, times: 3 },
    people: [{ userId: admin.userId, waitMinutes: 60 }],
    leadersWaitMinutes: 30,
  };
  const args = {
    diaryId,
    kind: "task-due" as const,
    version: 0,
    setup: { ...setup, people: [...setup.people] },
  };
  await owner.http.mutation(api.escalation.setEscalation, args);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

type Step =
  /** Minutes in which nodes look all the time; of some of them several at once. */
  | { do: "watch"; minutes: number; nodes: number }
  | { do: "due" }
  /** A node dies in its transaction, after it has locked a run and written. */
  | { do: "die" }
  | { do: "take" | "finish" | "move"; which: number };

const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("watch" as const),
      minutes: fc.integer({ min: 5, max: 35 }),
      nodes: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("due" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("die" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("take" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("finish" as const, "move" as const), which }) },
);

/** A due task as the model knows it; times are minutes since it became due, of the time that has passed for its run. */
type Task = {
  id: string;
  isOpen: boolean;
  passed: number;
  /** How much of it didn't count, because somebody was at it. */
  paused: number;
  takenUntil: number;
  /** Whom its run has told: "caregiver again 10" and the like. */
  told: string[];
};

it("notifies of each step once, in its time, and nobody during a claim or after the end", {
  timeout: 60_000 + RUNS * 10_000,
}, async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
      told += await followModel([{ do: "due" }, ...steps]);
    }),
    { numRuns: RUNS },
  );
  // The model would also agree with a server that tells nobody if no step came.
  expect(told).toBeGreaterThan(RUNS);
});

async function followModel(steps: readonly Step[]): Promise<number> {
  for (const table of ["tasks", "notifications", "escalation_runs"]) await sql(`delete from ${table}`);
  const tasks: Task[] = [];
  const pick = (n: number) => tasks[n % Math.max(1, tasks.length)];
  const errors: unknown[] = [];
  const escalate = async (nodes: number) => {
    const onError = (error: unknown) => void errors.push(error);
    await Promise.all(Array.from({ length: nodes }, () => escalateDueRuns(service.database, { onError })));
    expect(errors).toEqual([]);
    for (const task of tasks) if (task.isOpen && task.passed >= task.takenUntil) tellDue(task);
  };
  for (const each of steps) {
    switch (each.do) {
      case "due":
        tasks.push({ id: await addDueTask(), isOpen: true, passed: 0, paused: 0, takenUntil: 0, told: [] });
        break;
      case "watch":
        for (let left = each.minutes; left > 0; left -= 5) {
          const minutes = Math.min(5, left);
          await passForRuns(service, minutes);
          for (const task of tasks) if (task.isOpen) task.passed += minutes;
          await escalate(each.nodes);
        }
        break;
      case "die":
        await service.database.db
          .transaction()
          .execute(async (trx) => {
            const run = await lockDueRun(trx, []);
            if (run)
              await trx
                .updateTable("escalation_runs")
                .set({ next_at: null, state: "stale", closed_at: new Date() })
                .where("id", "=", run.id)
                .execute();
            throw new Error("dies");
          })
          .catch(() => {});
        break;
      case "take": {
        const task = pick(each.which);
        if (!task?.isOpen) break;
        await sql(
          `select take_escalation(id, $2, now() + make_interval(mins => $3)) from escalation_runs where subject_id = $1`,
          [task.id, people.admin.userId, TAKEN_MINUTES],
        );
        const until = task.passed + TAKEN_MINUTES;
        task.paused += until - Math.max(task.passed, task.takenUntil);
        task.takenUntil = until;
        await escalate(1);
        // Whoever was reminded learns who is at it.
        const others = await sql(
          "select distinct user_id from notifications where step = 'taken' and subject_id = $1",
          [task.id],
        );
        expect(others.map(({ user_id }) => user_id)).toContain(people.caregiver.userId);
        break;
      }
      case "finish":
      case "move": {
        const task = pick(each.which);
        if (!task?.isOpen) break;
        if (each.do === "finish")
          await people.caregiver.http.mutation(api.tasks.updateTask, {
            taskId: task.id,
            status: "completed",
          });
        else await sql("update tasks set scheduled_date = now() + interval '1 day' where id = $1", [task.id]);
        task.isOpen = false;
        // In the same transaction: no node can take a step of it any more.
        expect(await sql("select state from escalation_runs where subject_id = $1", [task.id])).toEqual([
          { state: "done" },
        ]);
      }
    }
    await compare(tasks);
  }
  return tasks.reduce((sum, { told }) => sum + told.length, 0);
}

/** The steps whose time has come: all people, and of reminders again the last one. */
function tellDue(task: Task): void {
  const { owner, admin } = people;
  const names = new Map([
    [owner.userId, "owner"],
    [admin.userId, "admin"],
  ]);
  for (const one of listSteps(setup)) {
    if (one.after > task.passed - task.paused) continue;
    const whom =
      one.recipient === "again"
        ? ["caregiver"]
        : one.recipient === "next"
          ? [names.get(one.userId)!]
          : ["owner", "admin"];
    for (const name of whom) {
      const telling = `${name} ${one.recipient}${one.recipient === "again" ? ` ${one.after}` : ""}`;
      if (!task.told.includes(telling)) task.told.push(telling);
    }
  }
}

async function compare(tasks: readonly Task[]): Promise<void> {
  const { owner, admin, caregiver } = people;
  const names = new Map([
    [owner.userId, "owner"],
    [admin.userId, "admin"],
    [caregiver.userId, "caregiver"],
  ]);
  const rows = await sql(
    `select subject_id, user_id, step, split_part(dedupe, ' ', 4) as minute from notifications
      where kind = 'escalation' and step <> 'taken'`,
  );
  const told = new Map(tasks.map(({ id }) => [id, [] as string[]]));
  for (const { subject_id, user_id, step: each, minute } of rows)
    told.get(subject_id)!.push(`${names.get(user_id)} ${each}${each === "again" ? ` ${minute}` : ""}`);
  for (const task of tasks) expect(told.get(task.id)!.sort()).toEqual([...task.told].sort());
  const twice = await sql(
    "select 1 as one from notifications where step = 'taken' group by subject_id, user_id, dedupe having count(*) > 1",
  );
  expect(twice).toEqual([]);
  const toTaker = await sql("select 1 as one from notifications where step = 'taken' and user_id = actor_id");
  expect(toTaker).toEqual([]);
}

/** A task of the caregiver that has just become due and is planned. */
async function addDueTask(): Promise<string> {
  const id = uuidv7();
  await sql(
    "update reminder_clocks set done_until = now() - interval '1 minute', done_id = gen_random_uuid()",
  );
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to)
     values ($1, $2, 'Walk', $3, now() - interval '1 second', $4)`,
    [id, people.diaryId, people.owner.userId, people.caregiver.userId],
  );
  await planTasks(service.database);
  return id;
}

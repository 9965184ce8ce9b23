import { randomUUID } from "node:crypto";
import type { FunctionSweep } from "./calls.ts";
import { missingId } from "./note_calls.ts";
import type { World } from "./world.ts";

const sql = ({ service }: World, text: string, values: unknown[] = []) =>
  service.database.pool.query(text, values);

const forget = (world: World) =>
  sql(world, "delete from escalation_plans").then(() => sql(world, "delete from quiet_exceptions"));

/** Tells the owner next, then everyone who leads. */
const setupOf = ({ actors }: World) => ({
  again: { everyMinutes: 10, times: 3 },
  people: [{ userId: actors.owner.userId, waitMinutes: 60 }],
  leadersWaitMinutes: 30,
});

/** A plan of the notebook for tasks, and no other. */
async function newPlan(world: World): Promise<void> {
  await forget(world);
  await sql(
    world,
    `insert into escalation_plans (id, diary_id, kind, setup, changed_by)
     values (gen_random_uuid(), $1, 'task-due', $2, $3)`,
    [world.diaryId, JSON.stringify(setupOf(world)), world.actors.owner.userId],
  );
}

/** An open run of a task that is nobody's and belongs to no note, and no other. */
async function newRun(world: World): Promise<string> {
  await newPlan(world);
  const [id, taskId] = [randomUUID(), randomUUID()];
  await sql(
    world,
    "insert into tasks (id, diary_id, title, created_by, scheduled_date) values ($1, $2, 'Walk', $3, now())",
    [taskId, world.diaryId, world.actors.owner.userId],
  );
  await sql(
    world,
    `insert into escalation_runs (id, plan_id, diary_id, subject_kind, subject_id, occurrence, next_at)
     select $1, p.id, p.diary_id, 'task', $2, now(), now() + interval '1 hour' from escalation_plans p`,
    [id, taskId],
  );
  return id;
}

/** How the sweep calls the functions of escalation. */
export const ESCALATION_CALLS: Record<string, FunctionSweep> = {
  "escalation.getEscalation": {
    cases: {
      "the notebook": async (world) => {
        await newPlan(world);
        return { diaryId: world.diaryId };
      },
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: ({ plans, people }: { plans: { setup: object | null }[]; people: unknown[] }) =>
      `${plans.filter(({ setup }) => setup).length}of${plans.length}for${people.length}`,
  },
  "escalation.setEscalation": {
    cases: {
      "the notebook": async (world) => {
        await forget(world);
        return { diaryId: world.diaryId, kind: "task-due", setup: setupOf(world), version: 0 };
      },
      "a notebook that doesn't exist": (world) => ({
        diaryId: missingId(),
        kind: "task-due",
        setup: setupOf(world),
        version: 0,
      }),
    },
    effect: `select $1::text is null and changed_by = $2 and kind = 'task-due' as ok from escalation_plans`,
    undo: forget,
  },
  "escalation.isAtNight": {
    cases: {
      "the notebook": (world) => ({ diaryId: world.diaryId, kind: "task-due", setup: setupOf(world) }),
    },
    summarize: ({ atNight }: { atNight: boolean }) => `night${atNight}`,
  },
  "escalation.setBreaksQuiet": {
    cases: {
      "the notebook": async (world) => {
        await forget(world);
        return { diaryId: world.diaryId, breaksQuiet: true };
      },
    },
    effect: "select $1::text is null and user_id = $2 as ok from quiet_exceptions",
    undo: forget,
  },
  "escalation.listRunning": {
    cases: {
      "one that is running": async (world) => {
        await newRun(world);
        return {};
      },
    },
    summarize: (runs: unknown[]) => (runs.length > 0 ? "running" : "none"),
  },
  "escalation.takeOn": {
    cases: {
      "one that is running": async (world) => ({ runId: await newRun(world) }),
      "one that doesn't exist": () => ({ runId: missingId() }),
    },
    effect: "select $1::text is null and taken_by = $2 as ok from escalation_runs",
    undo: forget,
  },
};

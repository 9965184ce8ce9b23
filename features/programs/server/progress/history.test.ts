import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, careTeam, insertDiaryProgram } from "../../../../test/people.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

type Status = "pending" | "in_progress" | "completed" | "cancelled";
type Task = { id: string; phase: string; activity: string; status: Status; due: number | null };

/** The first and last day of each phase, relative to today. */
const PHASES = { past: [-20, -11], present: [-10, 10], future: [11, 20], empty: [-30, -25] } as const;
type Phase = keyof typeof PHASES;

/** Inserts a program by SQL, with phases around today and no tasks; returns its id. */
async function emptyProgram(): Promise<string> {
  const id = await insertDiaryProgram(service, team.diaryId, team.owner.userId);
  const now = Date.now();
  for (const [position, [name, [start, end]]] of Object.entries(PHASES).entries()) {
    await sql(
      `insert into phase_progress (id, diary_id, diary_program_id, phase_id, phase_title, position, status, start_date, end_date)
       values ($1, $2, $3, $4, $4, $5, 'upcoming', $6, $7)`,
      [uuidv7(), team.diaryId, id, name, position, new Date(now + start * DAY), new Date(now + end * DAY)],
    );
  }
  await sql("select count_programs(array[$1::uuid])", [id]);
  return id;
}

async function addTasks(program: string, tasks: Task[]): Promise<void> {
  await sql(
    `insert into tasks (id, diary_id, title, status, completed_at, due_date, linked_diary_program_id, phase_id,
       activity_template_id, task_template_id, occurrence_at, created_by)
     select id, $1, 'T', status, case when status = 'completed' then now() end,
            timestamptz 'epoch' + due * interval '1 ms', $2, phase, activity, id::text, now(), $3
       from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[]) t(id, status, phase, activity, due)`,
    [
      team.diaryId,
      program,
      team.owner.userId,
      tasks.map((task) => task.id),
      tasks.map((task) => task.status),
      tasks.map((task) => task.phase),
      tasks.map((task) => task.activity),
      tasks.map((task) => task.due),
    ],
  );
}

const setStatus = (ids: string[], status: Status) =>
  sql(
    `update tasks set status = $2::text, completed_at = case when $2::text = 'completed' then now() end where id = any($1)`,
    [ids, status],
  );
const setDue = (ids: string[], due: number | null) =>
  sql("update tasks set due_date = $2 where id = any($1)", [ids, due === null ? null : new Date(due)]);
const remove = (ids: string[]) => sql("delete from tasks where id = any($1)", [ids]);

const isOpen = ({ status }: Task) => status === "pending" || status === "in_progress";
const isLate = (task: Task, now: number) => isOpen(task) && task.due !== null && task.due < now;

/** The model: counts everything from a list of tasks, as the decisions define it. */
function expected(tasks: Task[], now: number, canManage: boolean) {
  const phases = (Object.keys(PHASES) as Phase[]).map((name, position) => {
    const own = tasks.filter((task) => task.phase === name);
    const counted = own.filter((task) => task.status !== "cancelled");
    const completed = counted.filter((task) => task.status === "completed").length;
    const due = completed + counted.filter((task) => isLate(task, now)).length;
    const activities = [...new Set(counted.map((task) => task.activity))];
    const [start, end] = PHASES[name];
    const isDone = !own.some(isOpen) && (own.length > 0 || end < 0);
    return {
      phaseId: name,
      position,
      status: isDone ? "completed" : start > 0 ? "upcoming" : "active",
      totalTasks: counted.length,
      completedTasks: completed,
      activitiesTotal: activities.length,
      activitiesCompleted: activities.filter(
        (activity) => !counted.some((task) => task.activity === activity && isOpen(task)),
      ).length,
      adherencePercentage: due === 0 ? 0 : Math.round((completed / due) * 10_000) / 100,
    };
  });
  const counted = tasks.filter((task) => task.status !== "cancelled");
  const completed = counted.filter((task) => task.status === "completed").length;
  const completedPhases = phases.filter((phase) => phase.status === "completed").length;
  return {
    status: tasks.length > 0 && !tasks.some(isOpen) ? "completed" : "active",
    phases,
    phaseCount: 4,
    completedPhases,
    currentPhase: Math.min(completedPhases + 1, 4),
    totalTasks: counted.length,
    completedTasks: completed,
    overdueTasks: tasks.filter((task) => isLate(task, now)).length,
    percentage: counted.length === 0 ? 0 : Math.round((100 * completed) / counted.length),
    canManage,
  };
}

const anyStatus = fc.constantFrom<Status>("pending", "in_progress", "completed", "cancelled");
const anyDue = fc.option(
  fc.integer({ min: -15, max: 15 }).map((days) => Date.now() + days * DAY + HOUR),
  { freq: 8 },
);
const newTask = fc.record({
  phase: fc.constantFrom<Phase>("past", "present", "future"),
  activity: fc.constantFrom("walk", "drink"),
  status: anyStatus,
  due: anyDue,
});
const some = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ add: fc.array(newTask, { minLength: 1, maxLength: 6 }) }) },
  { weight: 5, arbitrary: fc.record({ which: some, status: anyStatus }) },
  { weight: 2, arbitrary: fc.record({ all: anyStatus }) },
  { weight: 2, arbitrary: fc.record({ which: some, due: anyDue }) },
  { weight: 1, arbitrary: fc.record({ which: some, remove: fc.constant(true) }) },
);

describe("the stored progress of a program", () => {
  it("equals a fresh count of its tasks, after any history", {
    tags: spec("CORE-564 CORE-565 CORE-566 CORE-567 CORE-568 CORE-569 CORE-575 CORE-576"),
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const program = await emptyProgram();
        let tasks: Task[] = [];
        for (const one of steps) {
          const pick = (which: number[]) =>
            tasks.length === 0 ? [] : [...new Set(which.map((n) => tasks[n % tasks.length]!))];
          if ("add" in one) {
            // Each phase has activities of its own.
            const added = one.add.map((task) => ({
              ...task,
              activity: `${task.phase} ${task.activity}`,
              id: uuidv7(),
            }));
            await addTasks(program, added);
            tasks.push(...added);
          } else if ("all" in one) {
            await setStatus(
              tasks.map(({ id }) => id),
              one.all,
            );
            for (const task of tasks) task.status = one.all;
          } else {
            const picked = pick(one.which);
            const ids = picked.map(({ id }) => id);
            if ("status" in one) {
              await setStatus(ids, one.status);
              for (const task of picked) task.status = one.status;
            } else if ("remove" in one) {
              await remove(ids);
              tasks = tasks.filter((task) => !picked.includes(task));
            } else {
              await setDue(ids, one.due);
              for (const task of picked) task.due = one.due;
            }
          }
          const shown = await team.owner.http.query(api.programs.getDiaryProgram, {
            diaryProgramId: program,
          });
          expect(shown).toMatchObject(expected(tasks, Date.now(), true));
          // The stored values agree: the administrators' table and exports read them.
          const stored = await sql(
            "select phase_id, status, adherence_percentage from phase_progress where diary_program_id = $1 order by position",
            [program],
          );
          expect(stored).toEqual(
            shown!.phases.map((phase) => ({
              phase_id: phase.phaseId,
              status: phase.status,
              adherence_percentage: phase.adherencePercentage,
            })),
          );
        }
        const summary = await team.viewer.http.query(api.programs.getProgramSummary, {
          diaryProgramId: program,
        });
        const { status, phaseCount, completedPhases, totalTasks, completedTasks } = expected(
          tasks,
          Date.now(),
          false,
        );
        expect(summary).toEqual({
          programName: "After a stroke",
          status,
          phaseCount,
          completedPhases,
          totalTasks,
          completedTasks,
          totalActivities: 0,
          activeActivities: 0,
        });
      }),
      { numRuns: 20 },
    );
  });

  it.each(["repeatable read", "read committed"])(
    "is right when two members finish the last task of a phase at the same moment, under %s",
    async (isolation) => {
      const program = await emptyProgram();
      const last = (["past", "present"] as const).map((phase) => ({
        id: uuidv7(),
        phase,
        activity: phase,
        status: "pending" as const,
        due: null,
      }));
      await addTasks(program, last);
      const complete = (db: { query(text: string, values: unknown[]): Promise<unknown> }, id: string) =>
        db.query("update tasks set status = 'completed', completed_at = now() where id = $1", [id]);
      const [first, second] = [await service.database.pool.connect(), await service.database.pool.connect()];
      try {
        for (const client of [first, second])
          await client.query(`begin isolation level ${isolation}; select count(*) from tasks`);
        await complete(first, last[0]!.id);
        const outcome = complete(second, last[1]!.id).then(
          () => "done",
          (error) => error.code,
        );
        await first.query("commit");
        // The transaction with the older snapshot has to run again, as mutations do; the other one waited and saw
        // everything.
        const isRetried = (await outcome) === "40001";
        expect(isRetried).toBe(isolation === "repeatable read");
        await second.query(isRetried ? "rollback" : "commit");
        if (isRetried) await complete(service.database.pool, last[1]!.id);
      } finally {
        first.release();
        second.release();
      }
      const shown = await team.owner.http.query(api.programs.getDiaryProgram, { diaryProgramId: program });
      expect(shown).toMatchObject({ status: "completed", completedTasks: 2, totalTasks: 2 });
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, getDayStart, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { beginAt } from "../../../../test/moment.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../../test/people.ts";
import { activateAs, programFile } from "../../../../test/programs.ts";
import type { Service } from "../../../../test/service.ts";

const startService = beginAt();

let service: Service;
let anna: TestPerson;
beforeAll(async () => {
  service = await startService();
  anna = await createPerson(service, "Anna");
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const shown = async (diaryProgramId: string) =>
  (await anna.http.query(api.programs.getDiaryProgram, { diaryProgramId }))!;
const setZone = (diaryId: string, zone: string) =>
  sql("update diaries set time_zone = $2 where id = $1", [diaryId, zone]);

describe("the days of a program", () => {
  it("are days of the notebook's calendar, and stay the same in another time zone", async () => {
    const zone = "Europe/Berlin";
    const diaryId = await createNotebook(anna, { timeZone: zone });
    const id = await activateAs(anna, diaryId);
    const day = toDayInZone(Date.now(), zone);
    for (const now of [zone, "America/Los_Angeles", "Pacific/Kiritimati"]) {
      await setZone(diaryId, now);
      const program = await shown(id);
      expect([program.baselineDay, program.baselineDate]).toEqual([day, getDayStart(day, now)]);
      expect(
        program.phases.map(({ startDay, endDay, startDate, endDate }) => [
          startDay,
          endDay,
          startDate,
          endDate,
        ]),
      ).toEqual(
        [
          [day, addDays(day, 6)],
          [addDays(day, 7), addDays(day, 13)],
        ].map(([first, last]) => [
          first,
          last,
          getDayStart(first!, now),
          getDayStart(addDays(last!, 1), now) - 1,
        ]),
      );
      const [task] = await sql(
        `select date_only, scheduled_day::text, due_day::text, end_day::text from tasks
          where linked_diary_program_id = $1 and task_template_id = 'ten' order by scheduled_day limit 1`,
        [id],
      );
      expect(task).toEqual({
        date_only: true,
        scheduled_day: day,
        due_day: day,
        end_day: addDays(day, 6),
      });
      const [{ at }] = await sql(
        "select min(start_date) as at from activity_activations where diary_program_id = $1 and start_day = $2",
        [id, day],
      );
      expect(Number(at)).toBe(getDayStart(day, now));
    }
  });

  it("move as whole days across a day whose midnight the clocks skip", async () => {
    const zone = "Africa/Cairo";
    const diaryId = await createNotebook(anna, { timeZone: zone });
    const id = await activateAs(anna, diaryId);
    const day = "2026-04-23";
    // As if it had started on the day before and been paused for a day.
    await sql("update phase_progress set start_day = $2, end_day = $2 where diary_program_id = $1", [
      id,
      day,
    ]);
    await sql(
      `update tasks set scheduled_day = $2, due_day = $2, end_day = $2 where linked_diary_program_id = $1 and date_only`,
      [id, day],
    );
    await sql(
      `update diary_programs set status = 'paused', paused_since = day_start($2::date, $3) - interval '1 second'
        where id = $1`,
      [id, day, zone],
    );
    await sql("select resume_program($1, day_start($2::date, $3) + interval '1 second')", [id, day, zone]);
    const moved = (table: string, of: string) =>
      sql(`select distinct start_day::text as day, start_date as at from ${table} where ${of} = $1`, [id]);
    const next = addDays(day, 1);
    expect(await moved("phase_progress", "diary_program_id")).toEqual([
      { day: next, at: getDayStart(next, zone) },
    ]);
    const tasks = await sql(
      `select distinct scheduled_day::text as day, scheduled_date as at, due_date as due from tasks
        where linked_diary_program_id = $1 and date_only`,
      [id],
    );
    expect(tasks).toEqual([
      { day: next, at: getDayStart(next, zone), due: getDayStart(addDays(next, 1), zone) - 1 },
    ]);
  });
});

describe("a phase whose days are over", () => {
  it("isn't active because of expired tasks, and shows what was done", async () => {
    const diaryId = await createNotebook(anna);
    const first = [
      {
        activityId: "walk",
        isRecurring: true,
        recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
      },
    ];
    const file = programFile({ first });
    const selectedActivities = ["walk", "stairs"].map((activityId) => ({ activityId, isActivated: true }));
    const id = await activateAs(anna, diaryId, {
      file,
      selectedActivities,
      baselineDate: Date.now() - 8 * 86_400_000,
    });
    await sql(
      `update tasks set status = 'completed', completed_at = now() where id in (
         select id from tasks where linked_diary_program_id = $1 and phase_id = 'one' order by scheduled_day limit 3)`,
      [id],
    );
    const { phases, currentPhase } = await shown(id);
    expect(phases[0]).toMatchObject({
      status: "completed",
      totalTasks: 7,
      completedTasks: 3,
      expiredTasks: 4,
      adherencePercentage: 42.86,
    });
    expect(currentPhase).toBe(2);
    const [stored] = await sql(
      "select status from phase_progress where diary_program_id = $1 and phase_id = 'one'",
      [id],
    );
    expect(stored).toEqual({ status: "completed" });
    // A task that is moved to a future day is to be done again.
    await sql(
      `update tasks set scheduled_day = clock_timestamp()::date + 3, due_day = clock_timestamp()::date + 3, end_day = clock_timestamp()::date + 3
        where id in (select id from tasks where linked_diary_program_id = $1 and phase_id = 'one' and status = 'pending'
                      limit 1)`,
      [id],
    );
    expect((await shown(id)).phases[0]).toMatchObject({ status: "active", expiredTasks: 3 });
  });
});

it("skipping to the current task is refused for an activity that happens once", async () => {
  const diaryId = await createNotebook(anna);
  const id = await activateAs(anna, diaryId);
  const [once] = await sql(
    "select id from tasks where linked_diary_program_id = $1 and activity_template_id = 'call'",
    [id],
  );
  await expect(
    anna.http.mutation(api.tasks.skipToCurrentInstance, { taskId: once.id }),
  ).rejects.toMatchObject({ data: { message: "Not a recurring task" } });
});

import { quickAddJob } from "graphile-worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../../../registry/rooms.ts";
import { loadConfig } from "../../../../server/config.ts";
import { startJobs } from "../../../../server/jobs/worker.ts";
import { createLog } from "../../../../server/log.ts";
import { api, careTeam } from "../../../../test/people.ts";
import { activateAs } from "../../../../test/programs.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { keepProgramsCurrent } from "./jobs.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const DAY = 86_400_000;
const log = createLog("silent");
const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Moves all times of a program into the past, without counting it. */
async function age(diaryProgramId: string, by: string): Promise<void> {
  await sql("alter table tasks disable trigger program_count_update");
  await sql(
    `update tasks set scheduled_date = scheduled_date - $2::interval, due_date = due_date - $2::interval,
       end_date = end_date - $2::interval where linked_diary_program_id = $1`,
    [diaryProgramId, by],
  );
  await sql("alter table tasks enable trigger program_count_update");
  await sql(
    `update phase_progress set start_date = start_date - $2::interval, end_date = end_date - $2::interval
      where diary_program_id = $1`,
    [diaryProgramId, by],
  );
  await sql(
    "update program_clocks set next_change_at = next_change_at - $2::interval where diary_program_id = $1",
    [diaryProgramId, by],
  );
  await sql(
    `update diary_programs set paused_since = paused_since - $2::interval, paused_until = paused_until - $2::interval
      where id = $1`,
    [diaryProgramId, by],
  );
}

const phases = (id: string) =>
  sql(
    "select status, adherence_percentage as kept from phase_progress where diary_program_id = $1 order by position",
    [id],
  );
const countsOf = async (id: string) =>
  (await sql("select counted from program_clocks where diary_program_id = $1", [id]))[0].counted;

describe("the job for programs", () => {
  it("counts a program when something becomes due, and not before", async () => {
    const id = await activateAs(team.owner, team.diaryId);
    const before = await countsOf(id);
    await keepProgramsCurrent(service.database, log);
    expect(await countsOf(id)).toBe(before);
    expect(await phases(id)).toEqual([
      { status: "active", kept: 0 },
      { status: "upcoming", kept: 0 },
    ]);
    await sql(
      "update tasks set status = 'completed', completed_at = now() where linked_diary_program_id = $1 and task_template_id = 'ten'",
      [id],
    );
    await age(id, "8 days");
    // Reads show it at once; the stored values follow with the job.
    const shown = await team.owner.http.query(api.programs.getDiaryProgram, { diaryProgramId: id });
    const now = [
      // Its unfinished tasks have expired.
      { status: "completed", kept: 46.67 },
      { status: "active", kept: 0 },
    ];
    const [second] = (await sql(
      "select count(*)::int as late from tasks where linked_diary_program_id = $1 and phase_id = 'two' and due_date < now()",
      [id],
    )) as [{ late: number }];
    expect(second.late).toBeLessThanOrEqual(1);
    expect(shown!.phases.map(({ status, adherencePercentage: kept }) => ({ status, kept }))).toEqual(now);
    expect(await phases(id)).not.toEqual(now);
    await keepProgramsCurrent(service.database, log);
    expect(await phases(id)).toEqual(now);
    const counted = await countsOf(id);
    await keepProgramsCurrent(service.database, log);
    expect(await countsOf(id)).toBe(counted);
  });

  it("ends a pause at its planned moment, even when the job runs later", async () => {
    const id = await activateAs(team.owner, await freshNotebook());
    await team.owner.http.mutation(api.programs.pauseDiaryProgram, {
      diaryProgramId: id,
      until: Date.now() + 3 * DAY,
    });
    const first = async () =>
      (
        await sql("select min(scheduled_date) as first from tasks where linked_diary_program_id = $1", [id])
      )[0].first as number;
    const before = await first();
    await keepProgramsCurrent(service.database, log);
    expect(await first()).toBe(before);
    await age(id, "5 days");
    await keepProgramsCurrent(service.database, log);
    expect(
      await sql("select status, paused_since, paused_until from diary_programs where id = $1", [id]),
    ).toEqual([{ status: "active", paused_since: null, paused_until: null }]);
    expect(await first()).toBe(before - 5 * DAY + 3 * DAY);
  });

  it("goes on with other programs when one can't be counted or resumed, and tries that one again later", async () => {
    const activate = async () => activateAs(team.owner, await freshNotebook());
    const [spoilt, paused, bystander] = [await activate(), await activate(), await activate()];
    await team.owner.http.mutation(api.programs.pauseDiaryProgram, {
      diaryProgramId: paused,
      until: Date.now() + DAY,
    });
    await age(spoilt, "9 days");
    await age(paused, "9 days");
    await age(bystander, "8 days");
    const overdue = async () =>
      (
        await sql("select sum(overdue_tasks)::int as n from phase_progress where diary_program_id = $1", [
          bystander,
        ])
      )[0].n;
    await sql(
      `alter table phase_progress add constraint spoilt
         check (overdue_tasks = 0 or diary_program_id <> '${spoilt}') not valid`,
    );
    await sql(
      `alter table diary_programs add constraint spoilt check (status = 'paused' or id <> '${paused}') not valid`,
    );
    const retryStateOf = async (id: string) =>
      (
        await sql(
          "select failures, next_change_at > now() as later from program_clocks where diary_program_id = $1",
          [id],
        )
      )[0];
    try {
      await keepProgramsCurrent(service.database, log);
      expect(await overdue()).toBeGreaterThanOrEqual(15);
      expect(await retryStateOf(spoilt)).toEqual({ failures: 1, later: true });
      expect(await retryStateOf(paused)).toEqual({ failures: 1, later: true });
    } finally {
      await sql("alter table phase_progress drop constraint spoilt");
      await sql("alter table diary_programs drop constraint spoilt");
    }
    await sql("update program_clocks set next_change_at = now() where diary_program_id = any($1)", [
      [spoilt, paused],
    ]);
    await keepProgramsCurrent(service.database, log);
    expect((await retryStateOf(spoilt)).failures).toBe(0);
    expect((await retryStateOf(paused)).failures).toBe(0);
  });

  it("runs every minute", async () => {
    const id = await activateAs(team.owner, await freshNotebook());
    await age(id, "8 days");
    const late = async () =>
      (
        await sql("select sum(overdue_tasks)::int as n from phase_progress where diary_program_id = $1", [id])
      )[0].n;
    expect(await late()).toBe(0);
    const { database, storage } = service;
    const config = loadConfig({ DATA_DIR: service.files });
    const jobs = await startJobs({ database, storage, config, log: createLog("silent"), rooms });
    try {
      await quickAddJob({ connectionString: database.connectionString }, "keep_programs_current", {});
      await expect.poll(late, { timeout: 15_000 }).toBeGreaterThanOrEqual(15);
    } finally {
      await jobs.stop();
    }
  });
});

async function freshNotebook(): Promise<string> {
  const otherTeam = await careTeam(service);
  await sql("insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'admin')", [
    otherTeam.diaryId,
    team.owner.userId,
  ]);
  return otherTeam.diaryId;
}

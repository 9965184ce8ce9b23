import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, careTeam, createNote, type TestPerson } from "../../../../test/people.ts";
import { activateAs, programFile, uploadProgram } from "../../../../test/programs.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";
import { displayState } from "../../../tasks/rules/states.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const list = (who: TestPerson) => who.http.query(api.programs.listDiaryPrograms, { diaryId: team.diaryId });
const page = { paginationOpts: { numItems: 10, cursor: null } };
const MONDAY = Date.UTC(2026, 10, 16);
/** Programs with different names. */
const named = (programName: string) => ({ file: programFile({ programName }) });

describe("programs.listDiaryPrograms", () => {
  it("lists a notebook's programs, the newest first", {
    tags: spec("CORE-452 CORE-453 CORE-480 CORE-564 CORE-574"),
  }, async () => {
    const noteId = await createNote(team.owner, team.diaryId, { title: "Home again", isEncrypted: true });
    await activateAs(team.caregiver, team.diaryId, named("First"));
    const second = await activateAs(team.admin, team.diaryId, { ...named("Second"), noteId });
    const [{ short_id: shortId }] = (await sql("select short_id from notes where id = $1", [noteId])) as [
      { short_id: string },
    ];
    const programs = await list(team.owner);
    expect(programs.map(({ programName }) => programName)).toEqual(["Second", "First"]);
    expect(programs[0]).toMatchObject({
      _id: second,
      diaryId: team.diaryId,
      noteId,
      noteShortId: shortId,
      noteTitle: "Home again",
      status: "active",
      activatedBy: team.admin.userId,
      activatorName: "Adam Admin",
      phaseCount: 2,
      completedPhases: 0,
      currentPhase: 1,
      totalTasks: 17,
      completedTasks: 0,
      overdueTasks: 0,
      totalActivities: 3,
      activeActivities: 3,
      percentage: 0,
      canManage: true,
    });
    expect(programs[1]).toMatchObject({ noteId: null, noteShortId: null, noteTitle: null });
    // A member manages the programs that they activated.
    expect((await list(team.caregiver)).map(({ canManage }) => canManage)).toEqual([false, true]);
  });

  it("returns the percentage of completed tasks, rounded, without cancelled ones", {
    tags: spec("CORE-575"),
  }, async () => {
    const id = await activateAs(team.caregiver, team.diaryId, { baselineDate: MONDAY });
    await sql(
      `update tasks set status = case when activity_template_id = 'call' then 'cancelled' else 'completed' end,
              completed_at = case when activity_template_id = 'call' then null else now() end
        where linked_diary_program_id = $1 and (activity_template_id = 'call' or task_template_id = 'ten')`,
      [id],
    );
    // 7 of 16.
    expect(await list(team.viewer)).toMatchObject([{ totalTasks: 16, completedTasks: 7, percentage: 44 }]);
  });

  it("separates tasks that expired with their phase from overdue ones, by the program's own time", async () => {
    const id = await activateAs(team.caregiver, team.diaryId, { baselineDate: Date.now() - 9 * 86_400_000 });
    // All of the first week has expired: seven walks of two tasks each, and the call.
    const [shown] = await list(team.viewer);
    const { overdueTasks, expiredTasks } = shown!;
    expect(expiredTasks).toBe(15);
    expect(overdueTasks).toBeGreaterThanOrEqual(15);
    expect(await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId: id })).toMatchObject({
      overdueTasks,
      expiredTasks,
      pausedSince: null,
      phases: [{ overdueTasks: 15, expiredTasks: 15 }, { expiredTasks: 0 }],
    });
    const { page } = await team.viewer.http.query(api.programs.listProgramTasks, {
      diaryProgramId: id,
      phaseId: "one",
      paginationOpts: { numItems: 50, cursor: null },
    });
    for (const task of page)
      expect(
        displayState({ ...task, timeZone: "UTC", addedToTodayAt: null, pausedSince: null }, Date.now()),
      ).toBe("expired");
    // Nothing expired, because the program was paused before the phase was over.
    await sql(
      `update diary_programs set status = 'paused', paused_since = now() - interval '4 days' where id = $1`,
      [id],
    );
    expect(await list(team.viewer)).toMatchObject([
      { expiredTasks: 0, pausedSince: expect.any(Number), status: "paused" },
    ]);
  });

  it("updates open screens when a task is completed, by a member or in the database, and not for other notebooks' tasks", {
    tags: spec("CORE-480"),
  }, async () => {
    const id = await activateAs(team.caregiver, team.diaryId);
    const [first, second] = (await sql(
      "select id from tasks where linked_diary_program_id = $1 order by id limit 2",
      [id],
    )) as [{ id: string }, { id: string }];
    const seen: number[] = [];
    service
      .connect(team.viewer)
      .onUpdate(api.programs.listDiaryPrograms, { diaryId: team.diaryId }, ([program]) =>
        seen.push(program!.completedTasks),
      );
    await expect.poll(() => seen).toEqual([0]);
    await team.caregiver.http.mutation(api.tasks.updateTask, { taskId: first.id, status: "completed" });
    await expect.poll(() => seen.at(-1)).toBe(1);
    await sql("update tasks set status = 'completed', completed_at = now() where id = $1", [second.id]);
    await expect.poll(() => seen.at(-1)).toBe(2);
    const other = await careTeam(service);
    const elsewhere = await activateAs(other.caregiver, other.diaryId);
    await sql(
      "update tasks set status = 'completed', completed_at = now() where linked_diary_program_id = $1",
      [elsewhere],
    );
    await team.caregiver.http.mutation(api.tasks.updateTask, { taskId: first.id, status: "pending" });
    await expect.poll(() => seen.at(-1)).toBe(1);
    expect(seen).toEqual([0, 1, 2, 1]);
  });

  it("counts right when members finish tasks of one program at the same moment", async () => {
    const id = await activateAs(team.caregiver, team.diaryId);
    const tasks = (await sql("select id from tasks where linked_diary_program_id = $1", [id])) as {
      id: string;
    }[];
    const people = [team.owner, team.admin, team.caregiver];
    // Each client sends its calls in a row, as screens do; three clients run at the same time.
    await Promise.all(
      people.map(async (who, n) => {
        for (const [i, task] of tasks.entries()) {
          if (i % people.length !== n) continue;
          await who.http.mutation(api.tasks.updateTask, { taskId: task.id, status: "completed" });
        }
      }),
    );
    expect(await list(team.viewer)).toMatchObject([
      {
        completedTasks: tasks.length,
        totalTasks: tasks.length,
        status: "completed",
        completedPhases: 2,
        currentPhase: 2,
        percentage: 100,
      },
    ]);
  });
});

describe("programs.getProgramsForNote", () => {
  it("returns the programs that are activated on the note or wait there, each once", {
    tags: spec("CORE-481"),
  }, async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility: "extended" });
    const programId = await uploadProgram(caregiver, diaryId, programFile({ programName: "Waiting" }));
    await caregiver.http.mutation(api.programs.linkProgram, { programId, noteId });
    const on = () => team.viewer.http.query(api.programs.getProgramsForNote, { noteId });
    expect(await on()).toEqual({
      activated: [],
      linked: [{ programId, name: "Waiting", category: "Surgery", description: "", phaseCount: 2, days: 14 }],
    });
    await caregiver.http.mutation(api.programs.activateProgram, {
      programId,
      diaryId,
      noteId,
      baselineDate: Date.now(),
      selectedActivities: [{ activityId: "call", isActivated: true }],
    });
    expect(await on()).toMatchObject({
      activated: [{ programName: "Waiting", canManage: false, totalTasks: 1 }],
      linked: [],
    });
  });
});

describe("programs.listProgramTasks", () => {
  it("returns a program's tasks page by page in the order of their days, of one phase on request", async () => {
    const diaryProgramId = await activateAs(team.caregiver, team.diaryId, { baselineDate: MONDAY });
    const days: number[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone; ) {
      const next: { page: { scheduledDate: number | null }[]; isDone: boolean; continueCursor: string } =
        await team.caregiver.http.query(api.programs.listProgramTasks, {
          diaryProgramId,
          paginationOpts: { numItems: 5, cursor },
        });
      days.push(...next.page.map(({ scheduledDate }) => scheduledDate!));
      cursor = next.continueCursor;
      isDone = next.isDone;
    }
    expect(days).toHaveLength(17);
    expect(days).toEqual([...days].sort((a, b) => a - b));
    const second = await team.caregiver.http.query(api.programs.listProgramTasks, {
      diaryProgramId,
      phaseId: "two",
      ...page,
    });
    expect(second.page).toMatchObject([
      {
        title: "Stairs",
        status: "pending",
        phaseId: "two",
        activityTemplateId: "stairs",
        assigneeName: null,
      },
      { title: "Stairs" },
    ]);
  });

  it("shows a viewer all tasks of a visible program, with or without a note", async () => {
    const { caregiver, viewer, diaryId } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility: "extended" });
    const selectedActivities = [
      { activityId: "walk", isActivated: true },
      { activityId: "call", isActivated: true, assignedTo: viewer.userId },
    ];
    const tasksOf = async (overrides: Parameters<typeof activateAs>[2]) => {
      const diaryProgramId = await activateAs(caregiver, diaryId, { selectedActivities, ...overrides });
      const found = await viewer.http.query(api.programs.listProgramTasks, {
        diaryProgramId,
        paginationOpts: { numItems: 50, cursor: null },
      });
      return found.page.map(({ assigneeName }) => assigneeName);
    };
    expect(await tasksOf(named("On none"))).toHaveLength(15);
    expect(await tasksOf({ ...named("On a note"), noteId })).toHaveLength(15);
  });
});

describe("programs.cancelOverdueProgramTasks", () => {
  it("cancels unfinished tasks that were due, returns their number, and leaves the rest", {
    tags: spec("CORE-589 CORE-590"),
  }, async () => {
    const { caregiver, diaryId } = team;
    const diaryProgramId = await activateAs(caregiver, diaryId, {
      baselineDate: Date.now() - 3 * 86_400_000,
    });
    const statuses = () =>
      sql(
        `select status, count(*)::int as n from tasks where linked_diary_program_id = $1
          group by status order by status`,
        [diaryProgramId],
      );
    await sql(
      `update tasks set status = case when occurrence_at = (select min(occurrence_at) from tasks where linked_diary_program_id = $1)
                                      then 'in_progress' else status end where linked_diary_program_id = $1`,
      [diaryProgramId],
    );
    const [{ n: all }] = (await sql(
      "select count(*)::int as n from tasks where linked_diary_program_id = $1",
      [diaryProgramId],
    )) as [{ n: number }];
    const cancel = () => caregiver.http.mutation(api.programs.cancelOverdueProgramTasks, { diaryProgramId });
    // Three days of walks with two tasks each, and the call of the first.
    expect(await cancel()).toEqual({ cancelledCount: 7 });
    expect(await statuses()).toEqual([
      { status: "cancelled", n: 7 },
      { status: "pending", n: all - 7 },
    ]);
    expect(await list(team.viewer)).toMatchObject([{ overdueTasks: 0, totalTasks: all - 7 }]);
    expect(await cancel()).toEqual({ cancelledCount: 0 });
    expect(
      await sql(
        "select actor_id, details from audit_events where event_type = 'program.overdueCancelled' and target_id = $1",
        [diaryProgramId],
      ),
    ).toEqual([{ actor_id: caregiver.userId, details: { cancelledCount: 7 } }]);
  });
});

describe("programs.getProgramSummary", () => {
  it("returns the eight figures", async () => {
    const { caregiver, viewer, diaryId } = team;
    const diaryProgramId = await activateAs(caregiver, diaryId, {
      selectedActivities: [
        { activityId: "walk", isActivated: true },
        { activityId: "stairs", isActivated: true },
      ],
    });
    const summary = () => viewer.http.query(api.programs.getProgramSummary, { diaryProgramId });
    const complete = (phase: string) =>
      sql(
        "update tasks set status = 'completed', completed_at = now() where linked_diary_program_id = $1 and phase_id = $2",
        [diaryProgramId, phase],
      );
    await complete("one");
    const figures = {
      programName: "After a hip operation",
      status: "active",
      phaseCount: 2,
      completedPhases: 1,
      totalTasks: 16,
      completedTasks: 14,
      totalActivities: 3,
      activeActivities: 2,
    };
    expect(
      await summary(),
      "@CORE-564 @CORE-565 @CORE-566 @CORE-567 @CORE-568 @CORE-569 @CORE-570 @CORE-571",
    ).toEqual(figures);
    await caregiver.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId });
    expect(await summary(), "@CORE-565").toEqual({ ...figures, status: "other" });
    await complete("two");
    expect(await summary()).toEqual({
      ...figures,
      status: "completed",
      completedPhases: 2,
      completedTasks: 16,
    });
    expect(
      await viewer.http.query(api.programs.getProgramSummary, { diaryProgramId: randomUUID() }),
    ).toBeNull();
  });
});

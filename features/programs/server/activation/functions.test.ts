import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { RawClient } from "../../../../test/conformance/raw_client.ts";
import { beginAt } from "../../../../test/moment.ts";
import { api, careTeam, createNote, type TestPerson } from "../../../../test/people.ts";
import { activateAs, activationArguments, programFile, uploadProgram } from "../../../../test/programs.ts";
import type { Service } from "../../../../test/service.ts";
import { spec } from "../../../../test/spec.ts";
import { findZoneAtHour } from "../../../../test/zones.ts";
import { getLateness } from "../../../tasks/rules/due.ts";

const startService = beginAt();

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let programId: string;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  team = await careTeam(service);
  programId = await uploadProgram(team.caregiver, team.diaryId);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
type Overrides = Parameters<typeof activationArguments>[2];
const activate = (who: TestPerson, overrides: Overrides = {}) =>
  who.http.mutation(api.programs.activateProgram, activationArguments(team.diaryId, programId, overrides));
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error) => {
      const { key: _, values: __, ...data } = error.data ?? { failed: String(error) };
      return data;
    },
  );
const HELD = {
  code: "conflict",
  message: "This notebook already has this program: complete or delete it first",
};
const WRITTEN = [
  "diary_programs",
  "phase_progress",
  "activity_activations",
  "tasks",
  "audit_events",
] as const;
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      WRITTEN.map(async (table) => [
        table,
        (
          await sql(
            `select count(*)::int as n from ${table} where diary_id = $1${
              table === "audit_events" ? " and event_type = 'program.activated'" : ""
            }`,
            [team.diaryId],
          )
        )[0].n,
      ]),
    ),
  );
/** The tasks that an activation of all of `programFile()` writes for a week from a Monday. */
const ONCE = { diary_programs: 1, phase_progress: 2, activity_activations: 3, tasks: 17, audit_events: 1 };
const MONDAY = Date.UTC(2026, 10, 16, 15, 30);

describe("programs.activateProgram", () => {
  it("makes the planned tasks, with their program, phase, activity and task", async () => {
    const { diaryId, caregiver, viewer } = team;
    const noteId = await createNote(caregiver, diaryId, { visibility: "extended" });
    const { diaryProgramId, taskCount, warnings } = await activate(caregiver, {
      noteId,
      baselineDate: MONDAY,
      selectedActivities: [
        { activityId: "walk", isActivated: true, assignedTo: viewer.userId, frequencyDisplay: "Daily" },
        { activityId: "call", isActivated: true, assignedTo: null },
        { activityId: "stairs", isActivated: false },
      ],
    });
    expect({ taskCount, warnings }).toEqual({ taskCount: 15, warnings: [] });
    const tasks = await sql(
      "select * from tasks where linked_diary_program_id = $1 order by scheduled_date, task_template_id",
      [diaryProgramId],
    );
    expect(tasks, "@CORE-501").toHaveLength(15);
    const ten = tasks.find((task) => task.task_template_id === "ten");
    expect(
      await caregiver.http.query(api.tasks.getTask, { taskId: ten.id }),
      "@CORE-558 @CORE-559 @CORE-560 @CORE-561 @WORK-455 @WORK-456",
    ).toMatchObject({
      linkedDiaryProgramId: diaryProgramId,
      phaseId: "one",
      activityTemplateId: "walk",
      addedToToday: false,
    });
    expect(
      ten,
      "@CORE-544 @CORE-545 @CORE-546 @CORE-547 @CORE-548 @CORE-549 @CORE-550 @CORE-551",
    ).toMatchObject({
      diary_id: diaryId,
      note_id: noteId,
      title: "Walk ten minutes",
      description: "With the frame",
      assigned_to: viewer.userId,
      scheduled_date: Date.UTC(2026, 10, 16),
      due_date: Date.UTC(2026, 10, 16, 23, 59, 59, 999),
      end_date: Date.UTC(2026, 10, 22, 23, 59, 59, 999),
    });
    expect(ten, "@CORE-426 @CORE-553 @CORE-554 @CORE-556 @CORE-557").toMatchObject({
      status: "pending",
      completed_at: null,
      added_to_today_at: null,
      is_recurring: true,
      recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
      recurrence_rule: expect.stringContaining("FREQ=DAILY"),
      phase_id: "one",
      activity_template_id: "walk",
      created_by: caregiver.userId,
    });
    expect(tasks.filter((task) => task.activity_template_id === "call")).toMatchObject([
      { title: "Call the surgeon", is_recurring: false, recurrence_rule: null, assigned_to: null },
    ]);
    expect(
      await viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId }),
      "@CORE-424 @CORE-425 @CORE-453 @CORE-494 @CORE-495 @CORE-497 @CORE-498 @CORE-499 @CORE-500",
    ).toMatchObject({
      diaryId,
      programId,
      noteId,
      programName: "After a hip operation",
      category: "Surgery",
      baselineEventName: "Operation",
      baselineDate: Date.UTC(2026, 10, 16),
      baselineDay: "2026-11-16",
      status: "active",
      pausedUntil: null,
      activatorName: "Clara Caregiver",
      totalTasks: 15,
      completedTasks: 0,
      totalActivities: 3,
      activeActivities: 2,
      canManage: false,
      phases: [
        {
          phaseId: "one",
          title: "First week",
          startDate: Date.UTC(2026, 10, 16),
          endDate: Date.UTC(2026, 10, 22, 23, 59, 59, 999),
        },
        { phaseId: "two", title: "Second week", totalTasks: 0 },
      ],
      activities: [
        {
          activityTemplateId: "walk",
          title: "Walk",
          phaseId: "one",
          isActive: true,
          isRecurring: true,
          frequencyDisplay: "Daily",
          assignedTo: viewer.userId,
          assigneeName: "Viktor Viewer",
        },
        {
          activityTemplateId: "call",
          isActive: true,
          isRecurring: false,
          frequencyDisplay: "One time",
          assigneeName: null,
        },
        { activityTemplateId: "stairs", isActive: false, assignedTo: null },
      ],
    });
    const { page } = await viewer.http.query(api.programs.listProgramTasks, {
      diaryProgramId,
      paginationOpts: { numItems: 20, cursor: null },
    });
    const often = new Map(page.map(({ activityTemplateId, frequency }) => [activityTemplateId, frequency]));
    expect([...often], "@CORE-555").toEqual(
      expect.arrayContaining([
        ["walk", "Every 1 day"],
        ["call", "One time"],
      ]),
    );
    expect(
      await sql(
        "select actor_id, target_id, details from audit_events where event_type = 'program.activated' and diary_id = $1",
        [diaryId],
      ),
    ).toEqual([
      { actor_id: caregiver.userId, target_id: diaryProgramId, details: { programId, taskCount: 15 } },
    ]);
  });

  it("plans by the chosen recurrence instead of the program's", {
    tags: spec("CORE-496"),
  }, async () => {
    const { taskCount } = await activate(team.caregiver, {
      baselineDate: MONDAY,
      selectedActivities: [
        { activityId: "walk", isActivated: true, recurrence: { weekly: { byWeekdays: ["TU"] } } },
      ],
    });
    expect(taskCount).toBe(2);
  });

  it("returns a warning for an activity that makes no tasks", {
    tags: spec("CORE-543"),
  }, async () => {
    const { taskCount, warnings } = await activate(team.caregiver, {
      selectedActivities: [
        { activityId: "walk", isActivated: true, recurrence: { weekly: { byWeekdays: [] } } },
        { activityId: "call", isActivated: true },
      ],
    });
    expect(taskCount).toBe(1);
    expect(warnings).toMatchObject([{ activityId: "walk", phaseId: "one", cause: "no-weekdays" }]);
  });

  it("starts a program that makes no tasks at all, with its phases' days", async () => {
    const { diaryProgramId } = await activate(team.caregiver, {
      selectedActivities: [
        { activityId: "walk", isActivated: true, recurrence: { weekly: { byWeekdays: [] } } },
      ],
    });
    expect(await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toMatchObject({
      status: "active",
      totalTasks: 0,
      percentage: 0,
      phases: [{ status: "active" }, { status: "upcoming" }],
    });
  });

  it("leaves out tasks of earlier days on request, and returns how many", async () => {
    const fourDaysAgo = { baselineDate: Date.now() - 4 * 86_400_000 };
    const [{ time_zone: zone }] = await sql("select time_zone from diaries where id = $1", [team.diaryId]);
    const selectedActivities = ["walk", "call"].map((activityId) => ({ activityId, isActivated: true }));
    const answer = await activate(team.caregiver, {
      ...fourDaysAgo,
      selectedActivities,
      leaveOutPast: true,
    });
    // Four days of walking, with two tasks each, and the call of the first day.
    expect(answer).toMatchObject({ taskCount: 6, leftOutCount: 9, warnings: [] });
    const tasks = await sql(
      `select bool_and(scheduled_date >= date_trunc('day', now() at time zone $2) at time zone $2) as ok
         from tasks where linked_diary_program_id = $1`,
      [answer.diaryProgramId, zone],
    );
    expect(tasks).toEqual([{ ok: true }]);
    const { diaryProgramId } = answer;
    expect(await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toMatchObject({
      status: "active",
      totalTasks: 6,
      overdueTasks: 0,
      phases: [{ status: "active", totalTasks: 6 }, { status: "upcoming" }],
    });
  });

  it("makes no task of an hour that has passed when it begins in the afternoon", async () => {
    const timeZone = findZoneAtHour(15, Date.now());
    await sql("update diaries set time_zone = $2 where id = $1", [team.diaryId, timeZone]);
    const recurrence = { pattern: "frequency", frequency: { times: 3, per: 1, unit: "day" } };
    const selectedActivities = [{ activityId: "walk", isActivated: true, recurrence }];
    const { diaryProgramId, taskCount, leftOutCount } = await activate(team.caregiver, {
      selectedActivities,
      leaveOutPast: true,
    });
    // Of three walks with two tasks each, that of 8:00 is over; that of 14:00 was until 15:00.
    expect([leftOutCount, (taskCount + leftOutCount) % 6]).toEqual([4, 0]);
    expect(await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toMatchObject({
      overdueTasks: 0,
    });
    const { tasks } = await team.owner.http.query(api.tasks.listMyTasks, {
      filter: "all",
      diaryId: team.diaryId,
    });
    expect(tasks.length).toBeGreaterThan(0);
    expect(tasks.filter((task) => getLateness(task, Date.now()) !== null)).toEqual([]);
  });

  it("counts a phase whose days were all left out as over", async () => {
    const { diaryProgramId } = await activate(team.caregiver, {
      baselineDate: Date.now() - 8 * 86_400_000,
      leaveOutPast: true,
    });
    expect(await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toMatchObject({
      currentPhase: 2,
      completedPhases: 1,
      overdueTasks: 0,
      phases: [{ status: "completed", totalTasks: 0 }, { status: "active" }],
    });
  });

  it("activates once on a double click", async () => {
    const call = () => refusal(activate(team.caregiver, { baselineDate: MONDAY }));
    expect((await Promise.all([call(), call(), call()])).sort()).toEqual([HELD, HELD, "answered"].sort());
    expect(await counts()).toEqual(ONCE);
  });

  it("activates once when two members do it at the same moment", async () => {
    const calls = [team.caregiver, team.admin, team.owner].map((who) =>
      refusal(activate(who, { baselineDate: MONDAY })),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === "answered")).toHaveLength(1);
    expect(answers.filter((answer) => answer !== "answered")).toEqual([HELD, HELD]);
    expect(await counts()).toEqual(ONCE);
  });

  it("activates once and returns the same answer when two nodes get the same request at once", async () => {
    const token = await service.issuer.tokenFor(team.caregiver);
    const sessionId = randomUUID();
    const nodes = [service, await service.startSecondNode()];
    const clients = await Promise.all(nodes.map(({ url }) => RawClient.open(url, { token, sessionId })));
    const args = activationArguments(team.diaryId, programId, { baselineDate: MONDAY });
    const answers = await Promise.all(
      clients.map(async (client) => {
        void client.mutate("programs:activateProgram", args, 7);
        return client.until(() => client.messages.find(({ type }) => type === "MutationResponse"));
      }),
    );
    expect(answers[0]).toMatchObject({ success: true, result: { taskCount: 17 } });
    expect(answers[1]).toMatchObject({ success: true, result: answers[0]?.result });
    expect(await counts()).toEqual(ONCE);
    await Promise.all(clients.map((client) => client.close()));
  });

  it("activates again after the former one was completed or deleted, and not while it is paused", async () => {
    const first = (await activate(team.caregiver)).diaryProgramId;
    await team.caregiver.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId: first });
    expect(await refusal(activate(team.caregiver))).toEqual(HELD);
    await sql(
      "update tasks set status = 'completed', completed_at = now() where linked_diary_program_id = $1",
      [first],
    );
    const second = (await activate(team.caregiver)).diaryProgramId;
    // Reopening a task of the former activation doesn't make that one active beside the new one.
    await sql("update tasks set status = 'pending', completed_at = null where linked_diary_program_id = $1", [
      first,
    ]);
    expect(
      await sql("select status from diary_programs where diary_id = $1 order by activated_at", [
        team.diaryId,
      ]),
    ).toEqual([{ status: "completed" }, { status: "active" }]);
    await team.caregiver.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId: second });
    expect(await refusal(activate(team.caregiver))).toBe("answered");
  });

  it("refuses people who aren't members or aren't signed in", {
    tags: spec("CORE-503 CORE-504"),
  }, async () => {
    for (const assignedTo of [team.outsider.userId, randomUUID(), "nobody"]) {
      const selectedActivities = [{ activityId: "walk", isActivated: true, assignedTo }];
      expect(await refusal(activate(team.caregiver, { selectedActivities }))).toMatchObject({
        message: "Assigned user does not have access to this diary",
      });
    }
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
  });

  it.each<[string, Overrides, RegExp]>([
    [
      "an activity that the program doesn't have",
      { selectedActivities: [{ activityId: "swim", isActivated: true }] },
      /^The activity "swim" isn't in this program$/,
    ],
    [
      "an activity that is there twice",
      { selectedActivities: ["walk", "walk"].map((activityId) => ({ activityId, isActivated: true })) },
      /^The activity "walk" is chosen twice$/,
    ],
    [
      "no activity that is chosen",
      { selectedActivities: [{ activityId: "walk", isActivated: false }] },
      /^At least one activity must be chosen$/,
    ],
    [
      "a recurrence that can't be understood",
      { selectedActivities: [{ activityId: "walk", isActivated: true, recurrence: { pattern: "often" } }] },
      /^The repetition must be one of one-time, /,
    ],
    [
      "a day of another century",
      { baselineDate: Date.UTC(2126, 0, 1) },
      /^The start date must be within 5 years/,
    ],
  ])("refuses %s, names it, and writes nothing", async (_, overrides, message) => {
    expect((await refusal(activate(team.caregiver, overrides))).message).toMatch(message);
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
  });

  it("refuses more than 5,000 tasks and says how many they would be", async () => {
    const hourly = {
      isRecurring: true,
      recurrence: { pattern: "interval", interval: { every: 1, unit: "hour" } },
    };
    const first = ["a", "b"].map((activityId) => ({ activityId, ...hourly }));
    const file = programFile({ days: [110, 111], first, second: [] });
    const large = await uploadProgram(team.caregiver, team.diaryId, file);
    const selectedActivities = first.map(({ activityId }) => ({ activityId, isActivated: true }));
    const args = activationArguments(team.diaryId, large, { baselineDate: MONDAY, selectedActivities });
    const { message } = await refusal(team.caregiver.http.mutation(api.programs.activateProgram, args));
    expect(message).toMatch(/5[,.]?000/);
    expect(message).toMatch(/5[,.]?280/);
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
  });

  it("deletes the activation with its note, so that nobody else comes to see it", async () => {
    const noteId = await createNote(team.caregiver, team.diaryId, { visibility: "private" });
    await activate(team.caregiver, { noteId });
    const seenBy = (who: TestPerson) =>
      who.http.query(api.programs.listDiaryPrograms, { diaryId: team.diaryId });
    expect(await seenBy(team.caregiver)).toHaveLength(1);
    expect(await seenBy(team.owner)).toEqual([]);
    await team.caregiver.http.mutation(api.notes.deleteNote, { noteId });
    expect(await seenBy(team.owner)).toEqual([]);
    expect(await counts()).toMatchObject({ diary_programs: 0, tasks: 0, phase_progress: 0 });
  });
});

describe("programs.deleteDiaryProgram", () => {
  it("deletes the program, its tasks and their comments, and nothing else", {
    tags: spec("CORE-582 CORE-583 CORE-584"),
  }, async () => {
    const { diaryId, caregiver, owner } = team;
    const { diaryProgramId } = await activate(caregiver);
    await sql(
      "insert into tasks (id, diary_id, title, created_by) values (gen_random_uuid(), $1, 'Own', $2)",
      [diaryId, caregiver.userId],
    );
    const [{ id: taskId }] = (await sql("select id from tasks where linked_diary_program_id = $1 limit 1", [
      diaryProgramId,
    ])) as [{ id: string }];
    for (const [targetType, targetId] of [
      ["program", diaryProgramId],
      ["task", taskId],
    ] as const)
      await owner.http.mutation(api.comments.createComment, { diaryId, targetType, targetId, content: "C" });
    expect(await caregiver.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId })).toBeNull();
    expect(await caregiver.http.query(api.programs.listDiaryPrograms, { diaryId })).toEqual([]);
    expect(await caregiver.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toBeNull();
    expect(await sql("select title from tasks where diary_id = $1", [diaryId])).toEqual([{ title: "Own" }]);
    expect(await sql("select id from comments where diary_id = $1", [diaryId])).toEqual([]);
    expect(
      await sql("select details from audit_events where event_type = 'program.deleted' and target_id = $1", [
        diaryProgramId,
      ]),
    ).toEqual([{ details: { taskCount: expect.any(Number), programId } }]);
    // The program stays in the library.
    expect(await caregiver.http.query(api.programs.getProgram, { programId })).not.toBeNull();
  });
});

describe("a pause", () => {
  const ZONE = "Europe/Berlin";
  const local = (ms: number) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone: ZONE,
      dateStyle: "short",
      timeStyle: "medium",
      hourCycle: "h23",
    }).format(ms);
  const days = (text: string, count: number) => {
    const [day, time] = text.split(", ");
    return `${new Date(Date.parse(`${day}T12:00Z`) + count * 86_400_000).toISOString().slice(0, 10)}, ${time}`;
  };

  it("moves the remaining tasks by days in the notebook's time zone, also across a change of clocks", async () => {
    await sql("update diaries set time_zone = $2 where id = $1", [team.diaryId, ZONE]);
    // Three times a day from the week before the clocks change.
    const first = [
      {
        activityId: "walk",
        isRecurring: true,
        recurrence: { pattern: "frequency", frequency: { times: 3, per: 1, unit: "day" } },
      },
    ];
    const id = await activateAs(team.caregiver, team.diaryId, {
      file: programFile({ programName: "Over the change", days: [60, 150], first, second: [] }),
      baselineDate: Date.UTC(2027, 1, 1),
      selectedActivities: [{ activityId: "walk", isActivated: true }],
    });
    await sql(
      `update tasks set status = 'completed', completed_at = now() where id in (
         select id from tasks where linked_diary_program_id = $1 order by scheduled_date limit 2)`,
      [id],
    );
    const times = async () =>
      (await sql(
        "select id, status, scheduled_date, due_date, end_date from tasks where linked_diary_program_id = $1 order by id",
        [id],
      )) as { id: string; status: string; scheduled_date: number; due_date: number; end_date: number }[];
    const windows = async () =>
      (await sql(
        "select start_date, end_date from phase_progress where diary_program_id = $1 order by position",
        [id],
      )) as { start_date: number; end_date: number }[];
    const [before, phasesBefore] = [await times(), await windows()];
    expect(before).toHaveLength(180);
    await team.caregiver.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId: id });
    expect(await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId: id })).toMatchObject({
      status: "paused",
      pausedUntil: null,
    });
    const PAUSED = 7;
    await sql("update diary_programs set paused_since = paused_since - $2 * interval '1 day' where id = $1", [
      id,
      PAUSED,
    ]);
    const shown = () => team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId: id });
    expect((await shown())!.pauses).toEqual([]);
    await team.caregiver.http.mutation(api.programs.resumeDiaryProgram, { diaryProgramId: id });
    const today = toDayInZone(Date.now(), ZONE);
    // The day on which it goes on isn't one of the pause.
    const pauses = [{ from: addDays(today, -PAUSED), to: addDays(today, -1) }];
    expect(await shown()).toMatchObject({ status: "active", pauses });
    // A pause within one day moves nothing.
    await team.caregiver.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId: id });
    await team.caregiver.http.mutation(api.programs.resumeDiaryProgram, { diaryProgramId: id });
    expect((await shown())!.pauses).toEqual(pauses);
    for (const [i, after] of (await times()).entries()) {
      const moved = before[i]!.status === "completed" ? 0 : PAUSED;
      for (const column of ["scheduled_date", "due_date", "end_date"] as const)
        expect(local(after[column])).toBe(days(local(before[i]![column]), moved));
    }
    for (const [i, after] of (await windows()).entries()) {
      expect(local(after.start_date)).toBe(days(local(phasesBefore[i]!.start_date), PAUSED));
      expect(local(after.end_date)).toBe(days(local(phasesBefore[i]!.end_date), PAUSED));
    }
  });

  it("keeps tasks from becoming overdue", async () => {
    const { diaryProgramId } = await activate(team.caregiver);
    await team.caregiver.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId });
    await sql("update diary_programs set paused_since = now() - interval '9 days' where id = $1", [
      diaryProgramId,
    ]);
    await sql("update tasks set due_date = due_date - interval '8 days' where linked_diary_program_id = $1", [
      diaryProgramId,
    ]);
    const [program] = await team.viewer.http.query(api.programs.listDiaryPrograms, { diaryId: team.diaryId });
    expect(program).toMatchObject({ status: "paused", overdueTasks: 0 });
    expect(
      await team.caregiver.http.mutation(api.programs.cancelOverdueProgramTasks, { diaryProgramId }),
    ).toEqual({ cancelledCount: 0 });
  });

  it("needs an active program to start, a paused one to end, and a date within a year", async () => {
    const { http } = team.caregiver;
    const { diaryProgramId } = await activate(team.caregiver);
    const pause = (until?: number) =>
      refusal(http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId, ...(until && { until }) }));
    const resume = () => refusal(http.mutation(api.programs.resumeDiaryProgram, { diaryProgramId }));
    expect(await resume()).toEqual({ code: "conflict", message: "Only a paused program can be resumed" });
    for (const until of [Date.now() - 1000, Date.now() + 400 * 86_400_000])
      expect(await pause(until)).toEqual({
        code: "invalid",
        message: "A pause must end within the year to come",
        path: "until",
      });
    const until = Date.now() + 86_400_000;
    expect(await pause(until)).toBe("answered");
    const [program] = await http.query(api.programs.listDiaryPrograms, { diaryId: team.diaryId });
    expect(program).toMatchObject({ status: "paused", pausedUntil: until });
    expect(await pause()).toEqual({ code: "conflict", message: "Only an active program can be paused" });
    expect(await resume()).toBe("answered");
  });
});

describe("the language of an activation", () => {
  const german = {
    programName: "Nach der Hüfte",
    category: "Chirurgie",
    "baselineEvent.name": "Operation (Tag)",
    "phases.one.title": "Erste Woche",
    "activities.walk.title": "Gehen",
    "activities.call.title": "Anrufen",
    "tasks.walk.ten.title": "Zehn Minuten gehen",
    "tasks.walk.ten.description": "Mit dem Gestell",
  };
  const file = { ...programFile(), language: "en", texts: { de: german } };
  const activateIn = async (language?: string) => {
    const id = await uploadProgram(team.caregiver, team.diaryId, file);
    const args = { ...activationArguments(team.diaryId, id), ...(language && { language }) };
    const { diaryProgramId } = await team.caregiver.http.mutation(api.programs.activateProgram, args);
    return diaryProgramId;
  };
  const read = async (diaryProgramId: string) =>
    (await team.viewer.http.query(api.programs.getDiaryProgram, { diaryProgramId }))!;
  const titlesOf = async (diaryProgramId: string) =>
    (
      await sql("select distinct title from tasks where linked_diary_program_id = $1 order by title", [
        diaryProgramId,
      ])
    ).map(({ title }) => title);

  it("is that of everything it makes, for everybody", async () => {
    const id = await activateIn("de");
    expect(await titlesOf(id)).toEqual(["Anrufen", "Note the distance", "Stairs", "Zehn Minuten gehen"]);
    const program = await read(id);
    expect(program).toMatchObject({
      programName: "Nach der Hüfte",
      category: "Chirurgie",
      language: "de",
      baselineEventName: "Operation (Tag)",
      phases: [{ title: "Erste Woche" }, { title: "Second week" }],
    });
    expect(program.activities.map(({ title }) => title)).toEqual(["Gehen", "Anrufen", "Stairs"]);
    const [task] = await sql("select id from tasks where linked_diary_program_id = $1 limit 1", [id]);
    expect(await team.owner.http.query(api.tasks.getTask, { taskId: task.id })).toMatchObject({
      programInfo: { programName: "Nach der Hüfte" },
    });
  });

  it("is the program's own where none is given", async () => {
    const program = await read(await activateIn());
    expect(program).toMatchObject({ programName: "After a hip operation", language: "en" });
    expect(program.phases[0]!.title).toBe("First week");
  });

  it("is one of the program's", async () => {
    expect(await refusal(activateIn("pl"))).toEqual({
      code: "invalid",
      message: "This program doesn't exist in this language",
      path: "language",
    });
  });

  it("is any for proposals: the same task may have been done in another one", async () => {
    const { owner, admin } = team;
    const id = await uploadProgram(owner, team.diaryId, file);
    await sql(
      `insert into tasks (id, diary_id, title, status, completed_at, completed_by, created_by)
       values (gen_random_uuid(), $1, 'Zehn Minuten gehen', 'completed', now(), $2, $2)`,
      [team.diaryId, admin.userId],
    );
    expect(
      await owner.http.query(api.programs.proposeAssignees, { programId: id, diaryId: team.diaryId }),
    ).toEqual([{ activityId: "walk", userId: admin.userId, reason: "these" }]);
  });
});

describe("programs.proposeAssignees", () => {
  const proposals = async (person: TestPerson) =>
    person.http.query(api.programs.proposeAssignees, { programId, diaryId: team.diaryId });
  const done = (title: string, by: TestPerson, count = 1, more: { noteId?: string; daysAgo?: number } = {}) =>
    sql(
      `insert into tasks (id, diary_id, note_id, title, status, completed_at, completed_by, created_by)
       select gen_random_uuid(), $1, $5, $2, 'completed', now() - $6 * interval '1 day', $3, $3
         from generate_series(1, $4::int)`,
      [team.diaryId, title, by.userId, count, more.noteId ?? null, more.daysAgo ?? 0],
    );
  const [first] = programFile().phases.flatMap(({ activities }) => activities);
  const title = first!.tasks?.[0]?.title ?? first!.title;
  const forFirst = async (person: TestPerson) =>
    (await proposals(person)).find(({ activityId }) => activityId === first!.activityId);

  it("is whoever did most of the same tasks in the last 30 days, whatever else happened before", async () => {
    const { owner, admin, caregiver, viewer } = team;
    expect(await proposals(caregiver)).toEqual([]);
    await done(` ${title.toUpperCase()} `, admin, 2);
    await done(title, caregiver, 1);
    await done(title, owner, 9, { daysAgo: 31 });
    // A viewer may do tasks that they were given, and is never proposed.
    await done(title, viewer, 20);
    expect(await forFirst(owner)).toEqual({
      activityId: first!.activityId,
      userId: admin.userId,
      reason: "these",
    });
    await done("Something else", caregiver, 5);
    expect((await proposals(owner)).map(({ reason }) => reason).sort()).toContain("most");
  });

  it("counts only what the caller sees", async () => {
    const { owner, caregiver } = team;
    const noteId = await createNote(caregiver, team.diaryId, { visibility: "private" });
    await done(title, caregiver, 3, { noteId });
    expect(await forFirst(owner)).toBeUndefined();
    expect(await forFirst(caregiver)).toMatchObject({ userId: caregiver.userId, reason: "these" });
  });

  it("is the only one who does tasks, and nobody who has left", async () => {
    const { owner, admin, caregiver } = team;
    await done(title, admin, 3);
    await sql("delete from members where user_id in ($1, $2)", [admin.userId, caregiver.userId]);
    expect(new Set((await proposals(owner)).map(({ userId, reason }) => `${userId} ${reason}`))).toEqual(
      new Set([`${owner.userId} only`]),
    );
  });
});

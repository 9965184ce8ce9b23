import type { FunctionReturnType } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getTodayStart } from "../../../lib/dates/zone-day.ts";
import { createLog } from "../../../server/log.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  insertDiaryProgram,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import { isForReader } from "../rules/due.ts";
import { getOverdueAfter, getTaskPlaces, isAhead, TASK_SECTIONS } from "../rules/states.ts";
import { extendAllSeries } from "./jobs.ts";

const log = createLog("silent");

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const denied = { data: { code: "access-denied", message: "Access denied" } };
const notFound = { data: { code: "not-found", message: "Task not found" } };
const DAY = 86_400_000;
const HOUR = 3_600_000;

type Fields = Partial<Parameters<typeof createArguments>[1]> & Record<string, unknown>;
const createArguments = (diaryId: string, fields: { title?: string } & Record<string, unknown> = {}) => ({
  diaryId,
  title: "Wash her hair",
  ...fields,
});
const taskOf = (person: TestPerson, fields: Fields = {}, diaryId = team.diaryId) =>
  person.http.mutation(api.tasks.createTask, createArguments(diaryId, fields));
const read = (person: TestPerson, taskId: string) => person.http.query(api.tasks.getTask, { taskId });
const change = (person: TestPerson, taskId: string, fields: object) =>
  person.http.mutation(api.tasks.updateTask, { taskId, ...fields });
const list = (person: TestPerson, args: object = {}) =>
  person.http.query(api.tasks.listMyTasks, { filter: "all", ...args });

describe("tasks.createTask", () => {
  it("stores every field", async () => {
    const { diaryId, owner, caregiver } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    const at = Date.UTC(2027, 2, 10, 9);
    const fields = { scheduledDate: at, dueDate: at + HOUR, endDate: at + DAY };
    const taskId = await taskOf(owner, {
      ...fields,
      noteId,
      title: "  Wash her hair ",
      description: " With the mild shampoo ",
      assignedTo: caregiver.userId,
    });
    const [note] = await sql("select short_id from notes where id = $1", [noteId]);
    const { title, description, status, dueDate, scheduledDate, endDate, assignedTo, createdBy, ...rest } =
      (await read(owner, taskId))!;
    expect(
      { title, description, status },
      "@CORE-546 @CORE-547 @CORE-556 @WORK-440 @WORK-441 @WORK-442",
    ).toEqual({
      title: "Wash her hair",
      description: "With the mild shampoo",
      status: "pending",
    });
    expect(
      { scheduledDate, dueDate, endDate },
      "@CORE-549 @CORE-550 @CORE-551 @WORK-445 @WORK-446 @WORK-447",
    ).toEqual(fields);
    expect({ assignedTo, createdBy }, "@CORE-548 @CORE-557 @WORK-448 @WORK-450").toEqual({
      assignedTo: caregiver.userId,
      createdBy: owner.userId,
    });
    expect(rest, "@CORE-544 @CORE-545 @CORE-553 @CORE-558 @WORK-439 @WORK-451 @WORK-453 @WORK-454").toEqual({
      _id: taskId,
      diaryId,
      diaryShortId: expect.stringMatching(/^[2-9a-z]{6}$/),
      diaryName: "Rosa Blum's Care Notebook",
      diarySubject: "Rosa Blum",
      timeZone: "UTC",
      noteId,
      noteShortId: note.short_id,
      audience: { visibility: "extended", noteAuthor: owner.userId, assignedTo: caregiver.userId },
      dateOnly: false,
      scheduledDay: "2027-03-10",
      dueDay: "2027-03-10",
      endDay: "2027-03-11",
      completedAt: null,
      completedByName: null,
      addedToToday: false,
      addedToTodayAt: null,
      assigneeName: "Clara Caregiver",
      isRecurring: false,
      recurrence: null,
      recurrenceRule: null,
      frequency: null,
      seriesId: null,
      seriesProblem: null,
      linkedDiaryProgramId: null,
      phaseId: null,
      activityTemplateId: null,
      pausedSince: null,
      programInfo: null,
      updatedAt: expect.any(Number),
      _creationTime: expect.any(Number),
      canSetStatus: true,
      canPlan: true,
      canEdit: true,
      canDelete: true,
    });
  });

  it.each([
    ["no title", { title: " " }, "Please enter a title"],
    ["a title too long", { title: "x".repeat(201) }, "A title may have at most 200 characters"],
    [
      "a description too long",
      { description: "x".repeat(5001) },
      "A description may have at most 5000 characters",
    ],
    [
      "due before its start",
      { scheduledDate: 2 * DAY, dueDate: DAY },
      "A task can't be due before the day it is for",
    ],
    ["over before it is due", { dueDate: 2 * DAY, endDate: DAY }, "A task can't end before its day"],
    [
      "repeated without a first day",
      { recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO"] } } },
      "A repeated task needs a first day",
    ],
    [
      "repeated by the hour",
      { scheduledDate: DAY, recurrence: { pattern: "interval", interval: { every: 4, unit: "hour" } } },
      "The repetition must be a day or longer",
    ],
    [
      "repeated on no weekday",
      { scheduledDate: DAY, recurrence: { pattern: "weekly", weekly: { byWeekdays: [] } } },
      "This repetition makes no task between its first and its last day",
    ],
    [
      "repeated oddly",
      { scheduledDate: DAY, recurrence: { pattern: "often" } },
      "The repetition must be one of",
    ],
  ])("refuses %s and stores nothing", async (_, fields, message) => {
    const [before] = await sql(
      "select (select count(*) from tasks) tasks, (select count(*) from task_series) series",
    );
    await expect(taskOf(team.owner, fields)).rejects.toThrow(message);
    const [after] = await sql(
      "select (select count(*) from tasks) tasks, (select count(*) from task_series) series",
    );
    expect(after).toEqual(before);
  });

  it("stores days of the notebook's time zone, and the moments when they begin", async () => {
    const diaryId = await createNotebook(team.owner, { timeZone: "America/New_York" });
    const dates = async (fields: Fields) => {
      const task = (await read(team.owner, await taskOf(team.owner, fields, diaryId)))!;
      const { dateOnly, scheduledDay, scheduledDate, dueDay, dueDate, endDay, endDate } = task;
      const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
      return [
        dateOnly,
        [scheduledDay, moment(scheduledDate)],
        [dueDay, moment(dueDate)],
        [endDay, moment(endDate)],
      ];
    };
    const NONE = [null, null];
    const march13 = ["2027-03-13", "2027-03-13T05:00:00.000Z"];
    // The clocks go forward on the 14th.
    expect(await dates({ scheduledDay: "2027-03-13", dueDay: "2027-03-15", endDay: "2027-03-16" })).toEqual([
      true,
      march13,
      ["2027-03-15", "2027-03-15T04:00:00.000Z"],
      ["2027-03-16", "2027-03-16T04:00:00.000Z"],
    ]);
    const evening = Date.parse("2027-03-14T01:30:00Z");
    expect(await dates({ dateOnly: true, scheduledDate: evening })).toEqual([true, march13, NONE, NONE]);
    expect(await dates({ scheduledDate: Date.parse("2027-03-13T05:00:00Z") })).toEqual([
      false,
      march13,
      NONE,
      NONE,
    ]);
    // A day overrides the day of a moment and keeps its hour; an end is the end of its day.
    expect(await dates({ scheduledDate: evening, scheduledDay: "2027-03-15", endDay: "2027-03-16" })).toEqual(
      [false, ["2027-03-15", "2027-03-16T00:30:00.000Z"], NONE, ["2027-03-16", "2027-03-17T03:59:59.999Z"]],
    );
    await expect(taskOf(team.owner, { scheduledDay: "2027-03-13", dueDay: "2027-03-12" })).rejects.toThrow(
      "A task can't be due before the day it is for",
    );
    await expect(taskOf(team.owner, { scheduledDay: "2027-02-29" })).rejects.toThrow(
      "A day must be a real date",
    );
  });

  it("moves a task to another day at the same hour of the notebook's time zone, and a whole-day task to that day", async () => {
    const diaryId = await createNotebook(team.owner, { timeZone: "Europe/Berlin" });
    const timed = await taskOf(
      team.owner,
      { scheduledDate: Date.parse("2027-03-27T07:00:00Z"), dueDate: Date.parse("2027-03-27T09:00:00Z") },
      diaryId,
    );
    await change(team.owner, timed, { scheduledDay: "2027-03-29", dueDay: "2027-03-29" });
    expect(await read(team.owner, timed)).toMatchObject({
      dateOnly: false,
      scheduledDate: Date.parse("2027-03-29T06:00:00Z"),
      dueDate: Date.parse("2027-03-29T08:00:00Z"),
      dueDay: "2027-03-29",
    });
    const whole = await taskOf(team.owner, { scheduledDay: "2027-03-27" }, diaryId);
    await change(team.owner, whole, { scheduledDay: "2027-03-29" });
    expect(await read(team.owner, whole)).toMatchObject({ dateOnly: true, scheduledDay: "2027-03-29" });
    // A moment gives a whole-day task its day; the task stays a whole-day one unless the call says otherwise.
    await change(team.owner, whole, { scheduledDate: Date.parse("2027-03-30T22:30:00Z") });
    expect(await read(team.owner, whole)).toMatchObject({ dateOnly: true, scheduledDay: "2027-03-31" });
    await change(team.owner, whole, { dateOnly: false, scheduledDate: Date.parse("2027-03-31T06:00:00Z") });
    expect(await read(team.owner, whole)).toMatchObject({ dateOnly: false, scheduledDay: "2027-03-31" });
    const undated = await taskOf(team.owner, {}, diaryId);
    await change(team.owner, undated, { scheduledDay: "2027-03-29" });
    expect(await read(team.owner, undated)).toMatchObject({ dateOnly: true, scheduledDay: "2027-03-29" });
    await change(team.owner, undated, { scheduledDay: null });
    expect(await read(team.owner, undated)).toMatchObject({ scheduledDay: null, scheduledDate: null });
  });

  it("moves the due date by the same amount when the first moment or day alone changes", {
    tags: spec("WORK-480"),
  }, async () => {
    const diaryId = await createNotebook(team.owner, { timeZone: "Europe/Berlin" });
    const at = (time: string) => Date.parse(`2027-03-${time}:00Z`);
    const timed = await taskOf(
      team.owner,
      { scheduledDate: at("01T08:00"), dueDate: at("01T10:00") },
      diaryId,
    );
    // Later than the former due date.
    await change(team.owner, timed, { scheduledDate: at("05T09:30") });
    expect(await read(team.owner, timed)).toMatchObject({ dueDate: at("05T11:30"), dueDay: "2027-03-05" });
    await change(team.owner, timed, { scheduledDay: "2027-03-29" });
    expect(await read(team.owner, timed)).toMatchObject({
      scheduledDate: at("29T08:30"),
      dueDate: at("29T10:30"),
    });
    const whole = await taskOf(team.owner, { scheduledDay: "2027-03-01", dueDay: "2027-03-03" }, diaryId);
    await change(team.owner, whole, { scheduledDate: at("09T12:00") });
    expect(await read(team.owner, whole)).toMatchObject({ scheduledDay: "2027-03-09", dueDay: "2027-03-11" });
    // Both given are taken as they are.
    await expect(
      change(team.owner, whole, { scheduledDay: "2027-03-20", dueDay: "2027-03-11" }),
    ).rejects.toThrow(/due/i);
  });

  it("refuses to assign a task to somebody who isn't a member", {
    tags: spec("CORE-503 CORE-504"),
  }, async () => {
    const outsider = await createPerson(service, "Oskar Outsider");
    const refusal = {
      data: { code: "invalid", message: "Assigned user does not have access to this diary" },
    };
    await expect(taskOf(team.owner, { assignedTo: outsider.userId })).rejects.toMatchObject(refusal);
    const taskId = await taskOf(team.owner);
    await expect(change(team.owner, taskId, { assignedTo: outsider.userId })).rejects.toMatchObject(refusal);
    // An invalid id is refused too.
    await expect(change(team.owner, taskId, { assignedTo: "x" })).rejects.toMatchObject(refusal);
  });

  it("refuses another notebook's note and one that the caller doesn't see", async () => {
    const { owner, caregiver, diaryId } = team;
    const hidden = await createNote(owner, diaryId, { visibility: "private" });
    await expect(taskOf(caregiver, { noteId: hidden })).rejects.toMatchObject(denied);
  });
});

describe("a repeated task", () => {
  it("has a task for each occurrence in 90 days, at the same local hour across a change of clocks", {
    tags: spec("CORE-553 CORE-554 CORE-555 WORK-452"),
  }, async () => {
    const { owner } = team;
    await sql("update diaries set time_zone = 'Europe/Berlin' where id = $1", [team.diaryId]);
    const now = new Date();
    const start = Date.UTC(now.getUTCFullYear() + 1, 2, 20, 7);
    const end = start + 20 * DAY;
    const taskId = await taskOf(owner, {
      title: "Eye drops",
      scheduledDate: start,
      dueDate: start + HOUR,
      endDate: end,
      recurrence: { interval: { every: 2, unit: "day" } },
    });
    const first = (await read(owner, taskId))!;
    expect([first.isRecurring, first.frequency, first.recurrenceRule]).toEqual([
      true,
      "Every 2 days",
      expect.stringContaining("FREQ=DAILY;INTERVAL=2"),
    ]);
    const rows = await sql(
      `select to_char(scheduled_date at time zone 'Europe/Berlin', 'MM-DD HH24:MI') as local,
              due_date - scheduled_date = interval '1 hour' as hour, end_date as "end"
         from tasks where series_id = $1 order by scheduled_date`,
      [first.seriesId],
    );
    expect(rows.map(({ local }) => local)).toEqual(
      ["03-20", "03-22", "03-24", "03-26", "03-28", "03-30", "04-01", "04-03", "04-05", "04-07", "04-09"].map(
        (day) => `${day} 08:00`,
      ),
    );
    expect(rows.every(({ hour }) => hour)).toBe(true);
    await sql("update diaries set time_zone = 'UTC' where id = $1", [team.diaryId]);
  });

  it("gets its next tasks when their days come near, once, also after tasks were deleted", async () => {
    const start = Math.floor(Date.now() / DAY) * DAY + 9 * HOUR;
    const taskId = await taskOf(team.owner, {
      scheduledDate: start,
      recurrence: { interval: { every: 3, unit: "day" } },
    });
    const { seriesId } = (await read(team.owner, taskId))!;
    const days = async () =>
      (await sql("select scheduled_date as at from tasks where series_id = $1 order by 1", [seriesId])).map(
        ({ at }) => (Number(at) - start) / DAY,
      );
    const upTo = (last: number) => Array.from({ length: Math.floor(last / 3) + 1 }, (_, i) => i * 3);
    expect(await days()).toEqual(upTo(90));
    await extendAllSeries(service.database, log);
    expect(await days()).toEqual(upTo(90));
    await team.owner.http.mutation(api.tasks.deleteTask, { taskId });
    const later = new Date(Date.now() + 10 * DAY);
    await Promise.all([
      extendAllSeries(service.database, log, later),
      extendAllSeries(service.database, log, later),
    ]);
    expect(await days()).toEqual(upTo(100).slice(1));
  });

  it("ends with a task that is deleted with all later ones; finished tasks stay, and no new ones are made", async () => {
    const start = Math.floor(Date.now() / DAY) * DAY + 9 * HOUR;
    const recurrence = { interval: { every: 1, unit: "day" } };
    const first = await taskOf(team.caregiver, { scheduledDate: start, recurrence });
    const { seriesId } = (await read(team.owner, first))!;
    const ids = (
      await sql("select id from tasks where series_id = $1 order by occurrence_at", [seriesId])
    ).map(({ id }) => id as string);
    await change(team.owner, ids[8]!, { status: "completed" });
    const remove = (who: TestPerson, taskId: string) =>
      who.http.mutation(api.tasks.deleteTask, { taskId, andLater: true });
    const { caregiver, owner } = team;
    await expect(remove(team.viewer, ids[5]!)).rejects.toMatchObject(denied);
    await remove(caregiver, ids[5]!);
    await extendAllSeries(service.database, log, new Date(Date.now() + 200 * DAY));
    const remainingTasks = await sql("select id from tasks where series_id = $1 order by occurrence_at", [
      seriesId,
    ]);
    expect(remainingTasks.map(({ id }) => id)).toEqual([...ids.slice(0, 5), ids[8]]);
    const [event] = await sql(
      "select details from audit_events where event_type = 'task.deleted' order by id desc limit 1",
    );
    expect(event!.details).toMatchObject({ laterCount: ids.length - 7 });
    const single = await taskOf(owner);
    await expect(remove(owner, single)).rejects.toMatchObject({ data: { message: "Not a recurring task" } });
    expect(await read(owner, single)).not.toBeNull();
  });

  it("is refused when it makes more than 1,000 tasks at once", async () => {
    const recurrence = { frequency: { times: 12, per: 1, unit: "day" } };
    await expect(taskOf(team.owner, { scheduledDate: Date.now(), recurrence })).rejects.toThrow(
      "at most 1000",
    );
  });
});

describe("tasks.updateTask", () => {
  it("changes the status, and stores when and by whom the task was first completed", {
    tags: spec("CORE-552 WORK-443 WORK-479"),
  }, async () => {
    const taskId = await taskOf(team.owner);
    const states = [];
    for (const [who, status] of [
      [team.caregiver, "in_progress"],
      [team.caregiver, "completed"],
      [team.owner, "completed"],
      [team.caregiver, "cancelled"],
      [team.owner, "completed"],
      [team.caregiver, "pending"],
    ] as const) {
      await change(who, taskId, { status });
      const task = (await read(team.owner, taskId))!;
      states.push([task.status, task.completedAt !== null, task.completedByName]);
    }
    expect(states).toEqual([
      ["in_progress", false, null],
      ["completed", true, "Clara Caregiver"],
      ["completed", true, "Clara Caregiver"],
      ["cancelled", false, null],
      ["completed", true, "Olga Owner"],
      ["pending", false, null],
    ]);
    await expect(change(team.owner, taskId, { status: "done" })).rejects.toThrow();
  });

  it("moves a task, assigns it and unassigns it", {
    tags: spec("WORK-480 WORK-481 WORK-482 WORK-449"),
  }, async () => {
    const { owner, caregiver } = team;
    const taskId = await taskOf(owner, { scheduledDate: DAY });
    await change(caregiver, taskId, { scheduledDate: 3 * DAY });
    await change(caregiver, taskId, { assignedTo: owner.userId });
    expect(await read(owner, taskId)).toMatchObject({ scheduledDate: 3 * DAY, assignedTo: owner.userId });
    await change(caregiver, taskId, { unassign: true });
    expect(await read(owner, taskId)).toMatchObject({ assignedTo: null, assigneeName: null });
    await expect(change(owner, taskId, { unassign: true, assignedTo: owner.userId })).rejects.toThrow(
      "A task can't be assigned to somebody and to nobody at once",
    );
  });

  it("removes a date, and refuses dates that contradict each other", async () => {
    const taskId = await taskOf(team.owner, { scheduledDate: DAY, dueDate: 2 * DAY });
    await expect(change(team.owner, taskId, { dueDate: HOUR })).rejects.toThrow(
      "A task can't be due before the day it is for",
    );
    await change(team.owner, taskId, { scheduledDate: null });
    expect(await read(team.owner, taskId)).toMatchObject({ scheduledDate: null, dueDate: 2 * DAY });
  });

  it("lets caregivers change the texts of their own tasks only", async () => {
    const { owner, caregiver } = team;
    const theirs = await taskOf(caregiver);
    const others = await taskOf(owner);
    await change(caregiver, theirs, { title: "Cut her hair" });
    await expect(change(caregiver, others, { title: "Cut her hair" })).rejects.toMatchObject(denied);
    await expect(change(caregiver, others, { status: "completed", title: "Cut" })).rejects.toMatchObject(
      denied,
    );
    expect(await read(owner, others)).toMatchObject({ title: "Wash her hair", status: "pending" });
  });

  it("gives the same answer for a missing task and a hidden one", { tags: spec("CORE-562") }, async () => {
    const { owner, caregiver, diaryId } = team;
    const hidden = await createNote(owner, diaryId, { visibility: "private" });
    const taskId = await taskOf(owner, { noteId: hidden });
    for (const id of [taskId, crypto.randomUUID(), "x"]) {
      await expect(change(caregiver, id, { status: "completed" })).rejects.toMatchObject(notFound);
      await expect(caregiver.http.mutation(api.tasks.deleteTask, { taskId: id })).rejects.toMatchObject(
        notFound,
      );
      expect(await read(caregiver, id)).toBeNull();
    }
  });

  it("shows a task to its assignee even where its note is hidden from them, without a link to the note", async () => {
    const { owner, caregiver, diaryId } = team;
    const hidden = await createNote(owner, diaryId, { visibility: "private" });
    const taskId = await taskOf(owner, { noteId: hidden, assignedTo: caregiver.userId });
    expect(await read(caregiver, taskId)).toMatchObject({ _id: taskId, noteId: null, noteShortId: null });
    expect(await read(owner, taskId)).toMatchObject({ noteId: hidden });
  });
});

describe("tasks.toggleAddToToday", () => {
  it("adds a task to today and removes it again; one that was added on an earlier day is added anew", {
    tags: spec("WORK-484"),
  }, async () => {
    const taskId = await taskOf(team.owner);
    const toggle = (restore?: number | null) =>
      team.owner.http.mutation(api.tasks.toggleAddToToday, {
        taskId,
        ...(restore !== undefined && { restore }),
      });
    const flag = async () => (await read(team.owner, taskId))!.addedToToday;
    expect([await toggle(), await flag()]).toEqual([{ addedToToday: true, before: null }, true]);
    expect([await toggle(), await flag()]).toEqual([
      { addedToToday: false, before: expect.any(Number) },
      false,
    ]);
    await toggle();
    await sql("update tasks set added_to_today_at = now() - interval '25 hours' where id = $1", [taskId]);
    expect(await toggle()).toMatchObject({ addedToToday: true });
  });

  it("counts by the notebook's day, wherever the caller is", async () => {
    const diaryId = await createNotebook(team.owner, { timeZone: "Pacific/Kiritimati" });
    const taskId = await taskOf(team.owner, {}, diaryId);
    const toggle = () => team.owner.http.mutation(api.tasks.toggleAddToToday, { taskId });
    const start = getTodayStart(Date.now(), "Pacific/Kiritimati");
    const addedAt = (at: number) =>
      sql("update tasks set added_to_today_at = $2 where id = $1", [taskId, new Date(at)]);
    await addedAt(start);
    expect(await toggle()).toEqual({ addedToToday: false, before: start });
    await addedAt(start - 1);
    expect(await toggle()).toEqual({ addedToToday: true, before: start - 1 });
  });

  it("can be undone, whatever others did in between", async () => {
    const taskId = await taskOf(team.owner);
    const toggle = (person: TestPerson, restore?: number | null) =>
      person.http.mutation(api.tasks.toggleAddToToday, { taskId, ...(restore !== undefined && { restore }) });
    const { before } = await toggle(team.owner);
    await toggle(team.caregiver);
    expect(await toggle(team.owner, before)).toMatchObject({ addedToToday: false });
    expect(await read(team.owner, taskId)).toMatchObject({ addedToTodayAt: null });
    const { before: none } = await toggle(team.owner);
    const { before: added } = await toggle(team.owner);
    expect([none, added]).toEqual([null, expect.any(Number)]);
    await toggle(team.owner, added);
    expect(await read(team.owner, taskId)).toMatchObject({ addedToTodayAt: added });
  });
});

describe("tasks.skipToCurrentInstance", () => {
  it("cancels the unfinished tasks of a series before today's", {
    tags: spec("WORK-485 WORK-486 WORK-487"),
  }, async () => {
    const start = Math.floor(Date.now() / DAY) * DAY + 60_000;
    const first = await taskOf(team.owner, {
      scheduledDate: start,
      recurrence: { interval: { every: 1, unit: "day" } },
    });
    const { seriesId } = (await read(team.owner, first))!;
    await sql("update tasks set scheduled_date = scheduled_date - interval '3 days' where series_id = $1", [
      seriesId,
    ]);
    const late = await sql("select id from tasks where series_id = $1 order by scheduled_date limit 3", [
      seriesId,
    ]);
    await change(team.owner, late[1]!.id, { status: "completed" });
    const skipped = await team.caregiver.http.mutation(api.tasks.skipToCurrentInstance, { taskId: first });
    expect(skipped).toMatchObject({
      cancelledCount: 2,
      cancelledTaskIds: expect.arrayContaining([late[0]!.id, late[2]!.id]),
    });
    const states = await sql(
      "select status, count(*)::int from tasks where series_id = $1 group by 1 order by 1",
      [seriesId],
    );
    expect(states).toEqual([
      { status: "cancelled", count: 2 },
      { status: "completed", count: 1 },
      { status: "pending", count: 88 },
    ]);
    expect(await team.owner.http.mutation(api.tasks.skipToCurrentInstance, { taskId: first })).toMatchObject({
      cancelledCount: 0,
      cancelledTaskIds: [],
    });
  });

  it("is undone in one mutation; tasks that somebody changed since stay", async () => {
    const start = Math.floor(Date.now() / DAY) * DAY + 60_000;
    const first = await taskOf(team.owner, {
      scheduledDate: start - 4 * DAY,
      recurrence: { interval: { every: 1, unit: "day" } },
    });
    const { seriesId } = (await read(team.owner, first))!;
    const [one, two, three] = (
      await sql("select id from tasks where series_id = $1 order by scheduled_date limit 3", [seriesId])
    ).map(({ id }) => id as string);
    await change(team.owner, two!, { status: "in_progress" });
    const skip = (more: object = {}) =>
      team.owner.http.mutation(api.tasks.skipToCurrentInstance, { taskId: first, ...more });
    const { skipped, cancelledCount } = await skip();
    expect([cancelledCount, skipped]).toEqual([
      4,
      expect.arrayContaining([
        { taskId: one, status: "pending" },
        { taskId: two, status: "in_progress" },
      ]),
    ]);
    await change(team.caregiver, three!, { status: "completed" });
    const other = await taskOf(team.owner);
    await change(team.owner, other, { status: "cancelled" });
    const { restoredTaskIds } = await skip({ undo: [...skipped, { taskId: other, status: "pending" }] });
    expect(restoredTaskIds).toHaveLength(3);
    const states = await sql("select id, status from tasks where id = any($1)", [[one, two, three, other]]);
    expect(Object.fromEntries(states.map(({ id, status }) => [id, status]))).toEqual({
      [one!]: "pending",
      [two!]: "in_progress",
      [three!]: "completed",
      [other]: "cancelled",
    });
  });

  it("refuses a single task", { tags: spec("CORE-563") }, async () => {
    const taskId = await taskOf(team.owner);
    await expect(team.owner.http.mutation(api.tasks.skipToCurrentInstance, { taskId })).rejects.toMatchObject(
      {
        data: { code: "invalid", message: "Not a recurring task" },
      },
    );
  });
});

describe("tasks.listMyTasks", () => {
  it("filters by assignee, over all notebooks", {
    tags: spec("CORE-615 WORK-171 WORK-362 WORK-336 WORK-328"),
  }, async () => {
    const { owner, caregiver, diaryId } = await careTeam(service);
    const other = await careTeam(service);
    await addMember(service, other.diaryId, owner, "member");
    const titled = (title: string, fields: Fields = {}, where = diaryId, who = owner) =>
      taskOf(who, { title, ...fields }, where);
    await titled("mine", { assignedTo: owner.userId });
    await titled("the caregiver's", { assignedTo: caregiver.userId });
    await titled("nobody's");
    await titled("nobody's elsewhere", {}, other.diaryId, other.owner);
    await titled("mine elsewhere", { assignedTo: owner.userId }, other.diaryId, other.owner);
    const titles = async (args: object) => (await list(owner, args)).tasks.map(({ title }) => title).sort();
    expect(await titles({ filter: "my-tasks" })).toEqual(["mine", "mine elsewhere"]);
    expect(await titles({ filter: "helping-with" })).toEqual(["mine elsewhere", "nobody's elsewhere"]);
    expect(await titles({ filter: "unassigned" })).toEqual(["nobody's", "nobody's elsewhere"]);
    expect(await titles({ filter: "all" })).toHaveLength(5);
    // As home queries one notebook.
    expect(await titles({ filter: "all", diaryId, limit: 500 })).toEqual([
      "mine",
      "nobody's",
      "the caregiver's",
    ]);
    const stranger = await createPerson(service, "Sam Stranger");
    expect(await list(stranger)).toEqual({ tasks: [], isCut: false, counts: null });
    await expect(list(stranger, { diaryId })).rejects.toMatchObject(denied);
  });

  it("keeps the nearest tasks when there are too many, ascending, with room for finished ones", async () => {
    const { owner, diaryId } = await careTeam(service);
    const noon = Date.UTC(2027, 5, 1, 12);
    await sql(
      `insert into tasks (id, diary_id, title, status, completed_at, due_date, created_by)
       select gen_random_uuid(), $1, kind || day, status, case when status = 'completed' then now() end,
              to_timestamp($3::float8 / 1000) + make_interval(days => day), $2
         from generate_series(-300, 300) day, (values ('open', 'pending'), ('done', 'completed')) as k (kind, status)`,
      [diaryId, owner.userId, noon],
    );
    const { tasks, isCut } = await list(owner, { limit: 200, around: noon });
    expect([tasks.length, isCut]).toEqual([200, true]);
    const open = tasks
      .filter(({ status }) => status === "pending")
      .map(({ dueDate }) => (dueDate! - noon) / DAY);
    expect(open).toHaveLength(150);
    expect([Math.min(...open), Math.max(...open)]).toEqual([-75, 74]);
    const dates = tasks.map(({ dueDate }) => dueDate!);
    expect(dates).toEqual([...dates].sort((a, b) => a - b));
  });

  it("counts every section in full and returns further pages, however few tasks the list shows", async () => {
    const owner = await createPerson(service, "Paula Pages");
    const noon = Date.UTC(2027, 5, 1, 12);
    for (const timeZone of ["UTC", "Pacific/Kiritimati"]) {
      const diaryId = await createNotebook(owner, { timeZone });
      await sql(
        `insert into tasks (id, diary_id, title, status, completed_at, due_date, end_date, created_by)
         select gen_random_uuid(), $1, 'T', k.status, case when k.status = 'completed' then now() end,
                to_timestamp($3::float8 / 1000) + make_interval(days => day, hours => 3),
                case when k.ends then to_timestamp($3::float8 / 1000) - interval '1 minute' end, $2
           from generate_series(-60, 60) day
           cross join lateral (values ('pending', false), ('pending', day < -50), ('completed', false)) as k (status, ends)`,
        [diaryId, owner.userId, noon],
      );
      await taskOf(owner, { title: "undated" }, diaryId);
    }
    const { counts, tasks } = await list(owner, { limit: 20, around: noon, countsAt: noon });
    // At noon UTC it is 2 June in Kiritimati, and a task due at 15:00 UTC is due on 2 June there as well.
    expect([tasks.length, counts]).toEqual([
      20,
      { overdue: 2 * (60 + 50), today: 4, upcoming: 4 * 60 + 2, paused: 0, completed: 242, expired: 20 },
    ]);
    for (const section of TASK_SECTIONS) {
      const found: string[] = [];
      const dates: number[] = [];
      let cursor: string | null = null;
      for (let isDone = false; !isDone; ) {
        const page: FunctionReturnType<typeof api.tasks.pageMyTasks> = await owner.http.query(
          api.tasks.pageMyTasks,
          { filter: "all", section, at: noon, paginationOpts: { numItems: 50, cursor } },
        );
        for (const task of page.page) {
          expect(getTaskPlaces(task, noon)).toEqual([{ section, isGhost: false }]);
          found.push(task._id);
          dates.push(getOverdueAfter(task) ?? Number.POSITIVE_INFINITY);
        }
        ({ isDone, continueCursor: cursor } = page);
      }
      expect([section, new Set(found).size]).toEqual([section, counts![section]]);
      expect(dates).toEqual(dates.toSorted((a, b) => (isAhead(section) ? a - b : b - a)));
    }
  });

  it("counts and lists a paused program's tasks in a section of their own, until the pause ends", async () => {
    const owner = await createPerson(service, "Pia Pause");
    const diaryId = await createNotebook(owner, { timeZone: "Pacific/Kiritimati" });
    const linked = await insertDiaryProgram(service, diaryId, owner.userId);
    const noon = Date.UTC(2027, 5, 1, 12);
    const titles = ["late", "today", "taken for today", "later", "over during the pause", "over before it"];
    await sql(
      `insert into tasks (id, diary_id, title, due_date, end_date, added_to_today_at, linked_diary_program_id,
                          activity_template_id, occurrence_at, created_by)
       select gen_random_uuid(), $1, x.title, at + x.days * interval '1 day', at + x.ends * interval '1 hour',
              case when x.title = 'taken for today' then at end, $2, 'walk', at + n * interval '1 minute', $3
         from (select to_timestamp($4::float8 / 1000) as at) m,
              unnest($5::text[], array[-3, 0, -2, 5, -3, -3], array[null, null, null, null, -1, -49]::int[])
                with ordinality as x (title, days, ends, n)`,
      [diaryId, linked, owner.userId, noon, titles],
    );
    const seen = async () => {
      const { counts } = await list(owner, { around: noon, countsAt: noon });
      const found: Record<string, string[]> = {};
      for (const section of TASK_SECTIONS) {
        const args = {
          filter: "all" as const,
          section,
          at: noon,
          paginationOpts: { numItems: 50, cursor: null },
        };
        const { page } = await owner.http.query(api.tasks.pageMyTasks, args);
        for (const task of page) expect(getTaskPlaces(task, noon)[0]).toEqual({ section, isGhost: false });
        expect(page).toHaveLength(counts![section]);
        found[section] = page.map(({ title }) => title).sort();
      }
      return found;
    };
    const running = {
      overdue: ["late"],
      today: ["taken for today", "today"],
      upcoming: ["later"],
      paused: [],
      completed: [],
      expired: ["over before it", "over during the pause"],
    };
    expect(await seen()).toEqual(running);
    const pause = (since: number | null) =>
      sql("update diary_programs set status = $2, paused_since = $3 where id = $1", [
        linked,
        since === null ? "active" : "paused",
        since === null ? null : new Date(since),
      ]);
    const waiting = ["late", "later", "over during the pause", "today"];
    await pause(noon - DAY);
    // A task was added to today although its program is paused.
    expect(await seen()).toEqual({
      overdue: [],
      today: ["taken for today"],
      upcoming: [],
      paused: waiting,
      completed: [],
      expired: ["over before it"],
    });
    await sql(
      "update tasks set added_to_today_at = $2 where linked_diary_program_id = $1 and added_to_today_at is not null",
      [linked, new Date(noon - DAY - 1)],
    );
    expect((await seen()).paused).toEqual([...waiting.slice(0, 3), "taken for today", "today"]);
    await pause(null);
    expect(await seen()).toEqual({ ...running, overdue: ["late", "taken for today"], today: ["today"] });
  });

  it("leaves out archived notebooks, unless one is named, and in the list of what is to do also what the caller may not do", async () => {
    const { owner, caregiver, viewer, diaryId } = await careTeam(service);
    const archived = await createNotebook(owner);
    const [inArchived] = [await taskOf(owner, { title: "archived" }, archived)];
    const titles = ["anybody's", "the viewer's", "the caregiver's"];
    const soon = { scheduledDate: Date.now() + 3 * DAY };
    await taskOf(owner, { title: titles[0]!, ...soon }, diaryId);
    await taskOf(owner, { title: titles[1]!, ...soon, assignedTo: viewer.userId }, diaryId);
    await taskOf(owner, { title: titles[2]!, ...soon, assignedTo: caregiver.userId }, diaryId);
    await owner.http.mutation(api.diaries.archiveDiary, { diaryId: archived });
    const at = Date.now();
    const paginationOpts = { numItems: 50, cursor: null };
    const seen = async (person: TestPerson, more: object = {}) => {
      const { tasks, counts } = await list(person, { around: at, countsAt: at, ...more });
      // The list of what is to do also has other members' tasks; the numbers are of the reader's.
      const counted = "toDo" in more ? tasks.filter((task) => isForReader(task, person.userId)) : tasks;
      expect(counts!.upcoming).toBe(counted.length);
      return tasks.map(({ title }) => title).sort();
    };
    expect(await seen(owner)).toEqual(titles.toSorted());
    expect(await seen(owner, { diaryId: archived })).toEqual(["archived"]);
    const upcoming = { filter: "all" as const, at, paginationOpts };
    const { page } = await owner.http.query(api.tasks.pageUpcoming, upcoming);
    expect(page.map(({ task, count }) => [task.title, count])).toEqual(titles.map((title) => [title, 1]));
    expect((await owner.http.query(api.tasks.getTask, { taskId: inArchived }))?.title).toBe("archived");

    expect(await seen(owner, { toDo: true })).toEqual(titles.toSorted());
    expect(await seen(caregiver, { toDo: true })).toEqual(titles.toSorted());
    expect(await seen(viewer)).toEqual(titles.toSorted());
    expect(await seen(viewer, { toDo: true })).toEqual(["the viewer's"]);

    // What isn't open, has expired or is far away is counted, but not listed.
    await taskOf(owner, { title: "far", scheduledDate: at + 30 * DAY }, diaryId);
    await taskOf(owner, { title: "over", dueDate: at - 2 * DAY, endDate: at - DAY }, diaryId);
    await taskOf(owner, { title: "late", dueDate: at - 2 * DAY }, diaryId);
    const done = await taskOf(owner, { title: "done", ...soon }, diaryId);
    await owner.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
    const { tasks, counts } = await list(owner, { around: at, countsAt: at, toDo: true });
    expect(tasks.map(({ title }) => title).sort()).toEqual([...titles, "late"].sort());
    expect(counts).toEqual({ overdue: 1, today: 0, upcoming: 2, paused: 0, completed: 0, expired: 1 });
  });

  it("lists a repetition as one upcoming row, and all its tasks by the pages of each", async () => {
    const { owner, diaryId } = await careTeam(service);
    const noon = Date.UTC(2027, 5, 1, 12);
    const series = await taskOf(
      owner,
      {
        title: "Noon pill",
        scheduledDay: "2027-05-30",
        recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
      },
      diaryId,
    );
    await taskOf(owner, { title: "Dentist", scheduledDay: "2027-06-03" }, diaryId);
    await taskOf(owner, { title: "Some day" }, diaryId);
    await owner.http.mutation(api.tasks.updateTask, { taskId: series, status: "completed" });
    const paginationOpts = { numItems: 50, cursor: null };
    const at = { at: noon, paginationOpts };
    const { page } = await owner.http.query(api.tasks.pageUpcoming, { filter: "all", diaryId, ...at });
    const { counts } = await list(owner, { diaryId, countsAt: noon });
    expect(page.map(({ task, count }) => [task.title, task.dueDay ?? task.scheduledDay, count])).toEqual([
      ["Noon pill", "2027-06-02", counts!.upcoming - 2],
      ["Dentist", "2027-06-03", 1],
      ["Some day", null, 1],
    ]);
    expect(page[0]!.count).toBeGreaterThan(80);

    // From the next one, or from any other of it.
    for (const taskId of [series, page[0]!.task._id]) {
      const days = async (part: "open" | "over") =>
        (await owner.http.query(api.tasks.pageRepeated, { taskId, part, ...at })).page.map(
          ({ scheduledDay }) => scheduledDay,
        );
      expect((await days("open")).slice(0, 3)).toEqual(["2027-05-31", "2027-06-01", "2027-06-02"]);
      expect(await days("over")).toEqual(["2027-05-30"]);
    }
    // A page goes on where the one before ended.
    const first = await owner.http.query(api.tasks.pageRepeated, {
      taskId: series,
      part: "open",
      at: noon,
      paginationOpts: { numItems: 2, cursor: null },
    });
    const second = await owner.http.query(api.tasks.pageRepeated, {
      taskId: series,
      part: "open",
      at: noon,
      paginationOpts: { numItems: 2, cursor: first.continueCursor },
    });
    expect(second.page.map(({ scheduledDay }) => scheduledDay)).toEqual(["2027-06-02", "2027-06-03"]);
  });

  it("filters by the days of a calendar, including undated tasks and those added to today", async () => {
    const { owner, diaryId } = await careTeam(service);
    const june = Date.UTC(2027, 5, 1);
    const july = Date.UTC(2027, 6, 1);
    const make = (title: string, fields: Fields) => taskOf(owner, { title, ...fields }, diaryId);
    await make("may", { scheduledDate: june - 1, dueDate: june + DAY });
    await make("june", { scheduledDay: "2027-06-01" });
    await make("due in june", { dueDate: july - 1 });
    await make("july", { scheduledDate: july });
    await make("undated", {});
    const takenTask = await make("taken for today", { scheduledDate: july + 40 * DAY });
    await owner.http.mutation(api.tasks.toggleAddToToday, { taskId: takenTask });
    const { tasks } = await list(owner, { fromDay: "2027-06-01", toDay: "2027-06-30" });
    expect(tasks.map(({ title }) => title).sort()).toEqual([
      "due in june",
      "june",
      "taken for today",
      "undated",
    ]);
    const span = (fromDay: string, toDay?: string) => list(owner, { fromDay, ...(toDay && { toDay }) });
    await expect(span("2027-06-01", "2027-09-08")).resolves.toBeTruthy();
    await expect(span("2027-06-01", "2027-09-09")).rejects.toThrow("at most 100 days");
    await expect(span("2027-06-01")).rejects.toThrow("Both the first and the last day must be given");
    await expect(span("2027-06-02", "2027-06-01")).rejects.toThrow(
      "The last day must not be before the first",
    );
    await expect(span("2027-02-29", "2027-03-01")).rejects.toThrow("A day must be a real date");
  });

  it("names the program that a task belongs to", { tags: spec("WORK-457") }, async () => {
    const { owner, diaryId } = team;
    const linked = await insertDiaryProgram(service, diaryId, owner.userId);
    const taskId = await taskOf(owner);
    await sql(
      "update tasks set linked_diary_program_id = $1, activity_template_id = 'walk', occurrence_at = now() where id = $2",
      [linked, taskId],
    );
    const programInfo = { programName: "After a stroke", isPaused: false };
    expect(await read(owner, taskId)).toMatchObject({ programInfo });
    await sql("update diary_programs set status = 'paused', paused_since = now() where id = $1", [linked]);
    expect(await read(owner, taskId)).toMatchObject({ programInfo: { ...programInfo, isPaused: true } });
  });
});

describe("tasks.listNoteTasks", () => {
  it("lists the tasks of a note by date, undated last, and none of a hidden note", async () => {
    const { owner, caregiver, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "team" });
    await taskOf(owner, { noteId, title: "undated" });
    await taskOf(owner, { noteId, title: "later", dueDate: 2 * DAY });
    await taskOf(owner, { noteId, title: "sooner", scheduledDate: DAY });
    const titles = async (person: TestPerson, id: string) =>
      (await person.http.query(api.tasks.listNoteTasks, { noteId: id })).map(({ title }) => title);
    expect(await titles(caregiver, noteId)).toEqual(["sooner", "later", "undated"]);
    const hidden = await createNote(owner, diaryId, { visibility: "private" });
    await taskOf(owner, { noteId: hidden });
    expect(await titles(caregiver, hidden)).toEqual([]);
  });
});

it("an open list of tasks shows every member's change at once", {
  tags: spec("WORK-483"),
}, async () => {
  const { owner, caregiver } = team;
  const client = service.connect(caregiver);
  const seen: string[][] = [];
  const until = (test: (titles: string[]) => boolean) =>
    expect.poll(() => test(seen.at(-1) ?? [])).toBe(true);
  client.onUpdate(api.tasks.listMyTasks, { filter: "all", diaryId: team.diaryId }, ({ tasks }) =>
    seen.push(tasks.map(({ title, status }) => `${title} ${status}`)),
  );
  await until((titles) => titles.length > 0);
  const taskId = await taskOf(owner, { title: "Turn her" });
  await until((titles) => titles.includes("Turn her pending"));
  await change(owner, taskId, { status: "completed" });
  await until((titles) => titles.includes("Turn her completed"));
  await owner.http.mutation(api.tasks.deleteTask, { taskId });
  await until((titles) => !titles.some((title) => title.startsWith("Turn her")));
  await client.close();
});

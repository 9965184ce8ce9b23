import { expect, it } from "vitest";
import type { Task } from "../../../lib/api.ts";
import { getUpcomingRows } from "./upcoming-rows.ts";

const NOW = Date.parse("2027-03-10T14:00:00Z");
const task = (_id: string, day: string | null, fields: Partial<Task> = {}) =>
  ({
    _id,
    title: _id,
    diaryId: "d",
    status: "pending",
    timeZone: "UTC",
    dateOnly: true,
    scheduledDate: null,
    scheduledDay: day,
    dueDate: null,
    dueDay: null,
    endDate: null,
    endDay: null,
    addedToTodayAt: null,
    pausedSince: null,
    seriesId: null,
    linkedDiaryProgramId: null,
    activityTemplateId: null,
    ...fields,
  }) as Task;
const pill = (day: string, fields: Partial<Task> = {}) =>
  task(`pill ${day}`, day, { title: "Pill", seriesId: "s", ...fields });
const placed = (...tasks: Task[]) => tasks.map((one) => ({ task: one, isGhost: false }));
const words = (rows: ReturnType<typeof getUpcomingRows>) =>
  rows.map(({ task, isGhost, count }) => `${task._id}${isGhost ? " ghost" : ""} ${count}`);

it("shows each repetition once, with the server's count, among the single tasks by date", () => {
  const loaded = [
    pill("2027-03-11"),
    pill("2027-03-12"),
    task("dentist", "2027-03-12"),
    task("some day", null),
  ];
  const rows = [
    { task: pill("2027-03-11"), count: 90 },
    { task: task("dentist", "2027-03-12"), count: 1 },
    { task: task("far", "2027-09-01", { seriesId: "x" }), count: 3 },
    { task: task("some day", null), count: 1 },
  ];
  const known = { placed: placed(...loaded), loaded, now: NOW };
  expect(words(getUpcomingRows({ ...known, rows: [] }))).toEqual([
    "pill 2027-03-11 null",
    "dentist null",
    "some day null",
  ]);
  expect(words(getUpcomingRows({ ...known, rows }))).toEqual([
    "pill 2027-03-11 90",
    "dentist 1",
    "far 3",
    "some day 1",
  ]);
});

it("goes on to the next one as soon as one is done, also before the server knows", () => {
  const done = pill("2027-03-11", { status: "completed" });
  const loaded = [done, pill("2027-03-12")];
  const rows = [
    { task: pill("2027-03-11"), count: 2 },
    { task: task("far", "2027-09-01", { status: "completed" }), count: 1 },
  ];
  const shown = getUpcomingRows({ placed: placed(loaded[1]!), loaded, rows, now: NOW });
  expect(words(shown)).toEqual(["pill 2027-03-12 2"]);
});

it("keeps the ghost of a task that was added to today, beside the next of its repetition", () => {
  const ghost = pill("2027-03-12", { addedToTodayAt: NOW });
  const loaded = [ghost, pill("2027-03-11")];
  const rows = [{ task: pill("2027-03-11"), count: 1 }];
  const shown = getUpcomingRows({
    placed: [{ task: ghost, isGhost: true }, ...placed(loaded[1]!)],
    loaded,
    rows,
    now: NOW,
  });
  expect(words(shown)).toEqual(["pill 2027-03-11 1", "pill 2027-03-12 ghost null"]);
});

import { describe, expect, it } from "vitest";
import { NO_DATES } from "../rules.ts";
import type { TaskTimes } from "./states.ts";
import { getToday } from "./today.ts";

const NOW = Date.parse("2027-03-10T14:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Listed = Parameters<typeof getToday>[0][number];
const dayOf = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 10));

function task(title: string, fields: Partial<Listed> = {}): Listed {
  const { scheduledDate = null, dueDate = null } = fields;
  const times: TaskTimes = {
    ...NO_DATES,
    status: "pending",
    timeZone: "UTC",
    addedToTodayAt: null,
    pausedSince: null,
  };
  const days = { scheduledDay: dayOf(scheduledDate), dueDay: dayOf(dueDate) };
  const single = { seriesId: null, linkedDiaryProgramId: null, activityTemplateId: null };
  return { ...times, ...single, ...days, title, assignedTo: null, canSetStatus: true, ...fields };
}

const wholeDay = (day: string) => ({ dateOnly: true, scheduledDay: day });
const today = (tasks: Listed[]) => {
  const { overdue, today, next, ofOthers } = getToday(tasks, "me", NOW);
  const words = (rows: typeof overdue) =>
    rows.map(({ task: { title }, others }) => (others > 0 ? `${title} +${others}` : title));
  return { overdue: words(overdue), today: words(today), next: words(next), ofOthers };
};

describe("what home shows of the tasks", () => {
  it("is in the order of time: what is overdue, today by the hour and then those without one, what comes next", () => {
    const tasks = [
      task("tomorrow", { scheduledDate: NOW + DAY }),
      task("all day", wholeDay("2027-03-10")),
      task("tonight", { scheduledDate: NOW + 6 * HOUR }),
      task("this morning", { scheduledDate: NOW - 6 * HOUR }),
      task("until tonight", { scheduledDate: NOW - HOUR, dueDate: NOW + 8 * HOUR }),
      task("last week", wholeDay("2027-03-03")),
      task("yesterday", { dueDate: NOW - DAY }),
      task("some day"),
    ];
    expect(today(tasks)).toEqual({
      overdue: ["last week", "yesterday"],
      today: ["this morning", "until tonight", "tonight", "all day"],
      next: ["tomorrow"],
      ofOthers: 0,
    });
  });

  it("leaves out what is finished, expired or paused, and what the person may not do", () => {
    const due = { dueDate: NOW - DAY };
    const tasks = [
      task("done", { ...due, status: "completed" }),
      task("expired", { ...due, endDate: NOW - HOUR }),
      task("paused", { ...due, pausedSince: NOW - 2 * DAY }),
      task("not allowed", { ...due, canSetStatus: false }),
    ];
    expect(today(tasks)).toEqual({ overdue: [], today: [], next: [], ofOthers: 0 });
  });

  it("only counts what others are to do today or have missed", () => {
    const others = { assignedTo: "another" };
    const tasks = [
      task("mine", { dueDate: NOW + HOUR, assignedTo: "me" }),
      task("late", { dueDate: NOW - DAY, ...others }),
      task("today", { dueDate: NOW + HOUR, ...others }),
      task("tomorrow", { dueDate: NOW + DAY, ...others }),
    ];
    expect(today(tasks)).toEqual({ overdue: [], today: ["mine"], next: [], ofOthers: 2 });
  });

  it("shows a repetition once: the latest that was missed, the next to come, and each of today", () => {
    const pill = (days: number, hours = 0) =>
      task("Pill", { seriesId: "s", scheduledDate: NOW + days * DAY + hours * HOUR });
    const walk = (days: number, title: string) =>
      task(title, {
        linkedDiaryProgramId: "p",
        activityTemplateId: "walk",
        ...wholeDay(dayOf(NOW + days * DAY)!),
      });
    const tasks = [
      ...[pill(-3), pill(-2), pill(-1), pill(0, -1), pill(0, 1), pill(1), pill(2)],
      ...[walk(-2, "Walk"), walk(-2, "Write it down"), walk(3, "Walk"), walk(4, "Walk")],
    ];
    expect(today(tasks)).toEqual({
      overdue: ["Walk", "Write it down", "Pill +2"],
      today: ["Pill", "Pill"],
      next: ["Pill +1", "Walk +1"],
      ofOthers: 0,
    });
    expect(getToday(tasks, "me", NOW).overdue.at(-1)!.task.scheduledDate).toBe(NOW - DAY);
  });
});

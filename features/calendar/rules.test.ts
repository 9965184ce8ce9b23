import { describe, expect, it } from "vitest";
import { getDayStart, toDayInZone } from "../../lib/dates/zone-day.ts";
import type { Recurrence } from "../../lib/recurrence/recurrence.ts";
import { spec } from "../../test/spec.ts";
import { toCalendarView } from "./client/calendar-view.ts";
import { asChips, type CalendarTask, getDayAfterStep, getWeeks, isMove, placeTasks } from "./rules.ts";

const ZONE = "Europe/Berlin";
/** A moment in the notebook's time zone, in winter. */
const at = (text: string) => Date.parse(`${text}+01:00`);
const days = (weeks: string[][]) => weeks.map((week) => week.map((day) => Number(day.slice(8))).join(" "));
const DAILY: Recurrence = { pattern: "interval", interval: { every: 1, unit: "day" } };
const ID = "0193a000-0000-7000-8000-000000000001";
const task = (title: string, fields: Partial<CalendarTask> = {}): CalendarTask => {
  const { timeZone = ZONE, scheduledDate = null, dueDate = null, endDate = null } = fields;
  const dayOf = (moment: number | null) => (moment === null ? null : toDayInZone(moment, timeZone));
  return {
    _id: ID,
    title,
    status: "pending",
    dateOnly: false,
    timeZone,
    scheduledDate,
    dueDate,
    endDate,
    scheduledDay: dayOf(scheduledDate),
    dueDay: dayOf(dueDate),
    endDay: dayOf(endDate),
    addedToTodayAt: null,
    pausedSince: null,
    recurrence: null,
    ...fields,
  };
};

describe("the days of the calendar", () => {
  it("are the weeks of a month from Sunday to Saturday, with days of its neighbours", {
    tags: spec("WORK-397 WORK-398"),
  }, () => {
    expect(days(getWeeks("month", "2026-11-21"))).toEqual([
      "1 2 3 4 5 6 7",
      "8 9 10 11 12 13 14",
      "15 16 17 18 19 20 21",
      "22 23 24 25 26 27 28",
      "29 30 1 2 3 4 5",
    ]);
    expect(days(getWeeks("month", "2026-02-10"))).toHaveLength(4);
    expect(days(getWeeks("month", "2026-08-10"))).toHaveLength(6);
  });

  it("are seven days from Sunday in the week view", { tags: spec("WORK-401") }, () => {
    expect(days(getWeeks("week", "2026-03-29"))).toEqual(["29 30 31 1 2 3 4"]);
    expect(days(getWeeks("week", "2026-04-04"))).toEqual(["29 30 31 1 2 3 4"]);
    expect(getWeeks("day", "2026-04-04")).toEqual([["2026-04-04"]]);
  });

  it.each([
    ["month", "2026-01-31", 1, "2026-02-28"],
    ["month", "2026-01-15", -1, "2025-12-15"],
    ["week", "2026-12-30", 1, "2027-01-06"],
    ["day", "2026-03-01", -1, "2026-02-28"],
    ["day", "2026-10-25", 1, "2026-10-26"],
  ] as const)("move by the view's length: a %s from %s by %i is %s", (mode, from, by, to) => {
    expect(getDayAfterStep(mode, from, by)).toBe(to);
  });

  it("are in the address, and a meaningless address has a default", () => {
    const notebook = ID.toUpperCase();
    expect(toCalendarView({ mode: "week", date: "2026-11-21", notebook })).toEqual({
      mode: "week",
      date: "2026-11-21",
      notebook: ID,
    });
    expect(toCalendarView({ mode: "year", date: "tomorrow", notebook: "x", more: 1 })).toEqual({});
    expect(toCalendarView({ date: "0001-01-01" })).toEqual({});
  });
});

describe("the tasks of a day", () => {
  const now = at("2026-11-21T12:00");
  const shown = (tasks: CalendarTask[]) => {
    const { byDay, undated } = placeTasks(tasks, now);
    return {
      undated: undated.map(({ task: { title }, colour }) => `${title} ${colour}`),
      ...Object.fromEntries(
        [...byDay].map(([day, placed]) => [
          Number(day.slice(8)),
          placed.map(({ task: { title }, colour }) => `${title} ${colour}`),
        ]),
      ),
    };
  };

  it("stand on the days and have the colours of section 4.3", () => {
    const flag = { addedToTodayAt: at("2026-11-21T08:00") };
    const days: Record<string, string[]> = shown([
      task("expired", { scheduledDate: at("2026-11-19T09:00"), endDate: at("2026-11-20T09:00") }),
      task("flagged", { ...flag, scheduledDate: at("2026-11-25T09:00") }),
      task("done", { ...flag, status: "completed", scheduledDate: at("2026-11-25T09:00") }),
      task("begun", { scheduledDate: at("2026-11-19T09:00"), dueDate: at("2026-11-22T09:00") }),
      task("late", { scheduledDate: at("2026-11-19T09:00") }),
      task("due", { dueDate: at("2026-11-21T23:00") }),
      task("later", { scheduledDate: at("2026-11-28T09:00"), dueDate: at("2026-11-30T09:00") }),
      task("some day"),
    ]);
    for (const [day, chips, lines] of [
      ["undated", ["some day green"], "@WORK-423"],
      ["19", ["begun yellow", "late red"], "@WORK-412 @WORK-419 @WORK-420"],
      ["21", ["flagged blue", "due blue"], "@WORK-413 @WORK-416 @WORK-421"],
      ["25", ["flagged ghost", "done grey"], "@WORK-414 @WORK-415 @WORK-417"],
      ["28", ["later green"], "@WORK-416 @WORK-422"],
    ] as const)
      expect(days[day], lines).toEqual(chips);
    expect(Object.keys(days).sort()).toEqual(["19", "21", "25", "28", "undated"]);
  });

  it("are sorted: finished ones last, daily ones behind others, then by hour and title; chips show daily ones last", {
    tags: spec("WORK-425 WORK-426 WORK-427"),
  }, () => {
    const on = (hour: number) => ({ scheduledDate: getDayStart("2026-11-21", ZONE) + hour * 3_600_000 });
    const { byDay } = placeTasks(
      [
        task("finished", { ...on(6), status: "cancelled" }),
        task("daily", { ...on(7), recurrence: DAILY }),
        task("b", on(9)),
        task("a", on(9)),
        task("early", on(8)),
        task("finished daily", { ...on(5), recurrence: DAILY, status: "completed" }),
      ],
      now,
    );
    const placed = byDay.get("2026-11-21")!;
    const titles = (list: typeof placed) => list.map(({ task: { title } }) => title);
    expect(titles(placed)).toEqual(["early", "a", "b", "daily", "finished", "finished daily"]);
    expect(titles(asChips(placed))).toEqual(["early", "a", "b", "finished", "daily", "finished daily"]);
  });
});

describe("a notebook's own clock", () => {
  it("puts a whole-day task on its day, and tasks of today on that notebook's today, each in its own colour", () => {
    const now = Date.parse("2026-11-21T23:30:00Z");
    const pillTask = (title: string, timeZone: string) =>
      task(title, { timeZone, dateOnly: true, scheduledDay: "2026-11-22" });
    const { byDay } = placeTasks(
      [
        pillTask("a", "UTC"),
        pillTask("b", "Pacific/Kiritimati"),
        { ...pillTask("c", "UTC"), addedToTodayAt: now },
      ],
      now,
    );
    const colours = [...byDay].map(([day, placed]) => [
      day,
      ...placed.map(({ task: { title }, colour }) => title + colour),
    ]);
    expect(colours.sort()).toEqual([
      ["2026-11-21", "cblue"],
      ["2026-11-22", "agreen", "bblue", "cghost"],
    ]);
  });
});

describe("moving a task", () => {
  it("skips a task without a valid id, and one that is on that day already", {
    tags: spec("WORK-430 WORK-431"),
  }, () => {
    const day = "2026-03-29";
    expect(isMove(task("x", { scheduledDay: "2026-03-20" }), day)).toBe(true);
    expect(isMove(task("x"), day)).toBe(true);
    expect(isMove(task("x", { _id: "" }), day)).toBe(false);
    expect(isMove(task("x", { _id: "temporary" }), day)).toBe(false);
    expect(isMove(task("x", { scheduledDay: day }), day)).toBe(false);
  });
});

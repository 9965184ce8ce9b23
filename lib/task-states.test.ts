import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  calendarPlaces,
  displayState,
  homeCount,
  isFinished,
  type TaskTimes,
  taskColour,
  taskPlaces,
  todayAt,
} from "./task-states.ts";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

const at = (text: string) => new Date(text).getTime();
const NOW = at("2027-03-10T14:30:00");
const TODAY = todayAt(NOW);
const YESTERDAY = at("2027-03-09T09:00:00");
const THIS_MORNING = at("2027-03-10T08:00:00");
const TONIGHT = at("2027-03-10T20:00:00");
const TOMORROW = at("2027-03-11T09:00:00");

const task = (times: Partial<TaskTimes> = {}): TaskTimes => ({
  status: "pending",
  scheduledDate: null,
  dueDate: null,
  endDate: null,
  addedToTodayAt: null,
  ...times,
});

const places = (times: Partial<TaskTimes>) =>
  taskPlaces(task(times), TODAY).map(({ section, isGhost }) => (isGhost ? `${section} (ghost)` : section));

describe("sections of the tasks page", () => {
  it.each<[string, Partial<TaskTimes>, string[]]>([
    ["WORK-372 dated yesterday", { dueDate: YESTERDAY }, ["overdue"]],
    ["WORK-373 added to today, undated", { addedToTodayAt: THIS_MORNING }, ["today"]],
    ["WORK-374 due earlier today", { dueDate: THIS_MORNING }, ["today"]],
    ["WORK-374 due at the last moment of today", { dueDate: TODAY.end - 1 }, ["today"]],
    ["WORK-374 due at the first moment of today", { dueDate: TODAY.start }, ["today"]],
    ["WORK-372 due a moment before today", { dueDate: TODAY.start - 1 }, ["overdue"]],
    ["WORK-375 due at midnight", { dueDate: TODAY.end }, ["upcoming"]],
    ["WORK-375 due tomorrow", { dueDate: TOMORROW }, ["upcoming"]],
    ["WORK-376 without a date", {}, ["upcoming"]],
    ["WORK-377 completed, and overdue otherwise", { status: "completed", dueDate: YESTERDAY }, ["completed"]],
    ["WORK-378 cancelled", { status: "cancelled", dueDate: TOMORROW }, ["completed"]],
    ["WORK-379 expired", { dueDate: YESTERDAY, endDate: NOW - 1 }, ["expired"]],
    ["expired, and taken for today", { endDate: YESTERDAY, addedToTodayAt: THIS_MORNING }, ["expired"]],
    ["completed after it expired", { status: "completed", endDate: YESTERDAY }, ["completed"]],
    [
      "WORK-380 WORK-458 taken for today, dated earlier",
      { dueDate: YESTERDAY, addedToTodayAt: THIS_MORNING },
      ["today", "overdue (ghost)"],
    ],
    [
      "WORK-381 taken for today, dated later",
      { dueDate: TOMORROW, addedToTodayAt: THIS_MORNING },
      ["today", "upcoming (ghost)"],
    ],
    ["taken for today, which it is dated", { dueDate: TONIGHT, addedToTodayAt: THIS_MORNING }, ["today"]],
    ["taken for yesterday", { dueDate: TOMORROW, addedToTodayAt: YESTERDAY }, ["upcoming"]],
    ["taken for today and done", { status: "completed", addedToTodayAt: THIS_MORNING }, ["completed"]],
    [
      "WORK-369 due tomorrow, scheduled yesterday",
      { dueDate: TOMORROW, scheduledDate: YESTERDAY },
      ["upcoming"],
    ],
    ["WORK-370 scheduled yesterday, without a due date", { scheduledDate: YESTERDAY }, ["overdue"]],
    ["in progress, as pending", { status: "in_progress", dueDate: YESTERDAY }, ["overdue"]],
  ])("%s", (_, times, expected) => {
    expect(places(times)).toEqual(expected);
  });
});

describe("the state in one word", () => {
  it.each<[string, Partial<TaskTimes>, string]>([
    ["WORK-461 completed", { status: "completed", endDate: YESTERDAY }, "completed"],
    ["WORK-462 past its end", { endDate: NOW - 1, dueDate: YESTERDAY }, "expired"],
    ["at its end", { endDate: NOW }, "pending"],
    ["WORK-463 past its due date", { dueDate: NOW - 1 }, "overdue"],
    ["WORK-464 past its scheduled date, without a due date", { scheduledDate: NOW - 1 }, "overdue"],
    ["for today, without a time", { scheduledDate: TODAY.start }, "pending"],
    ["for the day before, without a time", { scheduledDate: todayAt(YESTERDAY).start }, "overdue"],
    ["past its scheduled date, not its due date", { scheduledDate: NOW - 1, dueDate: TONIGHT }, "pending"],
    ["WORK-465 to come", { dueDate: TONIGHT }, "pending"],
    ["WORK-465 undated", {}, "pending"],
  ])("%s", (_, times, expected) => {
    expect(displayState(task(times), NOW)).toBe(expected);
  });

  it("WORK-459 WORK-460 counts completed and cancelled as finished", () => {
    const states = ["pending", "in_progress", "completed", "cancelled"] as const;
    expect(states.filter((status) => isFinished({ status }))).toEqual(["completed", "cancelled"]);
  });
});

describe("home's counts", () => {
  it.each<[string, Partial<TaskTimes>, string | null]>([
    ["WORK-162 finished", { status: "cancelled", dueDate: THIS_MORNING }, null],
    ["WORK-163 expired", { endDate: NOW - 1, dueDate: THIS_MORNING }, null],
    ["WORK-164 taken for today, dated yesterday", { dueDate: YESTERDAY, addedToTodayAt: NOW }, "today"],
    ["WORK-165 dated yesterday", { dueDate: YESTERDAY }, "overdue"],
    ["WORK-166 dated today, an hour ago", { dueDate: THIS_MORNING }, "today"],
    ["WORK-167 dated tomorrow", { dueDate: TOMORROW }, "upcoming"],
    ["WORK-168 undated", {}, "upcoming"],
  ])("%s", (_, times, expected) => {
    expect(homeCount(task(times), TODAY)).toBe(expected);
  });
});

describe("colours of the calendar", () => {
  it.each<[string, Partial<TaskTimes>, boolean, string]>([
    ["WORK-417 finished", { status: "completed", dueDate: YESTERDAY }, false, "grey"],
    ["WORK-444 cancelled", { status: "cancelled", dueDate: YESTERDAY }, false, "grey"],
    ["a finished ghost", { status: "completed", dueDate: YESTERDAY }, true, "grey"],
    ["WORK-418 a ghost", { dueDate: YESTERDAY }, true, "ghost"],
    [
      "WORK-419 begun yesterday, due today",
      { scheduledDate: YESTERDAY, dueDate: THIS_MORNING },
      false,
      "yellow",
    ],
    ["WORK-419 begun yesterday, due later", { scheduledDate: YESTERDAY, dueDate: TOMORROW }, false, "yellow"],
    ["WORK-420 due yesterday", { scheduledDate: YESTERDAY, dueDate: YESTERDAY }, false, "red"],
    ["WORK-421 today", { scheduledDate: TONIGHT }, false, "blue"],
    ["taken for today", { scheduledDate: TOMORROW, addedToTodayAt: NOW }, false, "blue"],
    ["WORK-422 tomorrow", { scheduledDate: TOMORROW }, false, "green"],
    ["WORK-423 undated", {}, false, "green"],
  ])("%s", (_, times, isGhost, expected) => {
    expect(taskColour(task(times), isGhost, TODAY)).toBe(expected);
  });
});

describe("days of the calendar", () => {
  it.each<[string, Partial<TaskTimes>, { at: number | null; isGhost: boolean }[]]>([
    ["WORK-412 expired: nowhere", { dueDate: YESTERDAY, endDate: NOW - 1 }, []],
    [
      "WORK-413 WORK-414 taken for today, dated tomorrow",
      { scheduledDate: TOMORROW, addedToTodayAt: THIS_MORNING },
      [
        { at: TODAY.start, isGhost: false },
        { at: TOMORROW, isGhost: true },
      ],
    ],
    [
      "taken for today, which it is dated: at its hour",
      { scheduledDate: TONIGHT, addedToTodayAt: THIS_MORNING },
      [{ at: TONIGHT, isGhost: false }],
    ],
    [
      "WORK-415 finished, though taken for today",
      { status: "completed", scheduledDate: TOMORROW, addedToTodayAt: THIS_MORNING },
      [{ at: TOMORROW, isGhost: false }],
    ],
    [
      "WORK-416 scheduled before it is due",
      { scheduledDate: YESTERDAY, dueDate: TOMORROW },
      [{ at: YESTERDAY, isGhost: false }],
    ],
    ["WORK-416 only due", { dueDate: TOMORROW }, [{ at: TOMORROW, isGhost: false }]],
    ["undated: the strip", {}, [{ at: null, isGhost: false }]],
  ])("%s", (_, times, expected) => {
    expect(calendarPlaces(task(times), TODAY)).toEqual(expected);
  });
});

describe("today", () => {
  it.each([
    ["Europe/Berlin", "2027-03-28T12:00:00", 23],
    ["Europe/Berlin", "2027-10-31T12:00:00", 25],
    ["America/New_York", "2027-03-14T00:30:00", 23],
    // Its clocks go forward at midnight: the day begins at one.
    ["Africa/Cairo", "2027-04-30T12:00:00", 23],
    ["Pacific/Kiritimati", "2027-06-01T00:00:00", 24],
  ])("in %s on %s is %i hours long", (timeZone, now, hours) => {
    process.env.TZ = timeZone;
    const { start, end } = todayAt(at(now));
    expect((end - start) / 3_600_000).toBe(hours);
    expect([start <= at(now), at(now) < end]).toEqual([true, true]);
  });

  it("moves what is due at midnight from upcoming over today to overdue", () => {
    const due = task({ dueDate: at("2027-03-11T00:00:00") });
    const sectionAt = (now: string) => taskPlaces(due, todayAt(at(now)))[0]!.section;
    expect(sectionAt("2027-03-10T23:59:59.999")).toBe("upcoming");
    expect(sectionAt("2027-03-11T00:00:00")).toBe("today");
    expect(sectionAt("2027-03-11T23:59:59.999")).toBe("today");
    expect(sectionAt("2027-03-12T00:00:00")).toBe("overdue");
  });

  it("has each task at home in exactly one section, counted there by home alike", () => {
    const time = fc.option(fc.integer({ min: NOW - 3e8, max: NOW + 3e8 }), { nil: null });
    const anyTask = fc.record({
      status: fc.constantFrom("pending", "in_progress", "completed", "cancelled"),
      scheduledDate: time,
      dueDate: time,
      endDate: time,
      addedToTodayAt: time,
    }) as fc.Arbitrary<TaskTimes>;
    fc.assert(
      fc.property(anyTask, (some) => {
        const found = taskPlaces(some, TODAY);
        const home = found.filter(({ isGhost }) => !isGhost);
        expect(home).toHaveLength(1);
        expect(new Set(found.map(({ section }) => section)).size).toBe(found.length);
        const { section } = home[0]!;
        expect(homeCount(some, TODAY)).toBe(
          section === "completed" || section === "expired" ? null : section,
        );
      }),
    );
  });
});

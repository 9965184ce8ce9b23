import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getDayEnd, getDayStart, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { spec } from "../../../test/spec.ts";
import {
  displayState,
  getCalendarPlaces,
  getTaskColour,
  getTaskPlaces,
  isFinished,
  isPaused,
  type TaskTimes,
} from "./states.ts";

const ZONE = "America/New_York";
/** A moment in the notebook's time zone, in winter. */
const at = (text: string) => Date.parse(`${text}-05:00`);
const NOW = at("2027-03-10T14:30:00");
const DAY = "2027-03-10";
const TODAY = { start: getDayStart(DAY, ZONE), end: getDayEnd(DAY, ZONE) + 1 };
const YESTERDAY = at("2027-03-09T09:00:00");
const THIS_MORNING = at("2027-03-10T08:00:00");
const TONIGHT = at("2027-03-10T20:00:00");
const TOMORROW = at("2027-03-11T09:00:00");

const task = (times: Partial<TaskTimes> = {}): TaskTimes => {
  const { timeZone = ZONE } = times;
  const dayOf = (moment: number | null = null) => (moment === null ? null : toDayInZone(moment, timeZone));
  const startOf = (day: string | null = null) => (day === null ? null : getDayStart(day, timeZone));
  const { scheduledDate, dueDate, endDate, scheduledDay, dueDay, endDay } = times;
  return {
    status: "pending",
    dateOnly: false,
    timeZone,
    addedToTodayAt: null,
    pausedSince: null,
    ...times,
    scheduledDate: scheduledDate ?? startOf(scheduledDay),
    dueDate: dueDate ?? startOf(dueDay),
    endDate: endDate ?? startOf(endDay),
    scheduledDay: scheduledDay ?? dayOf(scheduledDate),
    dueDay: dueDay ?? dayOf(dueDate),
    endDay: endDay ?? dayOf(endDate),
  };
};
const wholeDay = (days: Partial<TaskTimes>): Partial<TaskTimes> => ({ dateOnly: true, ...days });

const places = (times: Partial<TaskTimes>) =>
  getTaskPlaces(task(times), NOW).map(({ section, isGhost }) => (isGhost ? `${section} (ghost)` : section));

describe("the sections of the tasks page", () => {
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
    ["WORK-372 for yesterday", wholeDay({ dueDay: "2027-03-09" }), ["overdue"]],
    ["WORK-374 for today", wholeDay({ scheduledDay: DAY }), ["today"]],
    ["WORK-375 for tomorrow", wholeDay({ scheduledDay: "2027-03-11" }), ["upcoming"]],
    ["WORK-379 ended yesterday", wholeDay({ dueDay: "2027-03-09", endDay: "2027-03-09" }), ["expired"]],
    ["ends today", wholeDay({ dueDay: "2027-03-09", endDay: DAY }), ["overdue"]],
    ["in progress, as pending", { status: "in_progress", dueDate: YESTERDAY }, ["overdue"]],
  ])("%s", (_, times, expected) => {
    expect(places(times)).toEqual(expected);
  });
});

describe("the state of a task", () => {
  it.each<[string, Partial<TaskTimes>, string]>([
    ["WORK-461 completed", { status: "completed", endDate: YESTERDAY }, "completed"],
    ["WORK-462 past its end", { endDate: NOW - 1, dueDate: YESTERDAY }, "expired"],
    ["at its end", { endDate: NOW }, "pending"],
    ["WORK-463 past its due date", { dueDate: NOW - 1 }, "overdue"],
    ["WORK-464 past its scheduled date, without a due date", { scheduledDate: NOW - 1 }, "overdue"],
    ["for today, without a time", wholeDay({ scheduledDay: DAY }), "pending"],
    ["for today's midnight", { scheduledDate: TODAY.start }, "overdue"],
    ["for the day before, without a time", wholeDay({ scheduledDay: "2027-03-09" }), "overdue"],
    ["for the day before, due today", wholeDay({ scheduledDay: "2027-03-09", dueDay: DAY }), "pending"],
    ["on its last day", wholeDay({ scheduledDay: "2027-03-09", endDay: DAY }), "overdue"],
    ["after its last day", wholeDay({ scheduledDay: "2027-03-09", endDay: "2027-03-09" }), "expired"],
    ["past its scheduled date, not its due date", { scheduledDate: NOW - 1, dueDate: TONIGHT }, "pending"],
    ["WORK-465 to come", { dueDate: TONIGHT }, "pending"],
    ["WORK-465 undated", {}, "pending"],
  ])("%s", (_, times, expected) => {
    expect(displayState(task(times), NOW)).toBe(expected);
  });

  it("is finished when it is completed or cancelled", { tags: spec("WORK-459 WORK-460") }, () => {
    const states = ["pending", "in_progress", "completed", "cancelled"] as const;
    expect(states.filter((status) => isFinished({ status }))).toEqual(["completed", "cancelled"]);
  });
});

/** The three counts of the home page, by the names of their sections. */
const homeCount = (one: TaskTimes) => {
  const { section } = getTaskPlaces(one, NOW)[0]!;
  return ["overdue", "today", "upcoming"].includes(section) ? section : null;
};

describe("the counts on the home page", () => {
  it.each<[string, Partial<TaskTimes>, string | null]>([
    ["finished", { status: "cancelled", dueDate: THIS_MORNING }, null],
    ["expired", { endDate: NOW - 1, dueDate: THIS_MORNING }, null],
    ["taken for today, dated yesterday", { dueDate: YESTERDAY, addedToTodayAt: NOW }, "today"],
    ["dated yesterday", { dueDate: YESTERDAY }, "overdue"],
    ["dated today, an hour ago", { dueDate: THIS_MORNING }, "today"],
    ["dated tomorrow", { dueDate: TOMORROW }, "upcoming"],
    ["undated", {}, "upcoming"],
  ])("%s", (_, times, expected) => {
    expect(homeCount(task(times))).toBe(expected);
  });
});

describe("the colours of the calendar", () => {
  it.each<[string, Partial<TaskTimes>, boolean, string]>([
    ["WORK-417 finished", { status: "completed", dueDate: YESTERDAY }, false, "grey"],
    ["WORK-444 cancelled", { status: "cancelled", dueDate: YESTERDAY }, false, "grey"],
    ["a finished ghost", { status: "completed", dueDate: YESTERDAY }, true, "grey"],
    ["a ghost", { dueDate: YESTERDAY }, true, "ghost"],
    [
      "WORK-419 begun yesterday, due today",
      { scheduledDate: YESTERDAY, dueDate: THIS_MORNING },
      false,
      "yellow",
    ],
    ["WORK-419 begun yesterday, due later", { scheduledDate: YESTERDAY, dueDate: TOMORROW }, false, "yellow"],
    ["WORK-420 due yesterday", { scheduledDate: YESTERDAY, dueDate: YESTERDAY }, false, "red"],
    [
      "WORK-420 overdue since an hour of today",
      { scheduledDate: NOW - 3_600_000, dueDate: NOW - 1 },
      false,
      "red",
    ],
    ["WORK-421 today", { scheduledDate: TONIGHT }, false, "blue"],
    ["taken for today", { scheduledDate: TOMORROW, addedToTodayAt: NOW }, false, "blue"],
    ["WORK-422 tomorrow", { scheduledDate: TOMORROW }, false, "green"],
    ["WORK-423 undated", {}, false, "green"],
  ])("%s", (_, times, isGhost, expected) => {
    expect(getTaskColour(task(times), isGhost, NOW)).toBe(expected);
  });
});

describe("the days of the calendar", () => {
  it.each<[string, Partial<TaskTimes>, { day: string | null; isGhost: boolean }[]]>([
    ["WORK-412 expired: nowhere", { dueDate: YESTERDAY, endDate: NOW - 1 }, []],
    [
      "WORK-413 WORK-414 taken for today, dated tomorrow",
      { scheduledDate: TOMORROW, addedToTodayAt: THIS_MORNING },
      [
        { day: DAY, isGhost: false },
        { day: "2027-03-11", isGhost: true },
      ],
    ],
    [
      "taken for today, which it is dated",
      { scheduledDate: TONIGHT, addedToTodayAt: THIS_MORNING },
      [{ day: DAY, isGhost: false }],
    ],
    [
      "WORK-415 finished, though taken for today",
      { status: "completed", scheduledDate: TOMORROW, addedToTodayAt: THIS_MORNING },
      [{ day: "2027-03-11", isGhost: false }],
    ],
    [
      "WORK-416 scheduled before it is due",
      { scheduledDate: YESTERDAY, dueDate: TOMORROW },
      [{ day: "2027-03-09", isGhost: false }],
    ],
    ["WORK-416 only due", { dueDate: TOMORROW }, [{ day: "2027-03-11", isGhost: false }]],
    ["undated: the strip", {}, [{ day: null, isGhost: false }]],
  ])("%s", (_, times, expected) => {
    expect(getCalendarPlaces(task(times), NOW)).toEqual(expected);
  });
});

describe("a task of a paused program", () => {
  const pausedSince = at("2027-03-09T12:00:00");
  it.each<[string, Partial<TaskTimes>, string[]]>([
    ["late before the pause", { dueDate: YESTERDAY }, ["paused", "pending", "green", "2027-03-09"]],
    ["due today", { dueDate: THIS_MORNING }, ["paused", "pending", "green", DAY]],
    [
      "begun, still due",
      { scheduledDate: YESTERDAY, dueDate: TONIGHT },
      ["paused", "pending", "green", "2027-03-09"],
    ],
    [
      "over during the pause",
      { dueDate: TOMORROW, endDate: NOW - 1 },
      ["paused", "pending", "green", "2027-03-11"],
    ],
    [
      "taken for today before the pause",
      { dueDate: TOMORROW, addedToTodayAt: pausedSince - 1 },
      ["paused", "pending", "green", "2027-03-11"],
    ],
    [
      "taken for today all the same",
      { dueDate: YESTERDAY, addedToTodayAt: THIS_MORNING },
      ["today", "pending", "blue", DAY],
    ],
  ])(
    "is in a section of its own, which home doesn't count, unless somebody adds it to today: %s",
    (_, times, expected) => {
      const one = task({ ...times, pausedSince });
      const { section } = getTaskPlaces(one, NOW)[0]!;
      expect(isPaused(one)).toBe(true);
      expect(homeCount(one)).toBe(section === "paused" ? null : section);
      expect([
        section,
        displayState(one, NOW),
        getTaskColour(one, false, NOW),
        getCalendarPlaces(one, NOW)[0]!.day,
      ]).toEqual(expected);
    },
  );

  it("stays as it was when it was finished or over before the pause", () => {
    const done = task({ status: "completed", dueDate: YESTERDAY, pausedSince });
    const over = task({ endDate: pausedSince - 1, pausedSince });
    expect([done, over].map((one) => [isPaused(one), displayState(one, NOW)])).toEqual([
      [false, "completed"],
      [false, "expired"],
    ]);
  });
});

describe("the deciding time zone", () => {
  it("is the notebook's: a task for the 22nd there is for the 22nd to everybody", () => {
    const now = Date.parse("2026-11-21T23:30:00Z");
    const pillTask = (timeZone: string) => task(wholeDay({ timeZone, scheduledDay: "2026-11-22" }));
    const seen = (timeZone: string) => {
      const one = pillTask(timeZone);
      return [getTaskPlaces(one, now)[0]!.section, displayState(one, now), getTaskColour(one, false, now)];
    };
    expect(seen("America/Los_Angeles")).toEqual(["upcoming", "pending", "green"]);
    expect(seen("UTC")).toEqual(["upcoming", "pending", "green"]);
    expect(seen("Europe/Berlin")).toEqual(["today", "pending", "blue"]);
    expect(seen("Pacific/Kiritimati")).toEqual(["today", "pending", "blue"]);
    expect(getCalendarPlaces(pillTask("UTC"), now)).toEqual([{ day: "2026-11-22", isGhost: false }]);
  });

  it("moves a whole-day task from upcoming to today to overdue, also on a day of 23 hours", () => {
    // The clocks in Cairo skip midnight on 30 April: the day starts at one.
    const due = task(wholeDay({ timeZone: "Africa/Cairo", dueDay: "2027-04-30" }));
    const seenAt = (now: string) => {
      const moment = Date.parse(now);
      return `${getTaskPlaces(due, moment)[0]!.section} ${displayState(due, moment)}`;
    };
    expect(seenAt("2027-04-29T21:59:59.999Z")).toBe("upcoming pending");
    expect(seenAt("2027-04-29T22:00:00Z")).toBe("today pending");
    expect(seenAt("2027-04-30T20:59:59.999Z")).toBe("today pending");
    expect(seenAt("2027-04-30T21:00:00Z")).toBe("overdue overdue");
  });

  it("decides on which day a task was added to today", () => {
    const added = task({ dueDate: TOMORROW, addedToTodayAt: at("2027-03-10T00:00:00") });
    const sectionAt = (now: number) => getTaskPlaces(added, now)[0]!.section;
    expect([sectionAt(TODAY.start), sectionAt(TODAY.end - 1), sectionAt(TODAY.end)]).toEqual([
      "today",
      "today",
      "today",
    ]);
    expect(sectionAt(TODAY.end + 86_400_000)).toBe("overdue");
    const later = task({ dueDay: "2027-03-20", dateOnly: true, addedToTodayAt: TODAY.end - 1 });
    expect(getTaskPlaces(later, TODAY.end)).toEqual([{ section: "upcoming", isGhost: false }]);
  });

  it("puts each of home's tasks into exactly one section of the tasks page, with the same counts", () => {
    const time = fc.option(fc.integer({ min: NOW - 3e8, max: NOW + 3e8 }), { nil: undefined });
    const anyTask = fc.record(
      {
        status: fc.constantFrom("pending", "in_progress", "completed", "cancelled"),
        dateOnly: fc.boolean(),
        scheduledDate: time,
        dueDate: time,
        endDate: time,
        addedToTodayAt: time,
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<TaskTimes>>;
    fc.assert(
      fc.property(anyTask, (times) => {
        const some = task({ ...times, addedToTodayAt: times.addedToTodayAt ?? null });
        const found = getTaskPlaces(some, NOW);
        const home = found.filter(({ isGhost }) => !isGhost);
        expect(home).toHaveLength(1);
        expect(new Set(found.map(({ section }) => section)).size).toBe(found.length);
      }),
    );
  });
});

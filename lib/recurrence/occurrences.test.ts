import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { getPhaseWindow, getWindowBounds, listOccurrences, MAX_OCCURRENCES } from "./occurrences.ts";
import { type Recurrence, RecurrenceError, type RecurrenceUnit, type Weekday } from "./recurrence.ts";
import { getRecurrenceRule } from "./recurrence-rule.ts";

const every = (count: number, unit: RecurrenceUnit): Recurrence => ({
  pattern: "interval",
  interval: { every: count, unit },
});
const times = (count: number, per: number, unit: RecurrenceUnit): Recurrence => ({
  pattern: "frequency",
  frequency: { times: count, per, unit },
});
const weekly = (...byWeekdays: Weekday[]): Recurrence => ({ pattern: "weekly", weekly: { byWeekdays } });
const monthly = (...byMonthDay: number[]): Recurrence => ({ pattern: "monthly", monthly: { byMonthDay } });
const custom = (rrule: string): Recurrence => ({ pattern: "custom", rrule });

const window = (firstDay: string, lastDay: string, timeZone = "Europe/Berlin") => ({
  firstDay,
  lastDay,
  timeZone,
});
const inZone = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

/** Starts as a clock there shows them: the day alone at midnight, else with the time and the hours' distance from UTC. */
function starts(
  recurrence: Recurrence | null,
  [firstDay, lastDay]: [string, string],
  timeZone = "Europe/Berlin",
) {
  return listOccurrences(recurrence, window(firstDay, lastDay, timeZone)).map(({ start }) => {
    const local = inZone(start, timeZone);
    const time = local.toPlainTime().toString({ smallestUnit: "minute" });
    return time === "00:00"
      ? local.toPlainDate().toString()
      : `${local.toPlainDate()} ${time}${local.offset.slice(0, 3)}`;
  });
}

describe("the window of a phase", () => {
  it("counts the baseline as day 0 and includes both ends", () => {
    expect(getPhaseWindow("2026-03-28", { start: 0, end: 2 }, "Europe/Berlin")).toEqual(
      window("2026-03-28", "2026-03-30"),
    );
    expect(getPhaseWindow("2024-03-01", { start: -2, end: -1 }, "Europe/Berlin")).toEqual(
      window("2024-02-28", "2024-02-29"),
    );
    const { start, end } = getWindowBounds(window("2026-03-28", "2026-03-30"));
    expect(inZone(start, "Europe/Berlin").toString()).toBe("2026-03-28T00:00:00+01:00[Europe/Berlin]");
    expect(inZone(end, "Europe/Berlin").toString()).toBe("2026-03-30T23:59:59.999+02:00[Europe/Berlin]");
  });

  it("refuses an invalid day", () => {
    for (const day of ["2026-02-30", "2026-2-3", "", "tomorrow"])
      expect(() => getPhaseWindow(day, { start: 0, end: 1 }, "UTC")).toThrow(`"${day}" is no day`);
  });
});

describe("the occurrences of a recurrence", () => {
  it.each<[string, Recurrence | null, [string, string], string[]]>([
    ["without a recurrence on the first day", null, ["2026-05-04", "2026-05-09"], ["2026-05-04"]],
    ["one time on the first day", { pattern: "one-time" }, ["2026-05-04", "2026-05-09"], ["2026-05-04"]],
    [
      "every 2 days from the first",
      every(2, "day"),
      ["2026-05-04", "2026-05-08"],
      ["2026-05-04", "2026-05-06", "2026-05-08"],
    ],
    [
      "every 1 week",
      every(1, "week"),
      ["2026-05-04", "2026-05-18"],
      ["2026-05-04", "2026-05-11", "2026-05-18"],
    ],
    [
      "every 1 month from the 31st: the month's last day where there is none",
      every(1, "month"),
      ["2026-01-31", "2026-05-30"],
      ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"],
    ],
    [
      "every 1 year from a leap day",
      every(1, "year"),
      ["2024-02-29", "2028-03-01"],
      ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
    ],
    [
      "an interval longer than the phase: once",
      every(30, "day"),
      ["2026-05-04", "2026-05-09"],
      ["2026-05-04"],
    ],
    [
      "every 8 hours",
      every(8, "hour"),
      ["2026-05-04", "2026-05-04"],
      ["2026-05-04", "2026-05-04 08:00+02", "2026-05-04 16:00+02"],
    ],
    [
      "every 10 hours, over midnight",
      every(10, "hour"),
      ["2026-05-04", "2026-05-05"],
      [
        "2026-05-04",
        "2026-05-04 10:00+02",
        "2026-05-04 20:00+02",
        "2026-05-05 06:00+02",
        "2026-05-05 16:00+02",
      ],
    ],
    ["weekly", weekly("MO", "TH"), ["2026-05-05", "2026-05-14"], ["2026-05-07", "2026-05-11", "2026-05-14"]],
    ["weekly without its day in the phase", weekly("SU"), ["2026-05-04", "2026-05-09"], []],
    ["monthly", monthly(1, 15), ["2026-05-02", "2026-06-15"], ["2026-05-15", "2026-06-01", "2026-06-15"]],
    [
      "the 31st only where there is one",
      monthly(31),
      ["2026-01-01", "2026-06-30"],
      ["2026-01-31", "2026-03-31", "2026-05-31"],
    ],
    ["the leap day only where there is one", monthly(29), ["2025-02-01", "2025-03-28"], []],
    ["the leap day", monthly(29), ["2024-02-01", "2024-03-28"], ["2024-02-29"]],
    [
      "1 time per day: at any time of it",
      times(1, 1, "day"),
      ["2026-05-04", "2026-05-05"],
      ["2026-05-04", "2026-05-05"],
    ],
    [
      "3 times per day: from 08:00 to 20:00",
      times(3, 1, "day"),
      ["2026-05-04", "2026-05-04"],
      ["2026-05-04 08:00+02", "2026-05-04 14:00+02", "2026-05-04 20:00+02"],
    ],
    [
      "2 times per day",
      times(2, 1, "day"),
      ["2026-05-04", "2026-05-05"],
      ["2026-05-04 08:00+02", "2026-05-04 20:00+02", "2026-05-05 08:00+02", "2026-05-05 20:00+02"],
    ],
    [
      "6 times per day: on the hour",
      times(6, 1, "day"),
      ["2026-05-04", "2026-05-04"],
      ["08:00", "10:00", "12:00", "15:00", "17:00", "20:00"].map((time) => `2026-05-04 ${time}+02`),
    ],
    [
      "3 times per week, from the first day",
      times(3, 1, "week"),
      ["2026-05-06", "2026-05-14"],
      ["2026-05-06", "2026-05-08", "2026-05-10", "2026-05-13"],
    ],
    [
      "2 times per 1 month",
      times(2, 1, "month"),
      ["2026-01-31", "2026-03-31"],
      ["2026-01-31", "2026-02-14", "2026-02-28", "2026-03-15", "2026-03-31"],
    ],
    ["1 time per 2 weeks", times(1, 2, "week"), ["2026-05-04", "2026-05-20"], ["2026-05-04", "2026-05-18"]],
    [
      "more times than days: those that share a day are spread in it",
      times(3, 2, "day"),
      ["2026-05-04", "2026-05-05"],
      ["2026-05-04 08:00+02", "2026-05-04 20:00+02", "2026-05-05"],
    ],
    [
      "2 times per 12 hours",
      times(2, 12, "hour"),
      ["2026-05-04", "2026-05-04"],
      ["2026-05-04", "2026-05-04 06:00+02", "2026-05-04 12:00+02", "2026-05-04 18:00+02"],
    ],
    [
      "custom by day",
      custom("FREQ=WEEKLY;BYDAY=TU;COUNT=2"),
      ["2026-05-04", "2026-05-31"],
      ["2026-05-05", "2026-05-12"],
    ],
    [
      "custom, last Friday",
      custom("RRULE:FREQ=MONTHLY;BYDAY=-1FR;"),
      ["2026-05-04", "2026-06-30"],
      ["2026-05-29", "2026-06-26"],
    ],
    [
      "custom by hour",
      custom("freq=daily;interval=2;byhour=9,21"),
      ["2026-05-04", "2026-05-05"],
      ["2026-05-04 09:00+02", "2026-05-04 21:00+02"],
    ],
    [
      "custom until a day, which is included",
      custom("FREQ=DAILY;UNTIL=20260505"),
      ["2026-05-04", "2026-05-31"],
      ["2026-05-04", "2026-05-05"],
    ],
    [
      "custom until an instant before local midnight of the 6th",
      custom("FREQ=DAILY;UNTIL=20260505T215959Z"),
      ["2026-05-04", "2026-05-31"],
      ["2026-05-04", "2026-05-05"],
    ],
    [
      "custom until an instant: local midnight of the 6th",
      custom("FREQ=DAILY;UNTIL=20260505T220000Z"),
      ["2026-05-04", "2026-05-31"],
      ["2026-05-04", "2026-05-05", "2026-05-06"],
    ],
    ["custom until before the phase", custom("FREQ=DAILY;UNTIL=20260503"), ["2026-05-04", "2026-05-31"], []],
    ["nothing when incomplete", every(0, "day"), ["2026-05-04", "2026-05-31"], []],
    ["nothing when incomplete", times(1, 0, "day"), ["2026-05-04", "2026-05-31"], []],
    [
      "nothing when there are more times than minutes",
      times(61, 1, "hour"),
      ["2026-05-04", "2026-05-31"],
      [],
    ],
    ["nothing when incomplete", weekly(), ["2026-05-04", "2026-05-31"], []],
    ["nothing in a window that ends before it begins", every(1, "day"), ["2026-05-04", "2026-05-03"], []],
  ])("%s: %j in %j", (_, recurrence, days, expected) => {
    expect(starts(recurrence, days)).toEqual(expected);
  });
});

describe("positions within a period (BYSETPOS)", () => {
  it.each([
    // The week's first is Monday, May 29, before the window; so its Saturday isn't the first.
    ["FREQ=WEEKLY;BYDAY=SA,MO;BYSETPOS=1", "2023-06-01", "2023-06-14", ["2023-06-05", "2023-06-12"]],
    ["FREQ=WEEKLY;BYDAY=SA,MO;BYSETPOS=-1", "2023-06-01", "2023-06-14", ["2023-06-03", "2023-06-10"]],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,MO;BYSETPOS=1", "2023-06-01", "2023-06-14", ["2023-06-12"]],
    ["FREQ=WEEKLY;BYDAY=SU;BYSETPOS=-2", "2026-04-19", "2026-05-19", []],
    ["FREQ=YEARLY;BYYEARDAY=-1;BYSETPOS=-2", "2023-06-01", "2024-12-31", []],
    ["FREQ=YEARLY;BYYEARDAY=-1;BYSETPOS=-1", "2023-06-01", "2024-12-31", ["2023-12-31", "2024-12-31"]],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "2026-01-15",
      "2026-03-10",
      ["2026-01-30", "2026-02-27"],
    ],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2;COUNT=2", "2026-01-13", "2026-04-30", ["2026-02-09", "2026-03-09"]],
  ])("%s from %s to %s", (rule, firstDay, lastDay, days) => {
    const found = listOccurrences(custom(rule), window(firstDay, lastDay, "UTC"));
    expect(found.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual(days);
  });
});

describe("the due time of an occurrence", () => {
  it("is the end of its local day, also on days of 23 and 25 hours", () => {
    const due = (day: string) => {
      const [only] = listOccurrences(null, window(day, day));
      return [inZone(only!.due, "Europe/Berlin").toPlainDateTime().toString(), only!.due - only!.start + 1];
    };
    expect(due("2026-03-29")).toEqual(["2026-03-29T23:59:59.999", 23 * 3_600_000]);
    expect(due("2026-10-25")).toEqual(["2026-10-25T23:59:59.999", 25 * 3_600_000]);
    expect(due("2026-05-04")).toEqual(["2026-05-04T23:59:59.999", 24 * 3_600_000]);
  });

  it("is the end of its hour when it has a time, but never after the phase", () => {
    expect(
      listOccurrences(times(2, 1, "day"), window("2026-05-04", "2026-05-04")).map(
        ({ start, due }) => due - start,
      ),
    ).toEqual([3_599_999, 3_599_999]);
    const late = listOccurrences(
      custom("FREQ=DAILY;BYHOUR=23;BYMINUTE=30"),
      window("2026-05-04", "2026-05-04"),
    );
    expect(late[0]!.due - late[0]!.start).toBe(1_799_999);
  });
});

describe("when clocks change", () => {
  it("keeps daily tasks daily and hours at the same local time", () => {
    expect(starts(every(1, "day"), ["2026-03-28", "2026-03-30"])).toEqual([
      "2026-03-28",
      "2026-03-29",
      "2026-03-30",
    ]);
    expect(starts(every(8, "hour"), ["2026-03-29", "2026-03-29"])).toEqual([
      "2026-03-29",
      "2026-03-29 08:00+02",
      "2026-03-29 16:00+02",
    ]);
    expect(starts(every(8, "hour"), ["2026-10-25", "2026-10-25"])).toEqual([
      "2026-10-25",
      "2026-10-25 08:00+01",
      "2026-10-25 16:00+01",
    ]);
  });

  it("moves a skipped time to the next valid one, and makes only one occurrence there", () => {
    expect(starts(custom("FREQ=DAILY;BYHOUR=2;BYMINUTE=30"), ["2026-03-28", "2026-03-30"])).toEqual([
      "2026-03-28 02:30+01",
      "2026-03-29 03:30+02",
      "2026-03-30 02:30+02",
    ]);
    const hourly = starts(every(1, "hour"), ["2026-03-29", "2026-03-29"]);
    expect(hourly).toHaveLength(23);
    expect(hourly.slice(0, 4)).toEqual([
      "2026-03-29",
      "2026-03-29 01:00+01",
      "2026-03-29 03:00+02",
      "2026-03-29 04:00+02",
    ]);
  });

  it("uses the first of a local time that occurs twice", () => {
    expect(starts(custom("FREQ=DAILY;BYHOUR=2;BYMINUTE=30"), ["2026-10-25", "2026-10-25"])).toEqual([
      "2026-10-25 02:30+02",
    ]);
    expect(starts(every(1, "hour"), ["2026-10-25", "2026-10-25"])).toHaveLength(24);
  });

  it.each<[zone: string, day: string, start: string]>([
    ["America/Santiago", "2026-09-06", "2026-09-06 01:00-03"],
    ["Africa/Cairo", "2026-04-24", "2026-04-24 01:00+03"],
    ["Asia/Beirut", "2026-03-29", "2026-03-29 01:00+03"],
  ])("starts a day at its first instant when %s skips its midnight", (zone, day, start) => {
    const before = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    expect(starts(every(1, "day"), [before, day], zone)).toEqual([before, start]);
  });

  it("leaves out an occurrence that would move past the last day, such as 23:00 in Nuuk", () => {
    const at23 = custom("FREQ=DAILY;BYHOUR=23");
    expect(starts(at23, ["2024-03-29", "2024-03-30"], "America/Nuuk")).toEqual(["2024-03-29 23:00-02"]);
    expect(starts(at23, ["2024-03-29", "2024-03-31"], "America/Nuuk")).toEqual([
      "2024-03-29 23:00-02",
      "2024-03-31",
      "2024-03-31 23:00-01",
    ]);
  });

  it("makes no occurrence for a day that a zone skips, as Samoa did", () => {
    expect(starts(every(1, "day"), ["2011-12-29", "2011-12-31"], "Pacific/Apia")).toEqual([
      "2011-12-29",
      "2011-12-31",
    ]);
  });
});

describe("the limits of the work", () => {
  const decade = window("2026-01-01", "2035-12-31");

  it.each([custom("FREQ=MINUTELY"), every(1, "hour"), times(720, 1, "day"), times(60, 1, "hour")])(
    "stops after 5,001 occurrences of %j",
    (recurrence) => {
      expect(listOccurrences(recurrence, decade)).toHaveLength(MAX_OCCURRENCES);
    },
  );

  it.each([
    "FREQ=MONTHLY;BYDAY=5MO,5TU;BYMONTH=2;BYSETPOS=9",
    "FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2,1;BYDAY=SU;BYSETPOS=300",
    "FREQ=WEEKLY;BYDAY=MO,TU;BYMONTH=2;BYSETPOS=3",
    "FREQ=MINUTELY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=7",
    "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
    "FREQ=DAILY;BYDAY=MO;BYMONTHDAY=29;BYMONTH=2",
    "FREQ=DAILY;COUNT=999999999999;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=YEARLY;INTERVAL=40;BYWEEKNO=53;BYDAY=SU",
    "FREQ=YEARLY;INTERVAL=9999",
    `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]}`,
    `FREQ=YEARLY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]}`,
  ])("finishes, with occurrences or an error, for %s", (rrule) => {
    let ended: unknown = null;
    try {
      ended = listOccurrences(custom(rrule), decade);
    } catch (error) {
      ended = error;
    }
    if (!Array.isArray(ended)) expect(ended).toBeInstanceOf(RecurrenceError);
  });

  it("explains why a rule can't be used", () => {
    expect(() => listOccurrences(custom("FREQ=SECONDLY"), decade)).toThrow("A task can't recur every second");
    expect(() => listOccurrences(custom("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31"), decade)).toThrow(
      "These months have no such day",
    );
  });

  it("refuses a time zone that doesn't exist", () => {
    expect(() => listOccurrences(null, window("2026-01-01", "2026-01-02", "Europe/Atlantis"))).toThrow(
      RangeError,
    );
  });
});

describe("the text of a recurrence's rule", () => {
  it.each<[Recurrence | null, string | null]>([
    [null, null],
    [{ pattern: "one-time" }, null],
    [every(1, "day"), "FREQ=DAILY"],
    [every(3, "hour"), "FREQ=HOURLY;INTERVAL=3"],
    [every(1, "month"), "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"],
    [times(3, 1, "day"), "FREQ=DAILY;BYHOUR=8,14,20"],
    [times(3, 1, "week"), "FREQ=WEEKLY;BYDAY=FR,SU,TU;WKST=FR"],
    [times(3, 1, "month"), null],
    [weekly("MO", "TU"), "FREQ=WEEKLY;BYDAY=MO,TU"],
    [weekly(), null],
    [monthly(1, 15), "FREQ=MONTHLY;BYMONTHDAY=1,15"],
    [custom(" rrule:freq=daily; count=2 "), "FREQ=DAILY;COUNT=2"],
    [custom("every day"), null],
  ])("for %j is %s", (recurrence, rule) => {
    expect(getRecurrenceRule(recurrence, { firstDay: "2026-01-30" })).toBe(rule);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNIT_NAMES } from "./amounts.ts";
import type { ClockSchedule, PlannedDays, Schedule } from "./schedule.ts";
import { splitAtAmounts } from "./schedule-parts.ts";
import {
  formatDays,
  formatDuration,
  formatMeal,
  formatRhythm,
  formatSchedule,
  formatScheduleLines,
  limitLines,
  listTimesOfDay,
} from "./schedule-words.ts";
import { listSlotsOfVersion } from "./slots.ts";

const daily: PlannedDays = { everyDays: 1 };
const clock = (times: [string, number][], days: PlannedDays = daily): Schedule => ({
  kind: "clock",
  times: times.map(([at, amount]) => ({ at, amount })),
  days,
});
const words = (schedule: Schedule, locale = "de") => formatSchedule(schedule, { unit: "tablet", locale });

describe("a schedule in words", () => {
  it.each<[Schedule, string]>([
    [
      clock([
        ["08:00", 1],
        ["20:00", 1],
      ]),
      "1 tablet at 08:00 and 20:00, every day",
    ],
    [
      clock([
        ["20:00", 0.5],
        ["08:00", 2],
      ]),
      "2 tablets at 08:00 and ½ tablet at 20:00, every day",
    ],
    [clock([["08:00", 1]], { weekdays: ["MO", "TH"] }), "1 tablet at 08:00, on Monday and Thursday"],
    [clock([["08:00", 1]], { everyDays: 2 }), "1 tablet at 08:00, every 2 days"],
    [clock([["08:00", 1]], { everyWeeks: 2 }), "1 tablet at 08:00, once every 2 weeks"],
    [clock([["08:00", 1]], { monthDays: [15, 1] }), "1 tablet at 08:00, on days 1 and 15 of each month"],
    [
      { kind: "everyHours", hours: 8, from: "06:00", amount: 1 },
      "1 tablet every 8 hours by the clock: 06:00, 14:00, 22:00",
    ],
    [
      { kind: "everyHours", hours: 8, from: "22:00", amount: 1 },
      "1 tablet every 8 hours by the clock: 06:00, 14:00, 22:00, the very first at 22:00",
    ],
    [
      { kind: "everyHours", hours: 5, from: "06:00", amount: 1 },
      "1 tablet every 5 hours by the clock, from 06:00 on",
    ],
    [
      { kind: "everyHours", hours: 1, from: "06:30", amount: 1 },
      "1 tablet every hour by the clock, from 06:30 on",
    ],
    [{ kind: "afterLast", hours: 8, amount: 1 }, "1 tablet 8 hours after the last"],
    [{ kind: "asNeeded", amount: 1, most: 2 }, "1 to 2 tablets when needed"],
    [{ kind: "asNeeded", amount: 1, most: null }, "1 tablet when needed"],
    [{ kind: "freeText" }, "As written in the instructions"],
  ])("%j", (schedule, expected) => {
    expect(words(schedule, "en-GB")).toBe(expected);
  });

  it("is cut at its amounts", () => {
    const cut = (schedule: Schedule) =>
      splitAtAmounts(formatSchedule(schedule, { unit: "tablet", locale: "de", isMarked: true })).map(
        ({ text, isAmount }) => (isAmount ? `[${text}]` : text),
      );
    expect(cut(clock([["08:00", 1]]))).toEqual(["[1 tablet]", " at 08:00, every day"]);
    expect(
      cut(
        clock([
          ["08:00", 1.5],
          ["20:00", 11],
          ["22:00", 0.5],
        ]),
      ),
    ).toEqual([
      "[1,5 tablets]",
      " at 08:00, ",
      "[11 tablets]",
      " at 20:00 and ",
      "[½ tablet]",
      " at 22:00, every day",
    ]);
    expect(cut({ kind: "asNeeded", amount: 1, most: 2 })).toEqual(["[1 to 2 tablets]", " when needed"]);
    expect(cut({ kind: "freeText" })).toEqual(["As written in the instructions"]);
  });

  it("has decimals only where it is compared with other texts", () => {
    const half = clock([["08:00", 0.5]]);
    expect(formatSchedule(half, { unit: "tablet", locale: "de", isPlain: true })).toBe(
      "0,5 tablet at 08:00, every day",
    );
    expect(words({ kind: "asNeeded", amount: 0.5, most: 1.5 })).toBe("½ to 1,5 tablets when needed");
  });

  it("has a line for each part of a taper", () => {
    const part = (from: string, until: string | null, amount: number) => ({
      from,
      until,
      schedule: clock([["08:00", amount]]) as Extract<Schedule, { kind: "clock" }>,
    });
    const steps = [
      part("2026-11-01", "2026-11-02", 4),
      part("2026-11-03", "2026-11-03", 2),
      part("2026-11-05", null, 1),
    ];
    expect(formatScheduleLines({ kind: "steps", steps }, { unit: "tablet", locale: "en-US" })).toEqual([
      "From Nov 1, 2026 to Nov 2, 2026: 4 tablets at 8:00 AM, every day",
      "On Nov 3, 2026: 2 tablets at 8:00 AM, every day",
      "From Nov 5, 2026 on: 1 tablet at 8:00 AM, every day",
    ]);
  });

  it.each([
    ["en-US", "2.5 ml at 8:30 PM, every day"],
    ["en-GB", "2.5 ml at 20:30, every day"],
    ["de", "2,5 ml at 20:30, every day"],
    ["fr", "2,5 ml at 20:30, every day"],
  ])("writes numbers and times as in %s", (locale, expected) => {
    const text = formatSchedule(clock([["20:30", 2.5]]), { unit: "ml", locale });
    // The space before AM and PM is a narrow one in some versions of the locales.
    expect(text.replace(/\s/gu, " ")).toBe(expected);
  });

  it("never has a fraction, a naked point, a trailing zero or an abbreviation: a property", () => {
    const amount = fc.integer({ min: 1, max: 2_000_000 }).map((hundredths) => hundredths / 100);
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map(
        (minute) =>
          `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`,
      );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(time, amount), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...UNIT_NAMES),
        (times, unit) => {
          const text = formatSchedule(clock(times), { unit, locale: "en-US" });
          for (const wrong of [
            /[½¼¾⅓µ]/u,
            /(?<!\d)[.,]\d/,
            /\d\.\d*0(?!\d)/,
            /\b(QD|BID|TID|QOD|HS|U|IU|cc)\b/,
          ])
            expect(text).not.toMatch(wrong);
          // From a thousand on there are groups.
          for (const [number] of text.replace(/\d+:\d+/g, "").matchAll(/\d[\d,.]*(?= )/g))
            expect(number).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?$/);
        },
      ),
    );
  });
});

describe("the times of a plan every n hours", () => {
  it("are the same whichever of them is named", () => {
    for (const hours of [3, 4, 6, 8, 12, 24])
      for (const from of listTimesOfDay({ kind: "everyHours", hours, from: "05:30", amount: 1 }))
        expect(listTimesOfDay({ kind: "everyHours", hours, from, amount: 1 })).toHaveLength(24 / hours);
  });
});

describe("limits and meals in words", () => {
  it("contain the entered values and nothing else", () => {
    const none = { minGapMinutes: null, maxCount: null, maxAmount: null, windowHours: 24 };
    const of = { unit: "tablet", locale: "en" } as const;
    expect(limitLines(none, of)).toEqual([]);
    expect(limitLines({ minGapMinutes: 270, maxCount: 4, maxAmount: 8, windowHours: 24 }, of)).toEqual([
      "At least 4 hours 30 minutes between two doses",
      "At most 4 doses in 24 hours",
      "At most 8 tablets in 24 hours",
    ]);
    expect(limitLines({ ...none, maxCount: 1, windowHours: 1 }, of)).toEqual(["At most 1 dose in 1 hour"]);
    expect([
      formatMeal("before", 30),
      formatMeal("with", null),
      formatMeal("empty", null),
      formatMeal("none", null),
    ]).toEqual(["30 minutes before a meal", "with a meal", "on an empty stomach", ""]);
    expect([formatDuration(60), formatDuration(90), formatDuration(1)]).toEqual([
      "1 hour",
      "1 hour 30 minutes",
      "1 minute",
    ]);
    expect(formatDays({ weekdays: ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] })).toBe("every day");
  });
});

describe("what a dose is part of", () => {
  const taper: Schedule = {
    kind: "steps",
    steps: [
      { from: "2026-11-01", until: "2026-11-02", schedule: clock([["08:00", 4]]) as ClockSchedule },
      {
        from: "2026-11-03",
        until: "2026-11-09",
        schedule: clock([["08:00", 2]], { everyDays: 2 }) as ClockSchedule,
      },
      {
        from: "2026-11-12",
        until: null,
        schedule: { kind: "everyHours", hours: 8, from: "06:00", amount: 1 },
      },
    ],
  };
  it.each<[Schedule, string, string]>([
    [clock([["08:00", 1]]), "2026-11-01", ""],
    [
      clock([["08:00", 1]], { weekdays: ["MO", "WE", "FR"] }),
      "2026-11-02",
      "on Monday, Wednesday and Friday",
    ],
    [clock([["08:00", 1]], { weekdays: ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] }), "2026-11-02", ""],
    [{ kind: "everyHours", hours: 8, from: "06:00", amount: 1 }, "2026-11-01", "every 8 hours"],
    [{ kind: "afterLast", hours: 1, amount: 1 }, "2026-11-01", "1 hour after the last"],
    [taper, "2026-11-02", "step 1 of 3, until Nov 2, 2026"],
    [taper, "2026-11-03", "step 2 of 3, until Nov 9, 2026, every 2 days"],
    [taper, "2026-11-12", "step 3 of 3, without an end, every 8 hours"],
    [taper, "2026-10-31", ""],
    [{ kind: "asNeeded", amount: 1, most: null }, "2026-11-01", ""],
    [{ kind: "freeText" }, "2026-11-01", ""],
  ])("%j on %s: %s", (schedule, day, expected) => {
    expect(formatRhythm(schedule, day, "en-US")).toBe(expected);
  });
});

describe("words and computed doses", () => {
  const FIRST = "2026-11-30";
  const two = (part: number) => String(part).padStart(2, "0");
  /** The times that the words name for the first day of a plan, as somebody reads them. */
  function readTimes(said: string): string[] {
    const [, first] = /, (?:the very first at|from) (\d\d:\d\d)/.exec(said) ?? [];
    const isOpen = said.includes(", from ");
    const every = Number(
      /every (\d+) hours/.exec(said)?.[1] ?? (said.includes("every hour") ? 1 : Number.NaN),
    );
    if (isOpen) {
      const begin = Number(first!.slice(0, 2)) * 60 + Number(first!.slice(3));
      const times = Array.from({ length: 24 }, (_, index) => begin + index * every * 60);
      return times
        .filter((minute) => minute < 24 * 60)
        .map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
    }
    const named = said.replace(/, the very first at .*/, "").match(/\d\d:\d\d/g) ?? [];
    return named.filter((time) => !first || time >= first);
  }

  it("name the same times on the first day of a plan, of a part of it, and of a later day: a property", () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 30))
      .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
    const hours = fc.record({
      kind: fc.constant("everyHours" as const),
      hours: fc.integer({ min: 1, max: 36 }),
      from: time,
      amount: fc.constant(1),
    });
    const clocks = fc.record({
      kind: fc.constant("clock" as const),
      times: fc
        .uniqueArray(time, { minLength: 1, maxLength: 6 })
        .map((all) => all.map((at) => ({ at, amount: 1 }))),
      days: fc.constantFrom<PlannedDays>({ everyDays: 1 }, { everyDays: 3 }, { everyWeeks: 2 }),
    });
    const timesOn = (schedule: Schedule, day: string) =>
      listSlotsOfVersion(
        { version: 1, schedule, firstDay: FIRST, lastDay: null, timeZone: "UTC", effectiveFrom: 0 },
        { from: day, to: day },
      )
        .map(({ slot }) => slot.slice(11, 16))
        .sort();
    fc.assert(
      fc.property(fc.oneof(hours, clocks), fc.boolean(), (schedule, isPart) => {
        const whole: Schedule = isPart
          ? { kind: "steps", steps: [{ from: FIRST, until: null, schedule }] }
          : schedule;
        const said = words(whole).replace(/^From .*? on: /, "");
        expect(readTimes(said).sort(), said).toEqual(timesOn(whole, FIRST));
        // Later the times are the same on each day, and nothing is said of the first one.
        if (schedule.kind === "everyHours" && 24 % schedule.hours === 0 && schedule.hours >= 3) {
          const later = formatSchedule(schedule, { unit: "tablet", locale: "de", hasBegun: true });
          expect(readTimes(later).sort(), later).toEqual(timesOn(schedule, "2026-12-01"));
        }
      }),
      { seed: 20261127, numRuns: 600 },
    );
  });
});

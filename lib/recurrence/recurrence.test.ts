import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spec } from "../../test/spec.ts";
import {
  formatRecurrence,
  getDefaultRecurrence,
  PATTERNS,
  parseMonthDays,
  type Recurrence,
  RecurrenceError,
  readRecurrence,
  UNITS,
  WEEKDAYS,
} from "./recurrence.ts";

describe("reading a recurrence", () => {
  it.each<[string, Recurrence]>([
    ["CORE-505 one-time", { pattern: "one-time" }],
    ["CORE-506 interval", { pattern: "interval", interval: { every: 2, unit: "week" } }],
    ["CORE-507 frequency", { pattern: "frequency", frequency: { times: 3, per: 2, unit: "day" } }],
    ["CORE-508 weekly", { pattern: "weekly", weekly: { byWeekdays: ["MO", "SU"] } }],
    ["CORE-512 monthly", { pattern: "monthly", monthly: { byMonthDay: [1, 15] } }],
    ["CORE-513 custom", { pattern: "custom", rrule: "FREQ=DAILY;COUNT=3" }],
  ])("keeps the canonical form of %s, and recognizes it without its pattern", (_, recurrence) => {
    expect(readRecurrence(recurrence)).toEqual(recurrence);
    const { pattern, ...bare } = recurrence;
    if (pattern !== "one-time") expect(readRecurrence(bare)).toEqual(recurrence);
  });

  it("accepts every weekday code and unit, in upper or lower case, and units in the plural", {
    tags: spec("CORE-509 CORE-523"),
  }, () => {
    const lower = WEEKDAYS.map((day) => day.toLowerCase());
    expect(readRecurrence({ weekly: { byWeekdays: [...lower.reverse(), "MO"] } })).toEqual({
      pattern: "weekly",
      weekly: { byWeekdays: ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] },
    });
    for (const unit of UNITS) {
      const expected = { pattern: "interval", interval: { every: 1, unit } };
      expect(readRecurrence({ interval: { every: 1, unit: `${unit.toUpperCase()}S` } })).toEqual(expected);
    }
  });

  it("prefers a frequency to an interval when no pattern names one of them", () => {
    const both = { interval: { every: 1, unit: "week" }, frequency: { times: 3, per: 1, unit: "week" } };
    expect(readRecurrence(both)).toEqual({ pattern: "frequency", frequency: both.frequency });
    expect(readRecurrence({ pattern: "interval", ...both })).toEqual({
      pattern: "interval",
      interval: both.interval,
    });
  });

  it.each<[unknown, Recurrence | null]>([
    [null, null],
    [undefined, null],
    [{ pattern: "weekly" }, { pattern: "weekly", weekly: { byWeekdays: [] } }],
    [
      { pattern: "monthly", monthly: { byMonthDay: null } },
      { pattern: "monthly", monthly: { byMonthDay: [] } },
    ],
    [{ pattern: "interval" }, { pattern: "interval", interval: { every: 0, unit: "day" } }],
    [{ interval: { every: 3 } }, { pattern: "interval", interval: { every: 0, unit: "day" } }],
    [
      { interval: { every: -1.5, unit: "day" } },
      { pattern: "interval", interval: { every: -1.5, unit: "day" } },
    ],
    [
      { pattern: "frequency", frequency: { times: 2, unit: "day" } },
      { pattern: "frequency", frequency: { times: 2, per: 0, unit: "day" } },
    ],
    [{ pattern: "custom" }, { pattern: "custom", rrule: "" }],
    [
      { monthly: { byMonthDay: [31, "2", 2, 0, 32, 1.5, "x", null] } },
      { pattern: "monthly", monthly: { byMonthDay: [2, 31] } },
    ],
  ])("keeps an incomplete recurrence: %j", (value, expected) => {
    expect(readRecurrence(value)).toEqual(expected);
  });

  it.each([
    ["every day", "r", "must be an object"],
    [[], "r", "must be an object"],
    [{}, "r", "must have a pattern, or one of interval, frequency, weekly, monthly and rrule"],
    [
      { pattern: "yearly" },
      "r.pattern",
      "must be one of one-time, interval, frequency, weekly, monthly, custom",
    ],
    [{ interval: { every: "2", unit: "day" } }, "r.interval.every", "must be a whole number from 1 to 720"],
    [
      { interval: { every: 2, unit: "fortnight" } },
      "r.interval.unit",
      "must be one of hour, day, week, month, year",
    ],
    [
      { frequency: { times: 1, per: Infinity, unit: "day" } },
      "r.frequency.per",
      "must be a whole number from 1 to 720",
    ],
    [
      { weekly: { byWeekdays: ["MO", "Monday"] } },
      "r.weekly.byWeekdays[1]",
      "must be one of MO, TU, WE, TH, FR, SA, SU",
    ],
    [{ monthly: { byMonthDay: "1, 15" } }, "r.monthly.byMonthDay", "must be a list"],
    [{ rrule: 5 }, "r.rrule", "must be a text"],
    [{ rrule: "X".repeat(501) }, "r.rrule", "must have at most 500 characters"],
  ])("names the field and the problem of an invalid recurrence: %j", (value, path, message) => {
    expect(() => readRecurrence(value, "r")).toThrow(
      expect.objectContaining({ name: "RecurrenceError", path, message }),
    );
  });

  it("turns any value into a recurrence that reads back the same, into null, or into a RecurrenceError", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record(
            {
              pattern: fc.constantFrom(...PATTERNS, "other"),
              interval: fc.dictionary(fc.constantFrom("every", "unit"), fc.jsonValue()),
              frequency: fc.dictionary(fc.constantFrom("times", "per", "unit"), fc.jsonValue()),
              weekly: fc.record({ byWeekdays: fc.array(fc.constantFrom(...WEEKDAYS, "XX")) }),
              monthly: fc.record({ byMonthDay: fc.array(fc.integer({ min: -5, max: 40 })) }),
              rrule: fc.string(),
            },
            { requiredKeys: [] },
          ),
        ),
        (value) => {
          let read: Recurrence | null;
          try {
            read = readRecurrence(value);
          } catch (error) {
            expect(error).toBeInstanceOf(RecurrenceError);
            return;
          }
          expect(readRecurrence(read)).toEqual(read);
          if (read) expect(formatRecurrence(read)).toMatch(/\w/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("the label of a recurrence", () => {
  it.each<[string, Recurrence, string]>([
    ["CORE-528", { pattern: "one-time" }, "One time"],
    ["CORE-529", { pattern: "interval", interval: { every: 1, unit: "day" } }, "Every 1 day"],
    ["CORE-529", { pattern: "interval", interval: { every: 6, unit: "hour" } }, "Every 6 hours"],
    [
      "CORE-530",
      { pattern: "frequency", frequency: { times: 1, per: 1, unit: "week" } },
      "1 time per 1 week",
    ],
    [
      "CORE-530",
      { pattern: "frequency", frequency: { times: 3, per: 2, unit: "month" } },
      "3 times per 2 months",
    ],
    ["CORE-531", { pattern: "weekly", weekly: { byWeekdays: ["MO", "TU"] } }, "Every Mon, Tue"],
    ["CORE-532", { pattern: "monthly", monthly: { byMonthDay: [1, 15] } }, "Days 1, 15 of each month"],
    ["CORE-532", { pattern: "monthly", monthly: { byMonthDay: [3] } }, "Day 3 of each month"],
    ["CORE-533", { pattern: "custom", rrule: "FREQ=DAILY" }, "Custom recurrence"],
    ["incomplete", { pattern: "weekly", weekly: { byWeekdays: [] } }, "No weekdays chosen"],
    ["incomplete", { pattern: "monthly", monthly: { byMonthDay: [] } }, "No month days chosen"],
  ])("%s %j", (_, recurrence, label) => {
    expect(formatRecurrence(recurrence)).toBe(label);
  });
});

describe("the editor's default recurrence", () => {
  it("exists for each pattern", { tags: spec("CORE-524 CORE-525 CORE-526 CORE-527") }, () => {
    const today = { day: 21 };
    expect(PATTERNS.map((pattern) => getDefaultRecurrence(pattern, today))).toEqual([
      { pattern: "one-time" },
      { pattern: "interval", interval: { every: 1, unit: "day" } },
      { pattern: "frequency", frequency: { times: 1, per: 1, unit: "day" } },
      { pattern: "weekly", weekly: { byWeekdays: ["MO"] } },
      { pattern: "monthly", monthly: { byMonthDay: [21] } },
      { pattern: "custom", rrule: "FREQ=DAILY" },
    ]);
  });
});

describe("parsing month days", () => {
  it.each<[string, number[]]>([
    ["1, 15", [1, 15]],
    ["15,1,15", [1, 15]],
    ["first, 2, 3rd, , 4", [2, 4]],
    ["0, 1, 31, 32, -1, 1.5, 1e1", [1, 31]],
    ["", []],
    [" , ", []],
  ])("reads %j as %j", { tags: spec("CORE-519 CORE-520") }, (text, days) => {
    expect(parseMonthDays(text)).toEqual(days);
  });
});

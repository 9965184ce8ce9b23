import fc from "fast-check";
import { RRule } from "rrule";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { DAY } from "../dates/time.ts";
import { dayNumber, dayText } from "./calendar-days.ts";
import type { Recurrence } from "./recurrence.ts";
import { listSeriesOccurrences, type SeriesOccurrence } from "./series-occurrences.ts";

const custom = (rrule: string): Recurrence => ({ pattern: "custom", rrule });
const daily: Recurrence = { pattern: "interval", interval: { every: 1, unit: "day" } };
const addDays = (day: string, days: number) => dayText(dayNumber(day) + days);

/** Day and clock of a series from its first day on: "2026-04-24 08:00", without a clock for whole days. */
function shownTimes(
  recurrence: Recurrence,
  [firstDay, clock]: [string, string | null],
  { days = 2, timeZone = "UTC", from = firstDay, most = 1000 } = {},
): string[] {
  const [hour = 0, minute = 0] = clock?.split(":").map(Number) ?? [];
  const series = { recurrence, firstDay, startMinute: clock === null ? null : hour * 60 + minute };
  const span = { from, to: addDays(from, days - 1), timeZone, most, counted: null };
  return listSeriesOccurrences(series, span).occurrences.map((occurrence) => shownTime(occurrence, timeZone));
}

function shownTime({ start, minute }: SeriesOccurrence, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  const clock = local.toPlainTime().toString({ smallestUnit: "minute" });
  return minute === null ? local.toPlainDate().toString() : `${local.toPlainDate()} ${clock}`;
}

describe("a series", () => {
  // Days whose midnight the clocks skip, in 2026 and 2027.
  it.each([
    ["Africa/Cairo", "2026-04-24"],
    ["Africa/Cairo", "2027-04-30"],
    ["Asia/Beirut", "2026-03-29"],
    ["America/Santiago", "2026-09-06"],
    ["Atlantic/Azores", "2026-03-29"],
  ])("stays at 08:00 in %s on %s, a day without midnight", (timeZone, day) => {
    const first = addDays(day, -1);
    const eight = [first, day, addDays(day, 1)].map((each) => `${each} 08:00`);
    expect(shownTimes(daily, [first, "08:00"], { days: 3, timeZone })).toEqual(eight);
    expect(shownTimes(custom("FREQ=DAILY"), [first, "08:00"], { days: 3, timeZone })).toEqual(eight);
    expect(shownTimes(daily, [first, null], { days: 3, timeZone })).toEqual([first, day, addDays(day, 1)]);
  });

  it("with an hourly rule starts at the time of its first occurrence", () => {
    expect(shownTimes(custom("FREQ=HOURLY;INTERVAL=6"), ["2026-05-04", "08:00"])).toEqual(
      ["04 08:00", "04 14:00", "04 20:00", "05 02:00", "05 08:00", "05 14:00", "05 20:00"].map(
        (time) => `2026-05-${time}`,
      ),
    );
    const everySix: Recurrence = { pattern: "frequency", frequency: { times: 1, per: 6, unit: "hour" } };
    expect(shownTimes(everySix, ["2026-05-04", "08:30"], { days: 1 })).toEqual(
      ["08:30", "14:30", "20:30"].map((clock) => `2026-05-04 ${clock}`),
    );
  });

  it("with a rule that lists hours starts at the next of these hours", () => {
    expect(shownTimes(custom("FREQ=DAILY;BYHOUR=0,12"), ["2026-05-04", "12:00"])).toEqual([
      "2026-05-04 12:00",
      "2026-05-05 00:00",
      "2026-05-05 12:00",
    ]);
    const three: Recurrence = { pattern: "frequency", frequency: { times: 3, per: 1, unit: "day" } };
    expect(shownTimes(three, ["2026-05-04", "14:00"])).toEqual([
      "2026-05-04 14:00",
      "2026-05-04 20:00",
      "2026-05-05 08:00",
      "2026-05-05 14:00",
      "2026-05-05 20:00",
    ]);
  });

  it("at midnight keeps its time 00:00, and one without a time covers whole days", () => {
    expect(shownTimes(daily, ["2026-05-04", "00:00"])).toEqual(["2026-05-04 00:00", "2026-05-05 00:00"]);
    expect(shownTimes(daily, ["2026-05-04", null])).toEqual(["2026-05-04", "2026-05-05"]);
  });

  it.each(["FREQ=DAILY;BYHOUR=6,12,18,23", "FREQ=MONTHLY;BYMONTHDAY=1,2,3,28;BYHOUR=6,12,18,23"])(
    "with the rule %s continues after twenty years",
    (rule) => {
      const late = shownTimes(custom(rule), ["2006-05-01", "06:00"], { from: "2026-05-01", days: 1 });
      expect(late).toEqual(["06:00", "12:00", "18:00", "23:00"].map((clock) => `2026-05-01 ${clock}`));
    },
  );

  it("with a frequency of four times a day continues after twenty years", () => {
    const four: Recurrence = { pattern: "frequency", frequency: { times: 4, per: 1, unit: "day" } };
    expect(shownTimes(four, ["2006-05-01", "08:00"], { from: "2026-05-01", days: 1 })).toEqual(
      ["08:00", "12:00", "16:00", "20:00"].map((clock) => `2026-05-01 ${clock}`),
    );
  });

  it("with an hourly rule for one hour of the day continues after twenty years", () => {
    const rule = custom("FREQ=HOURLY;BYHOUR=8");
    expect(shownTimes(rule, ["2006-05-01", "08:00"], { from: "2026-05-01", days: 1 })).toEqual([
      "2026-05-01 08:00",
    ]);
  });

  it("stops at the end of a day when there are too many occurrences, and continues on the next day", () => {
    const series = { recurrence: custom("FREQ=HOURLY;INTERVAL=6"), firstDay: "2026-05-04", startMinute: 480 };
    const part = (from: string) =>
      listSeriesOccurrences(series, { from, to: "2026-05-20", timeZone: "UTC", most: 6, counted: null });
    expect([part("2026-05-04").until, part("2026-05-04").occurrences.length]).toEqual(["2026-05-04", 3]);
    expect([part("2026-05-05").until, part("2026-05-05").occurrences.length]).toEqual(["2026-05-05", 4]);
    const one = listSeriesOccurrences(series, {
      ...{ from: "2026-05-05", to: "2026-05-20", timeZone: "UTC", counted: null },
      most: 1,
    });
    expect([one.until, one.occurrences.length]).toEqual(["2026-05-05", 4]);
  });

  it("ends after its COUNT, whether or not the earlier occurrences were counted before", () => {
    const series = {
      recurrence: custom("FREQ=DAILY;BYHOUR=8,20;COUNT=5"),
      firstDay: "2026-05-04",
      startMinute: 480,
    };
    const span = (from: string, counted: number | null) =>
      listSeriesOccurrences(series, { from, to: addDays(from, 9), timeZone: "UTC", most: 1000, counted });
    expect(span("2026-05-04", null)).toMatchObject({ counted: 5, until: "2026-05-13" });
    const first = listSeriesOccurrences(series, {
      ...{ from: "2026-05-04", to: "2026-05-05", timeZone: "UTC", most: 1000, counted: null },
    });
    expect(first).toMatchObject({ counted: 4, until: "2026-05-05" });
    for (const counted of [4, null]) {
      expect(span("2026-05-06", counted).occurrences).toMatchObject([{ day: "2026-05-06", minute: 480 }]);
    }
    expect(span("2026-05-07", 5).occurrences).toEqual([]);
  });

  it("leaves out a day that a zone skips, as Samoa did", () => {
    const days = shownTimes(daily, ["2011-12-29", "08:00"], { days: 3, timeZone: "Pacific/Apia" });
    expect(days).toEqual(["2011-12-29 08:00", "2011-12-31 08:00"]);
  });
});

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Santiago",
  "Atlantic/Azores",
  "Pacific/Apia",
  "Asia/Kolkata",
];
const aStart = fc.record({
  first: fc.integer({ min: dayNumber("2026-01-01"), max: dayNumber("2026-12-31") }),
  minute: fc.integer({ min: 0, max: 1439 }),
  timeZone: fc.constantFrom(...ZONES),
});
const aRule = fc.constantFrom(
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=DAILY;BYHOUR=0,12",
  "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30",
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU",
  "FREQ=MONTHLY",
  "FREQ=MONTHLY;INTERVAL=5",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYMONTHDAY=1,15,31",
  "FREQ=YEARLY;BYMONTH=2,11",
  "FREQ=HOURLY;INTERVAL=6",
  "FREQ=HOURLY;INTERVAL=5",
  "FREQ=HOURLY;INTERVAL=36",
);

/** The local times of a rule according to another library, in ms as if they were UTC. */
function timesByOtherLibrary(rule: string, start: number, from: number, to: number): number[] {
  const options = { ...RRule.parseString(rule), dtstart: new Date(start) };
  return new RRule(options).between(new Date(from), new Date(to - 1), true).map(Number);
}

describe("a series over two years, in any zone", { timeout: 120_000 }, () => {
  it("occurs on the days and minutes that a second implementation finds, from any day on", () => {
    const aSkip = fc.integer({ min: 0, max: 600 });
    fc.assert(
      fc.property(aRule, aStart, aSkip, (rule, { first, minute, timeZone }, skip) => {
        const from = first + skip;
        const to = from + 130;
        const part = listSeriesOccurrences(
          { recurrence: custom(rule), firstDay: dayText(first), startMinute: minute },
          { from: dayText(from), to: dayText(to), timeZone, most: 5000, counted: null },
        );
        const expectedTimes = timesByOtherLibrary(
          rule,
          first * DAY + minute * 60_000,
          from * DAY,
          (to + 1) * DAY,
        );
        const found = part.occurrences.map((one) => dayNumber(one.day) * DAY + one.minute! * 60_000);
        // Only skipped local times are missing: they fall on the times that clocks show instead.
        const missing = expectedTimes.filter((time) => !found.includes(time));
        expect(found.filter((time) => !expectedTimes.includes(time))).toEqual([]);
        expect(missing.every((time) => isSkipped(time, timeZone))).toBe(true);
      }),
      { numRuns: 120 },
    );
  });

  it("keeps the local time of its occurrences, except when clocks skip it", () => {
    fc.assert(
      fc.property(aRule, aStart, (rule, { first, minute, timeZone }) => {
        const { occurrences } = listSeriesOccurrences(
          { recurrence: custom(rule), firstDay: dayText(first), startMinute: minute },
          { from: dayText(first), to: dayText(first + 730), timeZone, most: 5000, counted: null },
        );
        const wrong = occurrences.filter((one) => {
          const local = Temporal.Instant.fromEpochMilliseconds(one.start).toZonedDateTimeISO(timeZone);
          const isShown =
            local.toPlainDate().toString() === one.day && local.hour * 60 + local.minute === one.minute;
          return !isShown && !isSkipped(dayNumber(one.day) * DAY + one.minute! * 60_000, timeZone);
        });
        expect(wrong).toEqual([]);
        const starts = occurrences.map(({ start }) => start);
        expect(new Set(starts).size).toBe(starts.length);
      }),
      { numRuns: 40 },
    );
  });

  it("has the same occurrences, computed whole or in parts", () => {
    const aPattern: fc.Arbitrary<Recurrence> = fc.oneof(
      aRule.map(custom),
      fc.constant(custom("FREQ=DAILY;BYHOUR=8,20;COUNT=100")),
      fc.constant<Recurrence>({ pattern: "interval", interval: { every: 1, unit: "month" } }),
      fc.constant<Recurrence>({ pattern: "frequency", frequency: { times: 3, per: 1, unit: "week" } }),
      fc.constant<Recurrence>({ pattern: "weekly", weekly: { byWeekdays: ["TU", "SU"] } }),
    );
    fc.assert(
      fc.property(
        aPattern,
        aStart,
        fc.option(fc.constant(0)),
        fc.integer({ min: 1, max: 300 }),
        (recurrence, { first, minute, timeZone }, whole, cut) => {
          const series = {
            recurrence,
            firstDay: dayText(first),
            startMinute: whole === null ? null : minute,
          };
          const span = (from: number, to: number, counted: number | null) =>
            listSeriesOccurrences(series, {
              ...{ from: dayText(from), to: dayText(to), timeZone, most: 5000, counted },
            });
          const one = span(first, first + cut - 1, null);
          const other = span(first + cut, first + 400, one.counted);
          const all = span(first, first + 400, null);
          // A time that clocks skip over midnight is made by both parts, at one instant.
          const starts = new Set([...one.occurrences, ...other.occurrences].map(({ start }) => start));
          expect([...starts].sort()).toEqual(all.occurrences.map(({ start }) => start).sort());
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Whether a zone skips this local time, given in ms as if it were UTC. */
function isSkipped(time: number, timeZone: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO("UTC").toPlainDateTime();
  return !local.toZonedDateTime(timeZone).toPlainDateTime().equals(local);
}

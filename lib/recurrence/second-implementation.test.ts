import fc from "fast-check";
import { RRule } from "rrule";
import { describe, expect, it } from "vitest";
import { aRecurrence, aWindow } from "../../test/recurrences.ts";
import { DAY } from "../dates/time.ts";
import { dayNumber, dayText, getWeekday } from "./calendar-days.ts";
import { findCustomRuleProblem, getRuleParts } from "./custom-rule.ts";
import { getWindowBounds, listOccurrences, MAX_OCCURRENCES, type PhaseWindow } from "./occurrences.ts";
import { type Recurrence, WEEKDAYS } from "./recurrence.ts";
import { getRecurrenceRule } from "./recurrence-rule.ts";

const MINUTE = 60_000;
/** More than are compared, since some fall together when clocks change. */
const COMPARED = 5300;

/** Another program's reading of a rule: ms of the clock on the wall, as if it were UTC. */
function timesByOtherLibrary(rule: string, { firstDay, lastDay }: PhaseWindow): number[] {
  const [first, last] = [dayNumber(firstDay) * DAY, (dayNumber(lastDay) + 1) * DAY - 1];
  const options = { ...RRule.parseString(withSortedTimes(rule)), dtstart: new Date(first) };
  const until = Math.min(options.until?.getTime() ?? last, last);
  return new RRule({ ...options, until: new Date(until) }).all((_, count) => count < COMPARED).map(Number);
}

/** The rule with its hours and minutes ascending: the second program counts them as they stand, which is no reading of RFC 5545. */
const withSortedTimes = (rule: string) =>
  rule.replace(
    /(BYHOUR|BYMINUTE)=([\d,]+)/g,
    (_, part, list) => `${part}=${numbers(list)!.sort((a, b) => a - b)}`,
  );

/**
 * A third reading, of rules by hours and minutes, which the second may never end with: tries each minute of the window.
 */
function timesByMinutes(rule: string, { firstDay, lastDay }: PhaseWindow): number[] {
  const parts = getRuleParts(rule);
  const isHourly = parts.get("FREQ") === "HOURLY";
  const step = Number(parts.get("INTERVAL") ?? 1) * (isHourly ? 60 : 1);
  const minute = isHourly && !parts.has("BYMINUTE") ? [0] : numbers(parts.get("BYMINUTE"));
  const [months, monthDays, hours] = ["BYMONTH", "BYMONTHDAY", "BYHOUR"].map((name) =>
    numbers(parts.get(name)),
  );
  const [weekdays, yearDays] = [parts.get("BYDAY")?.split(","), numbers(parts.get("BYYEARDAY"))];
  const first = dayNumber(firstDay) * DAY;
  const last = Math.min((dayNumber(lastDay) + 1) * DAY - 1, untilOf(parts.get("UNTIL")));
  const found: number[] = [];
  const most = Math.min(COMPARED, Number(parts.get("COUNT") ?? COMPARED));
  const daysBetween = (from: number, to: number) => Math.round((to - from) / DAY);
  const isDay = (day: number) => {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return (
      matchesOne(months, month + 1) &&
      matchesOne(monthDays, date.getUTCDate(), daysBetween(day, Date.UTC(year, month + 1, 1))) &&
      matchesOne(
        yearDays,
        daysBetween(Date.UTC(year, 0, 0), day),
        daysBetween(day, Date.UTC(year + 1, 0, 1)),
      ) &&
      (!weekdays || weekdays.includes(getWeekday(day / DAY)))
    );
  };
  for (let day = first; day <= last; day += DAY) {
    if (!isDay(day)) continue;
    for (let time = day; time < day + DAY && time <= last && found.length < most; time += MINUTE) {
      const i = (time - first) / MINUTE;
      const isStep = (isHourly ? i - (i % 60) : i) % step === 0;
      if (isStep && matchesOne(minute, i % 60) && matchesOne(hours, Math.floor(i / 60) % 24))
        found.push(time);
    }
  }
  return found;
}

const numbers = (value: string | undefined) => value?.split(",").map(Number);
const matchesOne = (list: number[] | undefined, number: number, fromEnd = Number.NaN) =>
  !list || list.includes(number) || list.includes(-fromEnd);
const untilOf = (value: string | undefined) =>
  value ? RRule.parseString(`FREQ=DAILY;UNTIL=${value}`).until!.getTime() : Number.POSITIVE_INFINITY;

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Our engine's Temporal aside: how far clocks are ahead of UTC, from the runtime's own formats. */
function formattedOffset(instant: number, timeZone: string): number {
  const format =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      dateStyle: "short",
      timeStyle: "medium",
      calendar: "gregory",
    });
  formatters.set(timeZone, format);
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`) - Math.floor(instant / 1000) * 1000;
}

const offsetsOfDays = new Map<string, number>();
/** How far clocks are ahead when a day of UTC begins. */
function offsetOfDay(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  const known = offsetsOfDays.get(key) ?? formattedOffset(day * DAY, timeZone);
  offsetsOfDays.set(key, known);
  return known;
}

/** The same, asked of the slow formats only on days on which clocks change; they never change and change back on one. */
function offset(instant: number, timeZone: string): number {
  const day = Math.floor(instant / DAY);
  const known = offsetOfDay(day, timeZone);
  return known === offsetOfDay(day + 1, timeZone) ? known : formattedOffset(instant, timeZone);
}

/** The first instant at which clocks show that; of a time which they skip, what the clock of before would call so. */
function instantOf(wall: number, timeZone: string): number {
  const before = wall - offset(wall - DAY, timeZone);
  const after = wall - offset(wall + DAY, timeZone);
  const shown = [before, after].filter((instant) => instant + offset(instant, timeZone) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

function expectSame(recurrence: Recurrence, rule: string, window: PhaseWindow) {
  const { end } = getWindowBounds(window);
  const reading = /MINUTELY|HOURLY/.test(rule) ? timesByMinutes : timesByOtherLibrary;
  const instants = reading(rule, window).map((wall) => instantOf(wall, window.timeZone));
  const expected = [...new Set(instants.filter((instant) => instant <= end))]
    .sort((a, b) => a - b)
    .slice(0, MAX_OCCURRENCES);
  expect(listOccurrences(recurrence, window).map(({ start }) => start)).toEqual(expected);
}

const uniqueList = <T>(values: fc.Arbitrary<T>, most: number) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: most });
const signedNumber = (most: number) => fc.integer({ min: -most, max: most }).filter((number) => number !== 0);

const weekdays = uniqueList(fc.constantFrom<string>(...WEEKDAYS), 4);
const ordinals = uniqueList(
  fc.tuple(signedNumber(5), fc.constantFrom(...WEEKDAYS)).map((parts) => parts.join("")),
  3,
);
/**
 * Without BYSETPOS: the second program counts positions within the part of a period that the window leaves, and finds a
 * last but one among one. What RFC 5545 says of it stands in a table of `occurrences.test.ts`.
 */
const parts: Record<string, fc.Arbitrary<unknown>> = {
  BYMONTH: uniqueList(fc.integer({ min: 1, max: 12 }), 4),
  BYMONTHDAY: uniqueList(signedNumber(31), 4),
  BYYEARDAY: uniqueList(signedNumber(366), 4),
  BYWEEKNO: uniqueList(signedNumber(53), 4),
  BYDAY: fc.oneof(weekdays, ordinals),
  BYHOUR: uniqueList(fc.integer({ min: 0, max: 23 }), 3),
  BYMINUTE: uniqueList(fc.integer({ min: 0, max: 59 }), 3),
  COUNT: fc.integer({ min: 1, max: 60 }),
  UNTIL: fc.constantFrom("20260401T235959", "20261231T120000", "20270228T000000"),
  WKST: fc.constantFrom(...WEEKDAYS),
};

/** Rules as a file may hold them, of up to five parts; the ones that make no sense are left out. */
const aCustomRule = fc
  .tuple(
    fc.constantFrom("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"),
    fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 40 })),
    fc
      .subarray(Object.keys(parts), { maxLength: 3 })
      .chain((names) => fc.tuple(...names.map((name) => parts[name]!.map((value) => `${name}=${value}`)))),
  )
  .map(([frequency, interval, rest]) => [`FREQ=${frequency}`, `INTERVAL=${interval}`, ...rest].join(";"))
  .filter((rule) => findCustomRuleProblem(rule) === null);

describe("a second implementation of RFC 5545", { timeout: 90_000 }, () => {
  it("finds the same occurrences for the rules of intervals, frequencies, weekdays and month days, in any zone", () => {
    let compared = 0;
    fc.assert(
      fc.property(aRecurrence, aWindow, (recurrence, window) => {
        const rule = getRecurrenceRule(recurrence, window);
        if (rule === null || recurrence.pattern === "custom") return;
        compared++;
        expectSame(recurrence, rule, window);
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(90);
  });

  it("finds the same occurrences for custom rules", () => {
    fc.assert(
      fc.property(aCustomRule, aWindow, (rrule, window) => {
        const isShort = /MINUTELY|HOURLY/.test(rrule);
        const lastDay = isShort
          ? dayText(Math.min(dayNumber(window.firstDay) + 40, dayNumber(window.lastDay)))
          : window.lastDay;
        expectSame({ pattern: "custom", rrule }, rrule, { ...window, lastDay });
      }),
      { numRuns: 200 },
    );
  });
});

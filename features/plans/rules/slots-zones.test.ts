import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { WEEKDAYS } from "../../../lib/recurrence/recurrence.ts";
import {
  DOSE_ZONES,
  localOf,
  naive,
  slowlyDue,
  type WallClock,
  wallClock,
} from "../../../test/slow-clock.ts";
import type { Schedule } from "./schedule.ts";
import { listPlannedSlots, type PlanVersion } from "./slots.ts";

// Planned doses over two years, against what wall clocks show.

const [FROM, TO] = ["2025-01-01", "2026-12-31"];
const clocks = new Map(DOSE_ZONES.map((zone) => [zone, wallClock(zone, FROM, TO)] as const));

const versionOf = (schedule: Schedule, overrides: Partial<PlanVersion> = {}): PlanVersion => ({
  version: 1,
  schedule,
  firstDay: FROM,
  lastDay: null,
  timeZone: "Europe/Berlin",
  effectiveFrom: 0,
  ...overrides,
});

const dayText = (number: number) => localOf(number).slice(0, 10);

/** The local times of a schedule from one day to another, day by day and hour by hour. */
function* slowly(schedule: Schedule, from: string, to: string): Generator<string> {
  if (schedule.kind === "everyHours") {
    for (
      let time = naive(`${FROM}T${schedule.from}`);
      time < naive(`${to}T00:00`) + DAY;
      time += schedule.hours * HOUR
    )
      if (time >= naive(`${from}T00:00`)) yield localOf(time);
    return;
  }
  if (schedule.kind !== "clock") return;
  for (let day = naive(`${from}T00:00`); day <= naive(`${to}T00:00`); day += DAY) {
    const since = (day - naive(`${FROM}T00:00`)) / DAY;
    const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]!;
    const { days } = schedule;
    const isPlanned =
      "everyDays" in days
        ? since % days.everyDays === 0
        : "everyWeeks" in days
          ? since % (7 * days.everyWeeks) === 0
          : "weekdays" in days
            ? days.weekdays.includes(weekday)
            : days.monthDays.includes(new Date(day).getUTCDate());
    if (isPlanned) for (const { at } of schedule.times) yield `${dayText(day)}T${at}`;
  }
}

const dueSlowly = (clock: WallClock, schedule: Schedule, from: string, to: string) => {
  const due = [...slowly(schedule, from, to)].flatMap((local) => {
    const instant = slowlyDue(clock, local);
    return instant === null ? [] : [{ local, instant }];
  });
  // A plan by hours has one dose where two of its times fall together; times that were typed are doses of their own.
  const seen = new Set<number>();
  return schedule.kind === "clock"
    ? due
    : due.filter(({ instant }) => !seen.has(instant) && seen.add(instant));
};

const quarter = fc.integer({ min: 0, max: 95 }).map((count) => localOf(count * 15 * MINUTE).slice(11));
const schedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({
    kind: fc.constant("clock" as const),
    times: fc
      .uniqueArray(quarter, { minLength: 1, maxLength: 4 })
      .map((all) => all.map((at) => ({ at, amount: 1 }))),
    days: fc.oneof(
      fc.record({ everyDays: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ everyWeeks: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }) }),
      fc.record({
        monthDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 }),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant("everyHours" as const),
    hours: fc.constantFrom(1, 3, 5, 8, 24, 36),
    from: quarter,
    amount: fc.constant(1),
  }),
);

describe.each(DOSE_ZONES)("planned doses in %s", (timeZone) => {
  const clock = clocks.get(timeZone)!;

  it("of each night on which clocks change match a wall clock", () => {
    for (const day of clock.changes) {
      for (let count = 0; count < 96; count++) {
        const at = localOf(count * 15 * MINUTE).slice(11);
        const nightly: Schedule = { kind: "clock", times: [{ at, amount: 1 }], days: { everyDays: 1 } };
        const [from, to] = [dayText(naive(`${day}T00:00`) - DAY), dayText(naive(`${day}T00:00`) + DAY)];
        const slots = listPlannedSlots([versionOf(nightly, { timeZone })], { from, to }, null);
        expect(slots.map(({ slot, dueAt }) => [slot.slice(0, 16), dueAt])).toEqual(
          dueSlowly(clock, nightly, from, to).map(({ local, instant }) => [local, instant]),
        );
      }
    }
    // Kolkata and Apia (since 2021) leave their clocks alone.
    expect(clock.changes.length).toBe(["Asia/Kolkata", "Pacific/Apia"].includes(timeZone) ? 0 : 4);
  });

  it("of any plan and any weeks of two years are due by a wall clock, in order, each with its own name", () => {
    const week = fc.oneof(
      fc.integer({ min: 0, max: 700 }),
      fc
        .constantFrom(...(clock.changes.length > 0 ? clock.changes : [FROM]))
        .map((day) => Math.max(0, (naive(`${day}T00:00`) - naive(`${FROM}T00:00`)) / DAY - 3)),
    );
    fc.assert(
      fc.property(schedule, week, (of, offset) => {
        const from = dayText(naive(`${FROM}T00:00`) + offset * DAY);
        const to = dayText(naive(`${from}T00:00`) + 9 * DAY);
        const slots = listPlannedSlots([versionOf(of, { timeZone })], { from, to }, null);
        const wanted = dueSlowly(clock, of, from, to);
        const byDue = wanted.sort((a, b) => a.instant - b.instant || (a.local < b.local ? -1 : 1));
        expect(slots.map(({ slot, dueAt }) => [slot, dueAt])).toEqual(
          byDue.map(({ local, instant }) => [`${local}[${timeZone}]`, instant]),
        );
        expect(new Set(slots.map(({ slot }) => slot)).size).toBe(slots.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a plan that changes", () => {
  const version = fc.record({
    schedule,
    timeZone: fc.constantFrom(...DOSE_ZONES),
    firstDay: fc.constantFrom(FROM, "2025-03-28", "2025-03-31"),
    lastDay: fc.constantFrom(null, null, "2025-04-06"),
    /** When it begins, in quarters of an hour after the beginning of a week in which clocks change. */
    begins: fc.integer({ min: 0, max: 10 * 96 }),
  });
  const SPAN = { from: "2025-03-26", to: "2025-04-09" };
  const START = Date.parse("2025-03-28T00:00:00Z");
  const versionsOf = (all: { begins: number }[]) =>
    [...all]
      .sort((a, b) => a.begins - b.begins)
      .map(
        ({ begins, ...rest }, index): PlanVersion => ({
          ...(rest as Omit<PlanVersion, "version" | "effectiveFrom">),
          version: index + 1,
          effectiveFrom: index === 0 ? 0 : START + begins * 15 * MINUTE,
        }),
      );

  it("never changes earlier doses: not their name, time, amount or version", () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 5 }), (all) => {
        const versions = versionsOf(all);
        const after = listPlannedSlots(versions, SPAN, null);
        const before = listPlannedSlots(versions.slice(0, -1), SPAN, null);
        const { effectiveFrom } = versions.at(-1)!;
        const isPast = ({ dueAt }: { dueAt: number }) => dueAt < effectiveFrom;
        expect(after.filter(isPast)).toEqual(before.filter(isPast));
        // The end of a plan neither.
        expect(listPlannedSlots(versions, SPAN, effectiveFrom)).toEqual(after.filter(isPast));
      }),
      { numRuns: 200 },
    );
  });

  it("has doses in order, and never two of one name, also when it moves to another zone and back", () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 5 }), (all) => {
        const slots = listPlannedSlots(versionsOf(all), SPAN, null);
        const names = slots.map(({ slot }) => slot);
        expect(new Set(names).size).toBe(names.length);
        const due = slots.map(({ dueAt }) => dueAt);
        expect(due).toEqual([...due].sort((a, b) => a - b));
      }),
      { numRuns: 200 },
    );
  });

  it("that moves to another zone has its eight o'clock there from then on, both ways", () => {
    const eight: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } };
    const moved = (timeZone: string, version: number, moment: string) =>
      versionOf(eight, { timeZone, version, effectiveFrom: Date.parse(moment) });
    const versions = [
      versionOf(eight),
      moved("America/New_York", 2, "2026-11-20T09:00:00Z"),
      moved("Europe/Berlin", 3, "2026-11-22T20:00:00Z"),
    ];
    const slots = listPlannedSlots(versions, { from: "2026-11-19", to: "2026-11-23" }, null);
    expect(slots.map(({ slot, dueAt }) => [slot, new Date(dueAt).toISOString().slice(0, 16)])).toEqual([
      ["2026-11-19T08:00[Europe/Berlin]", "2026-11-19T07:00"],
      ["2026-11-20T08:00[Europe/Berlin]", "2026-11-20T07:00"],
      // Six hours later, on the same day: another dose, with a name of its own.
      ["2026-11-20T08:00[America/New_York]", "2026-11-20T13:00"],
      ["2026-11-21T08:00[America/New_York]", "2026-11-21T13:00"],
      ["2026-11-22T08:00[America/New_York]", "2026-11-22T13:00"],
      ["2026-11-23T08:00[Europe/Berlin]", "2026-11-23T07:00"],
    ]);
  });

  it("has no dose on a day that was left out", () => {
    const eight: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } };
    const apia = versionOf(eight, { timeZone: "Pacific/Apia", firstDay: "2011-12-01" });
    const slots = listPlannedSlots([apia], { from: "2011-12-29", to: "2011-12-31" }, null);
    expect(slots.map(({ slot }) => slot.slice(0, 10))).toEqual(["2011-12-29", "2011-12-31"]);
  });
});

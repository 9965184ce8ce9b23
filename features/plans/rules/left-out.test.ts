import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { findDosesLeftOut } from "./left-out.ts";
import type { Schedule } from "./schedule.ts";
import { listPlannedSlots, listSlotsAfterLast, type PlanVersion } from "./slots.ts";
import { getValidPlan } from "./versions.ts";

const at = (text: string) => Date.parse(text);
/** A Monday at noon. */
const NOON = at("2026-11-30T12:00:00Z");
const clock = (...times: string[]): Schedule => ({
  kind: "clock",
  times: times.map((time) => ({ at: time, amount: 1 })),
  days: { everyDays: 1 },
});
const onWeekday = (day: "MO" | "TU"): Schedule => ({
  kind: "clock",
  times: [{ at: "08:00", amount: 4 }],
  days: { weekdays: [day] },
});
const versionOf = (schedule: Schedule, more: Partial<PlanVersion> = {}): PlanVersion => ({
  version: 1,
  schedule,
  firstDay: "2026-01-01",
  lastDay: null,
  timeZone: "UTC",
  effectiveFrom: at("2026-01-01T00:00:00Z"),
  ...more,
});
const change = (schedule: Schedule, more: Partial<PlanVersion> = {}) =>
  versionOf(schedule, { version: 2, effectiveFrom: NOON, ...more });
const firstTimes = (former: Schedule | PlanVersion[], next: PlanVersion) =>
  findDosesLeftOut(Array.isArray(former) ? former : [versionOf(former)], next)
    .slice(0, 3)
    .map(({ dueAt }) => new Date(dueAt).toISOString().slice(5, 16));

describe("the doses that a change leaves out", () => {
  it.each<[string, Schedule | PlanVersion[], PlanVersion, string[]]>([
    ["none where times move within the day", clock("08:00", "20:00"), change(clock("09:00", "21:00")), []],
    ["tonight's, when the evening goes", clock("08:00", "20:00"), change(clock("08:00")), ["11-30T20:00"]],
    [
      "those until a later first day",
      clock("20:00"),
      change(clock("20:00"), { firstDay: "2026-12-02" }),
      ["11-30T20:00", "12-01T20:00"],
    ],
    [
      "none when it begins on that day",
      clock("20:00"),
      change(clock("20:00"), { firstDay: "2026-12-02", effectiveFrom: at("2026-12-02T00:00:00Z") }),
      [],
    ],
    [
      "all after a last day",
      clock("20:00"),
      change(clock("20:00"), { lastDay: "2026-12-01" }),
      ["12-02T20:00", "12-03T20:00", "12-04T20:00"],
    ],
    [
      "none where both end",
      [versionOf(clock("20:00"), { lastDay: "2026-12-01" })],
      change(clock("20:00"), { lastDay: "2026-12-01" }),
      [],
    ],
    ["none where a week's dose moves by a day", onWeekday("MO"), change(onWeekday("TU")), []],
    [
      "all when nothing has times",
      clock("08:00"),
      change({ kind: "asNeeded", amount: 1, most: null }),
      ["12-01T08:00", "12-02T08:00", "12-03T08:00"],
    ],
    [
      "those by elapsed hours before the first one by the clock",
      { kind: "afterLast", hours: 6, amount: 1 },
      change(clock("08:00"), { firstDay: "2026-12-02" }),
      ["11-30T18:00", "12-01T00:00", "12-01T06:00"],
    ],
    [
      "none from the clock to elapsed hours",
      clock("08:00", "20:00"),
      change({ kind: "afterLast", hours: 8, amount: 1 }),
      [],
    ],
    [
      "the last step's followers",
      clock("08:00"),
      change({
        kind: "steps",
        steps: [{ from: "2026-11-30", until: "2026-12-01", schedule: clock("08:00") as never }],
      }),
      ["12-02T08:00", "12-03T08:00", "12-04T08:00"],
    ],
  ])("%s", (_, former, next, expected) => {
    expect(firstTimes(former, next)).toEqual(expected);
  });

  it("are none whenever the same plan begins later, on any day and at any time: a property", () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (hours, ahead, every) => {
          const schedule: Schedule = {
            kind: "clock",
            times: hours.map((hour) => ({ at: `${String(hour).padStart(2, "0")}:00`, amount: 1 })),
            days: { everyDays: every },
          };
          const effectiveFrom = at(`${addDays("2026-12-01", ahead)}T00:00:00Z`);
          const next = change(schedule, { effectiveFrom });
          expect(findDosesLeftOut([versionOf(schedule)], next)).toEqual([]);
          // And no day until then loses a dose.
          const span = { from: "2026-11-25", to: "2026-12-31" };
          const slots = (versions: PlanVersion[]) =>
            listPlannedSlots(versions, span, null).map(({ slot }) => slot);
          expect(slots([versionOf(schedule), next])).toEqual(slots([versionOf(schedule)]));
        },
      ),
      { seed: 20261127, numRuns: 200 },
    );
  });
});

describe("a change that begins later", () => {
  const afterLast = (hours: number): Schedule => ({ kind: "afterLast", hours, amount: 1 });
  const wednesday = at("2026-12-02T00:00:00Z");
  const later = (schedule: Schedule) => versionOf(schedule, { version: 2, effectiveFrom: wednesday });
  const next = (versions: PlanVersion[], last: number, now: number) => {
    const [slot] = listSlotsAfterLast(versions, { lastGivenAt: last, endedAt: null, now });
    return slot === undefined ? null : [new Date(slot.dueAt).toISOString().slice(5, 16), slot.version];
  };

  it("leaves doses by elapsed hours to the former version until then", () => {
    const versions = [versionOf(afterLast(8)), later(afterLast(6))];
    expect(next(versions, NOON, NOON)).toEqual(["11-30T20:00", 1]);
    expect(next(versions, wednesday - 2 * HOUR, wednesday - HOUR)).toEqual(["12-02T04:00", 2]);
    expect(next(versions, wednesday - 2 * HOUR, wednesday + HOUR)).toEqual(["12-02T04:00", 2]);
    // Nothing of the new version is due before it begins, and nothing by hours after it went by the clock.
    expect(next([versionOf(clock("08:00")), later(afterLast(6))], NOON, NOON)).toEqual(["12-02T00:00", 2]);
    expect(next([versionOf(afterLast(48)), later(clock("08:00"))], NOON, NOON)).toBeNull();
  });

  it("holds on a screen from its moment on, whenever the answer came", () => {
    const [current, coming] = [versionOf(clock("08:00")), later(clock("20:00"))];
    const plan = { current, coming: [coming] };
    expect(getValidPlan(plan, wednesday - 1)).toBe(plan);
    expect(getValidPlan(plan, wednesday)).toEqual({ current: coming, coming: [] });
    expect(getValidPlan(plan, wednesday + 9 * DAY).current.version).toBe(2);
  });
});

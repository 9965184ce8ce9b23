import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { findScheduleProblem, type Schedule } from "./schedule.ts";
import { findSlotAfterLast, listPlannedSlots, listSlotsOfVersion, type PlanVersion } from "./slots.ts";

const at = (text: string) => Date.parse(text);
const twice: Schedule = {
  kind: "clock",
  times: [
    { at: "08:00", amount: 1 },
    { at: "20:00", amount: 0.5 },
  ],
  days: { everyDays: 1 },
};
const versionOf = (schedule: Schedule, overrides: Partial<PlanVersion> = {}): PlanVersion => ({
  version: 1,
  schedule,
  firstDay: "2026-01-01",
  lastDay: null,
  timeZone: "Europe/Berlin",
  effectiveFrom: at("2026-01-01T00:00:00Z"),
  ...overrides,
});
const times = (schedule: Schedule, from: string, to: string, overrides: Partial<PlanVersion> = {}) =>
  listSlotsOfVersion(versionOf(schedule, overrides), { from, to }).map(({ slot, dueAt }) => [
    slot.slice(0, 16),
    new Date(dueAt).toISOString().slice(0, 16),
  ]);

describe("planned doses", () => {
  it("are at the plan's times by the clock of the plan, also when clocks change", () => {
    expect(times(twice, "2026-03-28", "2026-03-29")).toEqual([
      ["2026-03-28T08:00", "2026-03-28T07:00"],
      ["2026-03-29T08:00", "2026-03-29T06:00"],
      ["2026-03-28T20:00", "2026-03-28T19:00"],
      ["2026-03-29T20:00", "2026-03-29T18:00"],
    ]);
  });

  const nightly: Schedule = {
    kind: "clock",
    times: [{ at: "02:30", amount: 1 }],
    days: { everyDays: 1 },
  };
  it.each([
    ["Europe/Berlin", "2026-03-29", "2026-03-29T01:30"],
    ["Europe/Berlin", "2026-10-25", "2026-10-25T00:30"],
    ["America/New_York", "2026-03-08", "2026-03-08T07:30"],
    ["America/New_York", "2026-11-01", "2026-11-01T07:30"],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T15:30"],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T16:00"],
    ["Asia/Kolkata", "2026-03-29", "2026-03-28T21:00"],
    ["America/Santiago", "2026-09-06", "2026-09-06T05:30"],
    ["Pacific/Apia", "2026-03-29", "2026-03-28T13:30"],
  ])("at half past two in %s on %s are one dose", (timeZone, day, instant) => {
    expect(times(nightly, day, day, { timeZone, firstDay: day })).toEqual([[`${day}T02:30`, instant]]);
  });

  it("are once a day, in any zone and on any day: a property", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          "Europe/Berlin",
          "America/New_York",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "Asia/Kolkata",
          "America/Santiago",
        ),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 700 }),
        (timeZone, minute, offset) => {
          const day = new Date(at("2025-01-01") + offset * DAY).toISOString().slice(0, 10);
          const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
          const schedule: Schedule = {
            kind: "clock",
            times: [{ at: clock, amount: 1 }],
            days: { everyDays: 1 },
          };
          const slots = listSlotsOfVersion(versionOf(schedule, { timeZone, firstDay: "2025-01-01" }), {
            from: day,
            to: day,
          });
          expect(slots.map(({ slot }) => slot)).toEqual([`${day}T${clock}[${timeZone}]`]);
        },
      ),
    );
  });

  it("every eight hours by the clock stay at 0, 8 and 16 o'clock", () => {
    const schedule: Schedule = { kind: "everyHours", hours: 8, from: "00:00", amount: 1 };
    expect(times(schedule, "2026-10-25", "2026-10-25").map(([slot]) => slot)).toEqual([
      "2026-10-25T00:00",
      "2026-10-25T08:00",
      "2026-10-25T16:00",
    ]);
  });

  it("eight hours after the last dose are eight hours, over a change of clocks too", () => {
    const version = versionOf({ kind: "afterLast", hours: 8, amount: 1 });
    const given = at("2026-10-24T22:00:00Z");
    expect(findSlotAfterLast(version, given)).toMatchObject({
      slot: "2026-10-25T06:00:00.000Z",
      dueAt: given + 8 * HOUR,
    });
    expect(findSlotAfterLast(version, null)!.dueAt).toBe(version.effectiveFrom);
  });

  it("of weekdays, of each second week and of days of the month", () => {
    const on = (days: Extract<Schedule, { kind: "clock" }>["days"], from: string, to: string) =>
      times({ kind: "clock", times: [{ at: "08:00", amount: 1 }], days }, from, to).map(([slot]) =>
        slot!.slice(8, 10),
      );
    expect(on({ weekdays: ["MO", "TH"] }, "2026-11-16", "2026-11-29")).toEqual(["16", "19", "23", "26"]);
    expect(on({ everyWeeks: 2 }, "2026-01-01", "2026-02-15")).toEqual(["01", "15", "29", "12"]);
    expect(on({ monthDays: [1, 15] }, "2026-11-01", "2026-12-02")).toEqual(["01", "15", "01"]);
  });

  it("of a taper follow its steps", () => {
    const step = (from: string, until: string | null, amount: number) => ({
      from,
      until,
      schedule: {
        kind: "clock" as const,
        times: [{ at: "08:00", amount }],
        days: { everyDays: 1 },
      },
    });
    const schedule: Schedule = {
      kind: "steps",
      steps: [
        step("2026-11-01", "2026-11-02", 4),
        step("2026-11-03", "2026-11-03", 2),
        step("2026-11-05", null, 1),
      ],
    };
    const slots = listSlotsOfVersion(versionOf(schedule, { lastDay: "2026-11-06" }), {
      from: "2026-10-30",
      to: "2026-11-10",
    });
    expect(slots.map(({ slot, amount }) => [slot.slice(8, 10), amount])).toEqual([
      ["01", 4],
      ["02", 4],
      ["03", 2],
      ["05", 1],
      ["06", 1],
    ]);
    const overlapping: Schedule = {
      kind: "steps",
      steps: [step("2026-11-01", "2026-11-03", 4), step("2026-11-03", null, 2)],
    };
    expect(findScheduleProblem(schedule)).toBeNull();
    expect(findScheduleProblem(overlapping)).toMatchObject({ path: "steps.1.from" });
  });

  it("keep the version under which they were due", () => {
    const noon = at("2026-11-20T12:00:00Z");
    const evening: Schedule = {
      kind: "clock",
      times: [{ at: "21:00", amount: 2 }],
      days: { everyDays: 1 },
    };
    const versions = [versionOf(twice), versionOf(evening, { version: 2, effectiveFrom: noon })];
    const slots = listPlannedSlots(versions, { from: "2026-11-20", to: "2026-11-21" }, null);
    expect(slots.map(({ slot, version }) => [slot.slice(8, 16), version])).toEqual([
      ["20T08:00", 1],
      ["20T21:00", 2],
      ["21T21:00", 2],
    ]);
    // After its end a plan has no doses.
    expect(listPlannedSlots(versions, { from: "2026-11-20", to: "2026-11-22" }, noon + DAY)).toHaveLength(2);
  });

  it("don't include a version that was replaced before it began", () => {
    const at8 = at("2026-11-20T09:00:00Z");
    const evening: Schedule = { kind: "clock", times: [{ at: "21:00", amount: 2 }], days: { everyDays: 1 } };
    const versions = [
      versionOf(twice),
      versionOf(evening, { version: 2, effectiveFrom: at8 + 2 * DAY }),
      versionOf(twice, { version: 3, effectiveFrom: at8 }),
    ];
    const slots = listPlannedSlots(versions, { from: "2026-11-20", to: "2026-11-23" }, null);
    expect(slots.map(({ slot, version }) => [slot.slice(8, 16), version])).toEqual([
      ["20T08:00", 1],
      ...["20T20:00", "21T08:00", "21T20:00", "22T08:00", "22T20:00", "23T08:00", "23T20:00"].map((slot) => [
        slot,
        3,
      ]),
    ]);
  });

  it("of a plan that moves to another zone are apart, although they have the same hour", () => {
    const moved = versionOf(twice, {
      version: 2,
      timeZone: "America/New_York",
      effectiveFrom: at("2026-11-20T09:00:00Z"),
    });
    const slots = listPlannedSlots([versionOf(twice), moved], { from: "2026-11-20", to: "2026-11-20" }, null);
    expect(slots.map(({ slot }) => slot)).toEqual([
      "2026-11-20T08:00[Europe/Berlin]",
      "2026-11-20T08:00[America/New_York]",
      "2026-11-20T20:00[America/New_York]",
    ]);
  });
});

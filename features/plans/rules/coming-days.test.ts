import { describe, expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { findNextSlot, listComingDays, listSlotsAroundMove } from "./coming-days.ts";
import type { Schedule } from "./schedule.ts";
import type { PlanVersion } from "./slots.ts";

const at = (text: string) => Date.parse(text);
const versionOf = (schedule: Schedule, overrides: Partial<PlanVersion> = {}): PlanVersion => ({
  version: 1,
  schedule,
  firstDay: "2026-11-01",
  lastDay: null,
  timeZone: "Europe/Berlin",
  effectiveFrom: at("2026-11-01T00:00:00Z"),
  ...overrides,
});
const once = (time: string): Schedule => ({
  kind: "clock",
  times: [{ at: time, amount: 1 }],
  days: { everyDays: 1 },
});

describe("the coming days", () => {
  it("begin with today's remaining doses, by the clock of the plan", () => {
    const version = versionOf({
      kind: "clock",
      times: [
        { at: "08:00", amount: 1 },
        { at: "00:30", amount: 1 },
      ],
      days: { everyDays: 1 },
    });
    const days = listComingDays([version], {
      now: at("2026-11-25T23:10:00Z"),
      count: 2,
      timeZone: "Europe/Berlin",
    });
    expect(days.map(({ day, slots }) => [day, slots.map(({ slot }) => slot.slice(11, 16))])).toEqual([
      ["2026-11-26", ["00:30", "08:00"]],
      ["2026-11-27", ["00:30", "08:00"]],
    ]);
  });

  it("have a skipped time once, later", () => {
    const version = versionOf(once("02:30"), { firstDay: "2027-03-01" });
    const [, sunday] = listComingDays([version], {
      now: at("2027-03-27T12:00:00Z"),
      count: 3,
      timeZone: "Europe/Berlin",
    });
    expect(sunday!.slots.map(({ dueAt }) => new Date(dueAt).toISOString())).toEqual([
      "2027-03-28T01:30:00.000Z",
    ]);
  });
});

describe("the next dose", () => {
  const next = (
    schedule: Schedule,
    now: string,
    overrides: Partial<PlanVersion> = {},
    endedAt: number | null = null,
  ) => findNextSlot([versionOf(schedule, overrides)], at(now), endedAt)?.slot.slice(0, 16) ?? null;
  it("is found a year away, and not after the end", () => {
    expect(next(once("08:00"), "2026-11-25T07:30:00Z")).toBe("2026-11-26T08:00");
    expect(next(once("08:00"), "2026-11-25T07:00:00Z")).toBe("2026-11-25T08:00");
    const rare: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 366 } };
    expect(next(rare, "2026-11-25T07:30:00Z")).toBe("2027-11-02T08:00");
    expect(next(once("08:00"), "2026-11-25T07:00:00Z", { firstDay: "2027-06-01" })).toBe("2027-06-01T08:00");
    expect(next(once("08:00"), "2026-11-25T07:30:00Z", { lastDay: "2026-11-25" })).toBeNull();
    expect(next(once("08:00"), "2026-11-25T07:30:00Z", {}, at("2026-11-25T12:00:00Z"))).toBeNull();
    expect(next({ kind: "asNeeded", amount: 1, most: null }, "2026-11-25T07:30:00Z")).toBeNull();
  });
});

describe("a move to another zone", () => {
  it.each([
    // West: the day is longer.
    ["America/New_York", "2026-11-26T05:00:00Z", "2026-11-25T20:00", "2026-11-26T20:00", 30],
    // East: it is shorter.
    ["Asia/Kolkata", "2026-11-25T18:30:00Z", "2026-11-24T20:00", "2026-11-26T20:00", 43.5],
    ["Asia/Kolkata", "2026-11-25T20:00:00Z", "2026-11-25T20:00", "2026-11-26T20:00", 19.5],
  ])("to %s at %s shows both doses and the hours between them", (timeZone, from, last, first, hours) => {
    const around = listSlotsAroundMove([versionOf(once("20:00"))], { from: at(from), timeZone });
    expect(around.last!.slot.slice(0, 16)).toBe(last);
    expect(around.first!.slot.slice(0, 16)).toBe(first);
    expect((around.first!.dueAt - around.last!.dueAt) / HOUR).toBe(hours);
  });
});

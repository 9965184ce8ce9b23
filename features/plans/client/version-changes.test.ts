import { expect, it } from "vitest";
import type { Schedule } from "../rules/schedule.ts";
import { formatFrom, formatScheduleChange } from "./version-changes.ts";

const daily = (...times: [string, number][]): Schedule => ({
  kind: "clock",
  times: times.map(([at, amount]) => ({ at, amount })),
  days: { everyDays: 1 },
});
const change = (before: Schedule, after: Schedule) =>
  formatScheduleChange(before, after, { unit: "tablet", locale: "de" });

it("has the former amount or the former times alone where nothing else differs", () => {
  expect(change(daily(["08:00", 1]), daily(["08:00", 2]))).toBe("2 tablets at 08:00, every day, was 1");
  expect(change(daily(["08:00", 0.5]), daily(["08:00", 1.5]))).toBe("1,5 tablets at 08:00, every day, was ½");
  expect(change(daily(["20:00", 1], ["08:00", 1]), daily(["09:00", 1]))).toBe(
    "1 tablet at 09:00, every day, was at 08:00 and 20:00",
  );
  const whenNeeded = (amount: number): Schedule => ({ kind: "asNeeded", amount, most: null });
  expect(change(whenNeeded(1), whenNeeded(2))).toBe("2 tablets when needed, was 1");
});

it("has all of the former schedule where more differs, and nothing where nothing does", () => {
  expect(change(daily(["08:00", 1]), daily(["09:00", 2]))).toBe(
    "2 tablets at 09:00, every day, was 1 tablet at 08:00, every day",
  );
  expect(change(daily(["08:00", 1], ["20:00", 2]), daily(["08:00", 2], ["20:00", 2]))).toBe(
    "2 tablets at 08:00 and 20:00, every day, was 1 tablet at 08:00 and 2 tablets at 20:00, every day",
  );
  const weekly: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyWeeks: 1 } };
  expect(change(weekly, daily(["08:00", 1]))).toBe(
    "1 tablet at 08:00, every day, was 1 tablet at 08:00, once a week",
  );
  expect(change(weekly, weekly)).toBe("1 tablet at 08:00, once a week");
});

it("names the day on which a change begins as people do", () => {
  const from = (day: string) => formatFrom(day, "2026-11-28");
  expect(["2026-11-28", "2026-11-29", "2026-12-02", "2026-12-04"].map(from)).toEqual([
    "From now on",
    "From tomorrow",
    "From Wednesday",
    "From Friday",
  ]);
  expect(from("2026-12-05")).toBe("From Dec 5, 2026");
});

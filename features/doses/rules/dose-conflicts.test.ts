import { describe, expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { findFirstAllowed } from "./dose-conflicts.ts";

describe("by the limits that were entered", () => {
  const limits = { minGapMinutes: 240, maxCount: 2, maxAmount: null, windowHours: 24, sameDoseMinutes: null };
  const given = (id: string, hours: number) => ({ id, slot: null, givenAt: hours * HOUR, amount: 1 });

  it("the next dose is after the gap, and after the window once it is full", () => {
    expect(findFirstAllowed(limits, [], 1, 10 * HOUR)).toBe(10 * HOUR);
    expect(findFirstAllowed(limits, [given("a", 9)], 1, 10 * HOUR)).toBe(13 * HOUR);
    expect(findFirstAllowed(limits, [given("a", 1), given("b", 9)], 1, 10 * HOUR)).toBe(25 * HOUR);
    expect(findFirstAllowed({ ...limits, maxAmount: 0.5 }, [], 1, 0)).toBeNull();
  });
});

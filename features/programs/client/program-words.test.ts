import { expect, it } from "vitest";
import { describeDayRange, describeRecurrence } from "./program-words.ts";

it.each([
  [1, 14, "Day 1–14"],
  [0, 6, "Day 0–6"],
  [3, 3, "Day 3"],
  [-14, -1, "Day −14 to −1"],
  [-2, 5, "Day −2 to 5"],
])("a phase shows its days: %i to %i", (start, end, words) => {
  expect(describeDayRange({ start, end })).toBe(words);
});

it("an activity shows its frequency", () => {
  const weekly = { pattern: "weekly" as const, weekly: { byWeekdays: ["MO" as const, "TU" as const] } };
  expect(describeRecurrence({ isRecurring: true, recurrence: weekly })).toBe("Every Mon, Tue");
  expect(describeRecurrence({ isRecurring: false, recurrence: weekly })).toBe("One time");
  expect(describeRecurrence({ isRecurring: true, recurrence: null })).toBe("No recurrence chosen yet");
});

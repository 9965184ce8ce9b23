import { expect, it } from "vitest";
import { dayRangeWords, recurrenceWords } from "./program-words.ts";

it.each([
  [1, 14, "Day 1–14"],
  [0, 6, "Day 0–6"],
  [3, 3, "Day 3"],
  [-14, -1, "Day −14 to −1"],
  [-2, 5, "Day −2 to 5"],
])("a phase shows its days: %i to %i", (start, end, words) => {
  expect(dayRangeWords({ start, end })).toBe(words);
});

it("an activity shows its frequency", () => {
  const weekly = { pattern: "weekly" as const, weekly: { byWeekdays: ["MO" as const, "TU" as const] } };
  expect(recurrenceWords({ isRecurring: true, recurrence: weekly })).toBe("Every Mon, Tue");
  expect(recurrenceWords({ isRecurring: false, recurrence: weekly })).toBe("One time");
  expect(recurrenceWords({ isRecurring: true, recurrence: null })).toBe("No recurrence chosen yet");
});

import { describe, expect, it } from "vitest";
import { describeDay, describeMonth, listMonthDays } from "./month-days.ts";

const NOTES = [
  { day: "2027-03-05", notes: 3, medicationLists: 1, tagged: 2, tags: [{ tag: "sleep", count: 2 }] },
  { day: "2027-03-09", notes: 1, medicationLists: 0, tagged: 0, tags: [{ tag: "walk", count: 1 }] },
];
const MISSED = [
  { day: "2027-03-01", count: 2 },
  { day: "2027-03-05", count: 1 },
];
const days = listMonthDays(NOTES, MISSED);

describe("a month", () => {
  it("has the days with notes and those with missed tasks, in order", () => {
    expect([...days.keys()]).toEqual(["2027-03-01", "2027-03-05", "2027-03-09"]);
    expect(days.get("2027-03-01")).toEqual({
      notes: 0,
      medicationLists: 0,
      tagged: 0,
      tags: [],
      missedTasks: 2,
    });
  });

  it.each([
    ["2027-03-01", "2 missed tasks"],
    ["2027-03-05", "3 notes, tags: sleep (2); new list of medications; 1 missed task"],
    ["2027-03-09", "1 note, tags: walk"],
  ])("says of %s: %s", (day, words) => {
    expect(describeDay(days.get(day)!)).toBe(words);
  });

  it("is summed up in a sentence, with the days of the chosen tag", () => {
    expect(describeMonth(days.values(), "")).toBe(
      "4 notes on 2 days, 1 new list of medications, 3 missed tasks",
    );
    expect(describeMonth(days.values(), "sleep")).toBe(
      "4 notes on 2 days, “sleep” on 1 day, 1 new list of medications, 3 missed tasks",
    );
    expect(describeMonth([], "")).toBe("No notes");
  });
});

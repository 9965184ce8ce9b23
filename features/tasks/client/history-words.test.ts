import { expect, it } from "vitest";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import { NO_DATES } from "../rules.ts";
import { describeDay, describeEntry } from "./history-words.ts";

const ZONE = "Europe/Berlin";
const at = (day: string, minutes: number) => getDayStart(day, ZONE) + minutes * 60_000;
const entry = (state: string, fields: object = {}) =>
  ({
    state,
    task: {
      ...NO_DATES,
      _id: "t",
      status: "pending",
      completedAt: null,
      completedByName: null,
      pausedSince: null,
      dateOnly: true,
      scheduledDay: "2027-03-05",
      ...fields,
    },
  }) as Parameters<typeof describeEntry>[0];
const AT_EIGHT = { dateOnly: false, scheduledDate: at("2027-03-05", 480) };
const BY_ANNA = { completedAt: at("2027-03-05", 492), completedByName: "Anna Keller" };

it.each([
  [entry("done", { ...AT_EIGHT, ...BY_ANNA }), "8:00 AM: done, Anna Keller, 8:12 AM"],
  [entry("done", BY_ANNA), "Done, Anna Keller, 8:12 AM"],
  [
    entry("late", { ...AT_EIGHT, ...BY_ANNA, completedAt: at("2027-03-06", 60) }),
    "8:00 AM: done late, Anna Keller, Mar 6, 2027, 1:00 AM",
  ],
  [entry("done", { completedAt: at("2027-03-05", 60) }), "Done, 1:00 AM"],
  [entry("missed", AT_EIGHT), "8:00 AM: missed"],
  [entry("cancelled"), "Cancelled"],
])("says what became of a task: %#", (one, words) => {
  expect(describeEntry(one, ZONE)).toBe(words);
});

it("reads a day out, and counts when it has many", () => {
  expect(describeDay([], ZONE)).toBe("none planned");
  expect(describeDay([entry("done", AT_EIGHT), entry("missed")], ZONE)).toBe("8:00 AM: done; Missed");
  const five = ["done", "done", "done", "late", "missed"].map((state) => entry(state));
  expect(describeDay(five, ZONE)).toBe("4 of 5 done, 1 of them late, 1 missed");
});

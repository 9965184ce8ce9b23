import { expect, it } from "vitest";
import { describeMinute } from "../../../lib/dates/minute-words.ts";
import { addPerson, FIRST_SETUP } from "../rules.ts";
import { formatMinutes, formatPreview } from "./preview.ts";

it("formats the steps with their times, over midnight too", () => {
  const setup = addPerson(FIRST_SETUP, "ben");
  const preview = (dueMinute: number) =>
    formatPreview(setup, { kind: "task-due", dueMinute, nameOf: () => "Ben", clockOf: describeMinute }).map(
      ({ times, who }) => `${times} ${who}`,
    );
  expect(preview(480)).toEqual([
    "8:00 AM whoever has the task",
    "8:10 AM, 8:20 AM, 8:30 AM the same again",
    "9:00 AM Ben",
    "9:30 AM everyone who leads the notebook",
  ]);
  expect(preview(1410).slice(2)).toEqual(["12:30 AM Ben", "1:00 AM everyone who leads the notebook"]);
});

it("formats minutes in words", () => {
  expect([5, 60, 61, 90, 120].map(formatMinutes)).toEqual([
    "5 minutes",
    "1 hour",
    "1 hour 1 minute",
    "1 hour 30 minutes",
    "2 hours",
  ]);
});

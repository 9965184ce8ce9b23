import { expect, it } from "vitest";
import { FIRST_SETUP, withPerson } from "../rules.ts";
import { minutesInWords, previewOf } from "./preview.ts";

it("says in words what happens when, over midnight too", () => {
  const setup = withPerson(FIRST_SETUP, "ben");
  const preview = (dueMinute: number) =>
    previewOf(setup, { kind: "task-due", dueMinute, nameOf: () => "Ben" }).map(
      ({ times, who }) => `${times} ${who}`,
    );
  expect(preview(480)).toEqual([
    "08:00 whoever has the task",
    "08:10, 08:20, 08:30 the same again",
    "09:00 Ben",
    "09:30 everyone who leads the notebook",
  ]);
  expect(preview(1410).slice(2)).toEqual(["00:30 Ben", "01:00 everyone who leads the notebook"]);
});

it("writes minutes as people say them", () => {
  expect([5, 60, 61, 90, 120].map(minutesInWords)).toEqual([
    "5 minutes",
    "1 hour",
    "1 hour 1 minute",
    "1 hour 30 minutes",
    "2 hours",
  ]);
});

import { expect, it } from "vitest";
import { findTaskErrors } from "./task-errors.ts";
import { emptyTask } from "./task-values.ts";

const task = { ...emptyTask("a notebook", "2026-03-05"), title: "Walk" };

it.each([
  [{}, {}],
  [{ title: "  " }, { title: "Please enter a title" }],
  [{ title: "x".repeat(201) }, { title: "A title may have at most 200 characters" }],
  [{ description: "x".repeat(5001) }, { description: "A description may have at most 5000 characters" }],
  [{ diaryId: "" }, { diaryId: "Please choose a notebook" }],
  [{ dueDay: "2026-03-04" }, { dueDay: "It can't be due before the day it is for" }],
  [{ endDay: "2026-03-04" }, { endDay: "It can't end before it is due" }],
  [{ dueDay: "2026-03-06", dueTime: "08:00" }, { time: "Please give a time as well, or no time at all" }],
])("a form with %j shows %j", (change, errors) => {
  expect(findTaskErrors({ ...task, ...change }, "Europe/Berlin")).toEqual(errors);
});

import { expect, test } from "vitest";
import type { ProgramTask } from "../../../lib/api.ts";
import { getDayHeading, groupByDay } from "./day-groups.ts";
import {
  describeLate,
  describePhase,
  describePhaseStatus,
  describePhaseTask,
  describeState,
  describeTask,
} from "./progress-words.ts";

test("a program shows its phase, its number of tasks and its status", () => {
  expect(describePhase({ currentPhase: 2, phaseCount: 5 })).toBe("Phase 2 of 5");
  expect(describePhase({ currentPhase: 0, phaseCount: 0 })).toBeNull();
  expect(describeTask({ completedTasks: 0, totalTasks: 1 })).toBe("0 of 1 task");
  expect(describeState({ status: "active", pausedUntil: null }, "UTC")).toBeNull();
  expect(describeState({ status: "completed", pausedUntil: null }, "UTC")).toBe("Completed");
  expect(describeState({ status: "paused", pausedUntil: null }, "UTC")).toBe("Paused");
  const until = Date.parse("2027-03-28T22:00:00Z");
  expect(describeState({ status: "paused", pausedUntil: until }, "Europe/Berlin")).toBe(
    "Paused until Mar 29, 2027",
  );
});

const task = (_id: string, at: string | null, more: Partial<ProgramTask> = {}) =>
  ({ _id, status: "pending", scheduledDate: at && Date.parse(at), dueDate: null, ...more }) as ProgramTask;

test("tasks are grouped by days of the notebook's time zone, across a change of clocks", () => {
  const groups = groupByDay(
    [
      task("a", "2027-03-27T23:00:00Z"),
      task("b", "2027-03-28T06:00:00Z"),
      task("c", "2027-03-28T22:00:00Z"),
      task("d", null),
    ],
    "Europe/Berlin",
  );
  expect(groups.map(({ day, tasks }) => [day, tasks.map(({ _id }) => _id)])).toEqual([
    ["2027-03-28", ["a", "b"]],
    ["2027-03-29", ["c"]],
    ["", ["d"]],
  ]);
});

test("days around today have names", () => {
  expect(getDayHeading("2027-03-28", "2027-03-28")).toMatch(/^Today, /);
  expect(getDayHeading("2027-03-29", "2027-03-28")).toMatch(/^Tomorrow, /);
  expect(getDayHeading("2027-03-27", "2027-03-28")).toMatch(/^Yesterday, /);
  expect(getDayHeading("", "2027-03-28")).toBe("No date");
});

test("a phase says whether it was carried out, and whether tasks remain", () => {
  const phase = { status: "active", endDate: 99, totalTasks: 12, completedTasks: 3 } as const;
  expect(describePhaseStatus(phase, 100)).toBe("Open tasks left");
  expect(describePhaseStatus({ ...phase, endDate: 100 }, 100)).toBe("Now");
  expect(describePhaseStatus({ ...phase, status: "upcoming", endDate: 200 }, 100)).toBe("To come");
  const over = { ...phase, status: "completed" } as const;
  expect(describePhaseStatus({ ...over, completedTasks: 12 }, 100)).toBe("Completed");
  expect(describePhaseStatus(over, 100)).toBe("Over");
  expect(describePhaseStatus({ ...over, completedTasks: 0 }, 100)).toBe("Not carried out");
  expect(describePhaseStatus({ ...over, totalTasks: 0, completedTasks: 0 }, 100)).toBe("Not carried out");
});

test("a phase says how its tasks ended", () => {
  const counts = { totalTasks: 12, completedTasks: 3, overdueTasks: 9, expiredTasks: 9, cancelledTasks: 0 };
  expect(describePhaseTask(counts)).toBe("3 of 12 done, 9 expired");
  expect(describePhaseTask({ ...counts, expiredTasks: 7 })).toBe("3 of 12 done, 2 overdue, 7 expired");
  const cancelled = { ...counts, totalTasks: 3, overdueTasks: 0, expiredTasks: 0, cancelledTasks: 9 };
  expect(describePhaseTask(cancelled)).toBe("3 of 3 done, 9 cancelled");
});

test("overdue and expired tasks have different words, as on the tasks page", () => {
  expect(describeLate({ overdueTasks: 0, expiredTasks: 0 })).toEqual([]);
  expect(describeLate({ overdueTasks: 2, expiredTasks: 0 })).toEqual(["2 overdue"]);
  expect(describeLate({ overdueTasks: 15, expiredTasks: 13 })).toEqual(["2 overdue", "13 expired"]);
  expect(describeLate({ overdueTasks: 13, expiredTasks: 13 })).toEqual(["13 expired"]);
});

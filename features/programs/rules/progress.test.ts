import { describe, expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import {
  computeAdherence,
  computePercentage,
  getCurrentPhase,
  getPhaseStatus,
  getSummaryStatus,
} from "./progress.ts";

describe("the figures of a program", () => {
  it.each([
    [0, 0, 0],
    [0, 3, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [199, 200, 100],
    [3, 3, 100],
  ])("%i of %i tasks are %i percent", { tags: spec("CORE-575 CORE-576") }, (completed, total, expected) => {
    expect(computePercentage(completed, total)).toBe(expected);
  });

  it.each([
    [0, 0, 0],
    [0, 3, 1],
    [2, 3, 3],
    [3, 3, 3],
  ])(
    "with %i of %i phases completed it is in phase %i",
    { tags: spec("CORE-574") },
    (completed, count, expected) => {
      expect(getCurrentPhase(completed, count)).toBe(expected);
    },
  );

  it.each([
    [0, 0, 0],
    [5, 0, 100],
    [0, 5, 0],
    [7, 8, 46.67],
  ])("%i completed and %i overdue tasks make an adherence of %d percent", (completed, overdue, expected) => {
    expect(computeAdherence(completed, overdue)).toBe(expected);
  });

  it.each([
    ["active", "active"],
    ["completed", "completed"],
    ["paused", "other"],
    ["cancelled", "other"],
  ] as const)("%s counts as %s in the summary", { tags: spec("CORE-565") }, (status, expected) => {
    expect(getSummaryStatus(status)).toBe(expected);
  });
});

describe("a phase", () => {
  const phase = {
    status: "upcoming",
    startDate: 100,
    endDate: 200,
    totalTasks: 2,
    completedTasks: 0,
    expiredTasks: 0,
  } as const;

  it.each([
    [99, "upcoming"],
    [100, "active"],
    [200, "active"],
    [201, "active"],
  ])("with open tasks is at %i %s", (at, expected) => {
    expect(getPhaseStatus(phase, at)).toBe(expected);
  });

  it.each([
    [99, "upcoming"],
    [100, "active"],
    [200, "active"],
    [201, "completed"],
  ])("without tasks is at %i %s", (at, expected) => {
    expect(getPhaseStatus({ ...phase, totalTasks: 0 }, at)).toBe(expected);
  });

  it.each([
    [200, "active"],
    [201, "completed"],
  ])("whose open tasks have all expired is at %i %s", (at, expected) => {
    expect(getPhaseStatus({ ...phase, expiredTasks: 2 }, at)).toBe(expected);
    expect(getPhaseStatus({ ...phase, completedTasks: 1, expiredTasks: 1 }, at)).toBe(expected);
  });

  it("stays completed or skipped whatever the day", () => {
    for (const status of ["completed", "skipped"] as const)
      for (const at of [0, 150, 300]) expect(getPhaseStatus({ ...phase, status }, at)).toBe(status);
  });
});

import { describe, expect, it } from "vitest";
import { NO_DATES } from "../rules.ts";
import { getLateness, isForReader } from "./due.ts";
import type { TaskTimes } from "./states.ts";

const at = (clock: string) => Date.parse(`2027-03-${clock}Z`);
const task = (fields: Partial<TaskTimes>): TaskTimes => ({
  ...NO_DATES,
  status: "pending",
  timeZone: "UTC",
  addedToTodayAt: null,
  pausedSince: null,
  ...fields,
});

describe("lateness", () => {
  const pill = task({ scheduledDate: at("10T08:00"), scheduledDay: "2027-03-10" });
  const walk = task({ dateOnly: true, scheduledDay: "2027-03-10" });

  it("is late from its hour on, and overdue once its day is over", () => {
    expect(getLateness(pill, at("10T08:00"))).toBeNull();
    expect(getLateness(pill, at("10T12:00"))).toBe("late");
    expect(getLateness(pill, at("11T00:00"))).toBe("overdue");
  });

  it("is never late for a whole day, which is overdue once it is over", () => {
    expect(getLateness(walk, at("10T23:59"))).toBeNull();
    expect(getLateness(walk, at("11T00:00"))).toBe("overdue");
  });

  it("is neither while a task is finished, expired, paused or taken up for today", () => {
    const now = at("12T12:00");
    const others: Partial<TaskTimes>[] = [
      { status: "completed" },
      { status: "cancelled" },
      { endDate: at("11T12:00"), endDay: "2027-03-11" },
      { pausedSince: at("09T12:00") },
      { addedToTodayAt: at("12T09:00") },
    ];
    for (const fields of others) expect(getLateness({ ...pill, ...fields }, now)).toBeNull();
    expect(getLateness({ ...pill, addedToTodayAt: at("11T09:00") }, now)).toBe("overdue");
  });
});

it("a task is the reader's when they may do it and it is theirs or nobody's", () => {
  const forMe = (assignedTo: string | null, canSetStatus = true) =>
    isForReader({ assignedTo, canSetStatus }, "me");
  expect([forMe("me"), forMe(null), forMe("another"), forMe(null, false)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

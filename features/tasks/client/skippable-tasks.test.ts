import { describe, expect, it } from "vitest";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { spec } from "../../../test/spec.ts";
import { getSkippableTasks } from "./skippable-tasks.ts";

const ZONE = "Europe/Berlin";
const DAY = 24 * 3_600_000;
/** Noon in Berlin. */
const NOW = Date.parse("2027-03-10T12:00:00+01:00");

type Skippable = Parameters<typeof getSkippableTasks>[0][number];

/** A task that is due some days from now (negative: ago), by default one of the program's daily walks. */
const task = (_id: string, days: number | null, more: Partial<Skippable> = {}): Skippable => {
  const dueDate = days === null ? null : NOW + days * DAY;
  return {
    _id,
    status: "pending",
    dateOnly: false,
    timeZone: ZONE,
    scheduledDate: null,
    scheduledDay: null,
    dueDate,
    dueDay: dueDate === null ? null : toDayInZone(dueDate, ZONE),
    endDate: null,
    endDay: null,
    addedToTodayAt: null,
    pausedSince: null,
    activityTemplateId: "walk",
    linkedDiaryProgramId: "hip",
    seriesId: null,
    ...more,
  };
};

const skippable = (...tasks: Skippable[]) => [...getSkippableTasks(tasks, NOW)].sort();

const ALONE = { activityTemplateId: null, linkedDiaryProgramId: null };

describe("the tasks that have a skip button", () => {
  it("include overdue ones of a program's activity with a later unfinished one", {
    tags: spec("WORK-382"),
  }, () => {
    expect(skippable(task("two days ago", -2), task("tomorrow", 1))).toEqual(["two days ago"]);
    expect(skippable(task("tomorrow", 1), task("yesterday", -1), task("two days ago", -2))).toEqual([
      "two days ago",
      "yesterday",
    ]);
    // The later one may be overdue itself; it is the one to do then.
    expect(skippable(task("two days ago", -2), task("yesterday", -1))).toEqual(["two days ago"]);
    expect(skippable(task("two days ago", -2), task("begun", 1, { status: "in_progress" }))).toEqual([
      "two days ago",
    ]);
  });

  it("don't include upcoming, expired, paused or finished ones", { tags: spec("WORK-383") }, () => {
    expect(skippable(task("tomorrow", 1), task("the day after", 2))).toEqual([]);
    expect(skippable(task("expired", -2, { endDate: NOW - DAY }), task("tomorrow", 1))).toEqual([]);
    const pausedSince = NOW - 3 * DAY;
    expect(skippable(task("paused", -2, { pausedSince }), task("tomorrow", 1, { pausedSince }))).toEqual([]);
    for (const status of ["completed", "cancelled"] as const)
      expect(skippable(task(status, -2, { status }), task("tomorrow", 1))).toEqual([]);
  });

  it("don't include single ones outside programs", { tags: spec("WORK-384") }, () => {
    expect(skippable(task("alone", -2, ALONE), task("another", 1, ALONE))).toEqual([]);
    expect(skippable(task("alone", -2, ALONE), task("a walk", 1))).toEqual([]);
    // Linked to a program, but not to one of its activities.
    const unplanned = { activityTemplateId: null };
    expect(skippable(task("unplanned", -2, unplanned), task("another", 1, unplanned))).toEqual([]);
  });

  it("don't include those whose only later one is finished", { tags: spec("WORK-385") }, () => {
    for (const status of ["completed", "cancelled"] as const)
      expect(skippable(task("two days ago", -2), task("later", 1, { status }))).toEqual([]);
  });

  it("don't include those without a later one of the same activity", { tags: spec("WORK-386") }, () => {
    expect(skippable(task("two days ago", -2))).toEqual([]);
    expect(skippable(task("two days ago", -2), task("undated", null))).toEqual([]);
    expect(skippable(task("two days ago", -2), task("stairs", 1, { activityTemplateId: "stairs" }))).toEqual(
      [],
    );
    expect(skippable(task("two days ago", -2), task("earlier", -3, { status: "completed" }))).toEqual([]);
  });

  it("don't include those whose later one is of another program", { tags: spec("WORK-387") }, () => {
    const other = { linkedDiaryProgramId: "hip, activated again" };
    expect(skippable(task("two days ago", -2), task("tomorrow", 1, other))).toEqual([]);
  });

  it("include overdue ones of a repeated task, each series by itself", () => {
    const series = (seriesId: string) => ({ ...ALONE, seriesId });
    expect(skippable(task("drops", -2, series("a")), task("drops, later", 1, series("a")))).toEqual([
      "drops",
    ]);
    expect(skippable(task("drops", -2, series("a")), task("hair", 1, series("b")))).toEqual([]);
  });
});

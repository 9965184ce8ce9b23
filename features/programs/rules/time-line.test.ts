import { describe, expect, it } from "vitest";
import { addDays, countDaysBetween, getDayStart } from "../../../lib/dates/zone-day.ts";
import { ZONES } from "../../../test/zones.ts";
import { getPartsOfPhase, getTimeLine } from "./time-line.ts";

const ZONE = "Europe/Berlin";
const PROGRAM = {
  status: "active",
  baselineDay: "2027-03-20",
  pausedSince: null,
  pauses: [],
  phases: [
    { phaseId: "home", startDay: "2027-03-21", endDay: "2027-03-24" },
    { phaseId: "further", startDay: "2027-03-25", endDay: "2027-03-29" },
  ],
};
const NOON = 12 * 3_600_000;
const on = (day: string) => getDayStart(day, ZONE) + NOON;

describe("the time line of a program", () => {
  it("goes from its baseline to the end of its last phase, in proportion to days", () => {
    const line = getTimeLine(PROGRAM, on("2027-03-28"), ZONE)!;
    expect([line.fromDay, line.toDay]).toEqual(["2027-03-20", "2027-03-29"]);
    expect(line.today).toBeCloseTo(85);
    expect(line.phases.get("home")).toEqual({ start: 10, length: 40 });
    expect(line.phases.get("further")).toEqual({ start: 50, length: 50 });
  });

  it("begins with a phase that prepares for the baseline", () => {
    const prepared = { ...PROGRAM, baselineDay: "2027-03-25" };
    expect(getTimeLine(prepared, on("2027-03-25"), ZONE)!.fromDay).toBe("2027-03-21");
  });

  it("doesn't mark a day before or after it", () => {
    for (const day of ["2027-03-19", "2027-03-30"])
      expect(getTimeLine(PROGRAM, on(day), ZONE)!.today).toBeNull();
  });

  it("shows pauses that are over, and the present one up to today, even beyond the last phase", () => {
    const paused = {
      ...PROGRAM,
      status: "paused",
      pauses: [{ from: "2027-03-22", to: "2027-03-23" }],
      pausedSince: on("2027-03-28"),
    };
    const line = getTimeLine(paused, on("2027-04-08"), ZONE)!;
    expect(line.toDay).toBe("2027-04-08");
    expect(line.pauses).toEqual([
      { from: "2027-03-22", to: "2027-03-23", isNow: false, start: 10, length: 10 },
      { from: "2027-03-28", to: "2027-04-08", isNow: true, start: 40, length: 60 },
    ]);
  });

  it("is nothing without phases", () => {
    expect(getTimeLine({ ...PROGRAM, phases: [] }, on("2027-03-20"), ZONE)).toBeNull();
  });

  it.each(ZONES)("marks each moment of a day at the same place in %s, however long the day", (zone) => {
    for (let i = 0; i < 400; i += 7) {
      const [startDay, endDay] = [addDays("2026-01-01", i), addDays("2026-01-01", i + 30)];
      const program = { ...PROGRAM, baselineDay: startDay, phases: [{ phaseId: "one", startDay, endDay }] };
      for (const day of [0, 15, 30].map((count) => addDays(startDay, count))) {
        for (const at of [getDayStart(day, zone), getDayStart(addDays(day, 1), zone) - 1])
          expect(getTimeLine(program, at, zone)!.today).toBeCloseTo(
            ((countDaysBetween(startDay, day) + 0.5) / 31) * 100,
          );
      }
    }
  });
});

it("a phase has what is done, what was missed, and the rest to come", () => {
  expect(getPartsOfPhase({ totalTasks: 12, completedTasks: 5, overdueTasks: 3 })).toEqual({
    done: 5,
    missed: 3,
    toCome: 4,
  });
});

import { describe, expect, it } from "vitest";
import { PROGRAM_START, rowsOf } from "../../../../test/report.ts";
import { getAdherence, toReport } from "./report.ts";

const DAY = 86_400_000;

describe("a report", () => {
  it("counts each task once, by phase, week, day and person", () => {
    const report = toReport(rowsOf());
    const sum = (groups: { done: number; missed: number; open: number; cancelled: number }[]) =>
      groups.reduce((all, { done, missed, open, cancelled }) => all + done + missed + open + cancelled, 0);
    const { totals } = report;
    expect(totals).toEqual({ total: 38, done: 20, missed: 10, open: 8, cancelled: 4 });
    for (const part of ["phases", "activities", "people", "weeks", "days"] as const) {
      expect(sum(report[part]), part).toBe(42);
    }
    expect(getAdherence(totals)).toBe(67);
    expect(report.weeks.map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`)).toEqual([
      "2026-09-07 2026-09-13",
      "2026-09-14 2026-09-20",
      "2026-09-21 2026-09-27",
    ]);
    expect(report.range).toEqual({ firstDay: "2026-09-07", lastDay: "2026-09-27", isWhole: true });
  });

  it("has only what lies in its range, including its last moment", () => {
    const rows = rowsOf();
    const report = toReport({
      ...rows,
      range: { rangeStart: PROGRAM_START + DAY, rangeEnd: PROGRAM_START + 2 * DAY },
    });
    expect(report.days.map(({ day }) => day)).toEqual(["2026-09-08", "2026-09-09"]);
    expect(report.phases.map(({ phaseId }) => phaseId)).toEqual(["one"]);
    expect(report.range).toEqual({ firstDay: "2026-09-08", lastDay: "2026-09-09", isWhole: false });
    // Tasks name their phase even when it lies outside the range.
    expect(new Set(report.tasks.map(({ phaseId }) => phaseId))).toEqual(new Set(["one"]));
  });

  it("uses the days of the notebook's time zone", () => {
    const rows = rowsOf({ days: 1 });
    const [task] = rows.tasks;
    const day = (more: object) => toReport({ ...rows, tasks: [{ ...task!, ...more }] }).tasks[0]!.day;
    expect(day({ day: "2026-09-09" })).toBe("2026-09-09");
    // A task whose date was removed counts on the day of its program.
    expect(day({ day: null, date: Date.UTC(2026, 8, 7, 23) })).toBe("2026-09-08");
  });

  it("doesn't count tasks as missed that were due while the program was paused", () => {
    const rows = rowsOf();
    const paused = toReport({ ...rows, subject: { ...rows.subject, clock: PROGRAM_START } });
    expect(paused.totals.missed).toBe(0);
  });

  it("on a program without tasks has no figures and doesn't fail", () => {
    const rows = rowsOf();
    const report = toReport({ ...rows, tasks: [], program: { ...rows.program, phases: [], activities: [] } });
    expect(report.range).toEqual({ firstDay: "2026-09-07", lastDay: "2026-09-07", isWhole: true });
    expect(getAdherence(report.totals)).toBeNull();
  });
});

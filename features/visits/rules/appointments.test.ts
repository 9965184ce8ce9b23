import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { addDays, toClockInZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import {
  type AppointmentFields,
  computeEnd,
  computeMoments,
  findTimesProblem,
  getDay,
  getMinute,
  isMoved,
  moveToDay,
  toLocal,
} from "./appointments.ts";

type Times = Pick<AppointmentFields, "allDay" | "starts" | "ends" | "timeZone">;

const timed = (starts: string, ends: string | null = null, timeZone = "Europe/Berlin"): Times => ({
  allDay: false,
  starts,
  ends,
  timeZone,
});
const whole = (starts: string, ends: string | null = null, timeZone = "Europe/Berlin"): Times => ({
  ...timed(starts, ends, timeZone),
  allDay: true,
});
const problemOf = (times: Times) => {
  const problem = findTimesProblem(times);
  return problem && [problem.path, writeMessage(problem.message)];
};

describe("the moments of an appointment", () => {
  it("are those of its own clock, also abroad and on the day of a clock change", () => {
    const { startsAt, endsAt } = computeMoments(timed("2026-12-03T09:30", "2026-12-03T10:15"));
    expect([startsAt, endsAt]).toEqual([Date.UTC(2026, 11, 3, 8, 30), Date.UTC(2026, 11, 3, 9, 15)]);
    expect(computeMoments(timed("2026-12-03T09:30", null, "Asia/Tokyo")).startsAt).toBe(
      Date.UTC(2026, 11, 3, 0, 30),
    );
    // Clocks go back at three: the day has 25 hours.
    const day = computeMoments(whole("2026-10-25"));
    expect(day.endsAt - day.startsAt).toBe(25 * HOUR);
    const night = computeMoments(timed("2026-10-24T22:00", "2026-10-25T06:00"));
    expect(night.endsAt - night.startsAt).toBe(9 * HOUR);
  });

  it("have an hour without an end, and all of the last day for whole days", () => {
    const short = computeMoments(timed("2026-12-03T09:30"));
    expect(short.endsAt - short.startsAt).toBe(HOUR);
    const stay = computeMoments(whole("2026-12-03", "2026-12-07"));
    expect(stay.endsAt - stay.startsAt).toBe(5 * 24 * HOUR);
  });
});

it.each([
  [timed("2026-12-03"), ["starts", "This isn't a date with a time"]],
  [timed("2026-02-30T09:00"), ["starts", "This isn't a date with a time"]],
  [timed("2026-12-03T24:00"), ["starts", "This isn't a date with a time"]],
  [whole("2026-12-03T09:00"), ["starts", "This isn't a date with a time"]],
  [timed("2026-12-03T09:00", "2026-12-03T09:00"), ["ends", "The end must be after the beginning"]],
  [whole("2026-12-03", "2026-12-02"), ["ends", "The end must be after the beginning"]],
  [whole("2026-12-03", "2027-02-10"), ["ends", "An appointment lasts at most 60 days"]],
  [whole("2026-12-03", "2026-12-03"), null],
  [timed("2026-12-03T23:30", "2026-12-04T00:30"), null],
])("%j: %j", (times, problem) => {
  expect(problemOf(times)).toEqual(problem);
});

const day = fc.integer({ min: 0, max: 700 }).map((count) => addDays("2026-01-01", count));
const minute = fc.integer({ min: 0, max: 1439 });
const span = fc.tuple(day, minute, fc.integer({ min: 1, max: 3 * 1440 })).map(([first, start, length]) => {
  const end = start + length;
  return timed(toLocal(first, start), toLocal(addDays(first, Math.floor(end / 1440)), end % 1440));
});

it("keeps times of day and length on another day", () => {
  fc.assert(
    fc.property(span, day, (times, to) => {
      const moved = moveToDay(times, to);
      expect([getDay(moved.starts), getMinute(moved.starts)]).toEqual([to, getMinute(times.starts)]);
      expect(getMinute(moved.ends!)).toBe(getMinute(times.ends!));
      expect(moveToDay(moved, getDay(times.starts))).toEqual(times);
      expect(isMoved(times, moved)).toBe(getDay(times.starts) !== to);
    }),
  );
});

it("moves the end with the beginning, by the clock", () => {
  fc.assert(
    fc.property(span, day, minute, (times, toDay, toMinute) => {
      const starts = toLocal(toDay, toMinute);
      const ends = computeEnd(times, { starts })!;
      // Where the end was so many local minutes after the beginning, it still is.
      const length = (from: string, to: string) => Date.parse(`${to}Z`) - Date.parse(`${from}Z`);
      expect(length(starts, ends)).toBe(length(times.starts, times.ends!));
    }),
  );
  expect(computeEnd(whole("2026-12-03", "2026-12-05"), { starts: "2026-12-10" })).toBe("2026-12-12");
  expect(
    computeEnd(timed("2026-12-03T09:00", "2026-12-03T10:00"), { allDay: true, starts: "2026-12-03" }),
  ).toBeNull();
  expect(computeEnd(timed("2026-12-03T09:00", "2026-12-03T10:00"), { ends: null })).toBeNull();
});

it("reads back what it writes, in any zone", () => {
  fc.assert(
    fc.property(
      span,
      fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"),
      (times, timeZone) => {
        const { startsAt } = computeMoments({ ...times, timeZone });
        const shown = `${toDayInZone(startsAt, timeZone)}T${toClockInZone(startsAt, timeZone)}`;
        // A time that clocks skip is a later one.
        expect(shown >= times.starts).toBe(true);
      },
    ),
  );
});

import { describe, expect, it } from "vitest";
import { DAY } from "../../../lib/dates/time.ts";
import { computeNextDigest } from "./digest-times.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const at = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The digests after a moment, one after the other. */
function digests(timeZone: string, clock: string, after: string, count: number): string[] {
  const times = { timeZone, digestMinute: at(clock), digestDays: EVERY_DAY };
  const found: string[] = [];
  for (let now = Date.parse(after); found.length < count; ) {
    now = computeNextDigest(times, now)!;
    found.push(new Date(now).toISOString().slice(0, 16));
  }
  return found;
}

describe("a digest over the changes of a clock, one a day", () => {
  it.each([
    // 2:00 to 3:00 is skipped: half past three of summer time.
    ["Europe/Berlin", "02:30", "2026-03-28", ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"]],
    // 2:00 to 3:00 is shown twice: the first.
    ["Europe/Berlin", "02:30", "2026-10-24", ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]],
    ["America/New_York", "02:30", "2026-03-07", ["2026-03-07T07:30", "2026-03-08T07:30", "2026-03-09T06:30"]],
    // 1:00 to 2:00 is shown twice, half past two once.
    ["America/New_York", "02:30", "2026-10-31", ["2026-10-31T06:30", "2026-11-01T07:30", "2026-11-02T07:30"]],
    ["America/New_York", "01:30", "2026-10-31", ["2026-10-31T05:30", "2026-11-01T05:30", "2026-11-02T06:30"]],
    // Half an hour: 2:00 to 2:30 is skipped, 1:30 to 2:00 is shown twice.
    [
      "Australia/Lord_Howe",
      "02:30",
      "2026-10-02T12:00Z",
      ["2026-10-02T16:00", "2026-10-03T15:30", "2026-10-04T15:30"],
    ],
    [
      "Australia/Lord_Howe",
      "02:15",
      "2026-10-02T12:00Z",
      ["2026-10-02T15:45", "2026-10-03T15:45", "2026-10-04T15:15"],
    ],
    [
      "Australia/Lord_Howe",
      "02:30",
      "2026-04-03T12:00Z",
      ["2026-04-03T15:30", "2026-04-04T16:00", "2026-04-05T16:00"],
    ],
    [
      "Australia/Lord_Howe",
      "01:45",
      "2026-04-03T12:00Z",
      ["2026-04-03T14:45", "2026-04-04T14:45", "2026-04-05T15:15"],
    ],
    // Changes at midnight: 0:00 to 1:00 is skipped in spring, 23:00 to 24:00 is shown twice in autumn.
    [
      "Africa/Cairo",
      "02:30",
      "2026-04-22T12:00Z",
      ["2026-04-23T00:30", "2026-04-23T23:30", "2026-04-24T23:30"],
    ],
    [
      "Africa/Cairo",
      "00:30",
      "2026-04-22T12:00Z",
      ["2026-04-22T22:30", "2026-04-23T22:30", "2026-04-24T21:30"],
    ],
    [
      "Africa/Cairo",
      "02:30",
      "2026-10-28T12:00Z",
      ["2026-10-28T23:30", "2026-10-30T00:30", "2026-10-31T00:30"],
    ],
    [
      "Africa/Cairo",
      "23:30",
      "2026-10-28T12:00Z",
      ["2026-10-28T20:30", "2026-10-29T20:30", "2026-10-30T21:30"],
    ],
  ])("in %s at %s from %s", (zone, clock, after, expected) => {
    expect(digests(zone, clock, after.includes("T") ? after : `${after}T00:00Z`, 3)).toEqual(expected);
  });
});

it("comes on the chosen days only, and on none without days or a zone", () => {
  const times = { timeZone: "Europe/Berlin", digestMinute: at("18:00"), digestDays: [1, 4] };
  const monday = Date.parse("2026-11-23T17:00Z");
  expect(computeNextDigest(times, monday - 1)).toBe(monday);
  // At the minute itself it is the one after.
  expect(computeNextDigest(times, monday)).toBe(monday + 3 * DAY);
  expect(computeNextDigest({ ...times, digestDays: [1] }, monday)).toBe(monday + 7 * DAY);
  expect(computeNextDigest({ ...times, digestDays: [] }, monday)).toBeNull();
  expect(computeNextDigest({ ...times, timeZone: null }, monday)).toBeNull();
});

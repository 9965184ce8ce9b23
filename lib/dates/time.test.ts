import { describe, expect, it } from "vitest";
import { spec } from "../../test/spec.ts";
import {
  DAY,
  describeDay,
  formatLongDate,
  formatRelativeDays,
  formatRelativeTime,
  formatShortDate,
  formatShortMoment,
  toDateField,
} from "./time.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const now = new Date(2025, 2, 5, 12).getTime();

describe("relativeTime", () => {
  it.each([
    ["WORK-895", 0, "just now"],
    ["WORK-895", 59 * SECOND, "just now"],
    ["WORK-896", 60 * SECOND, "1 minute ago"],
    ["WORK-896", 5 * MINUTE, "5 minutes ago"],
    ["WORK-896", HOUR - 1, "59 minutes ago"],
    ["WORK-897", HOUR, "1 hour ago"],
    ["WORK-897", 3 * HOUR, "3 hours ago"],
    ["WORK-897", DAY - 1, "23 hours ago"],
    ["WORK-898", DAY, "1 day ago"],
    ["WORK-898", 7 * DAY - 1, "6 days ago"],
    ["WORK-899", 7 * DAY, "1 week ago"],
    ["WORK-899", 28 * DAY - 1, "3 weeks ago"],
    ["28 days", 28 * DAY, "4 weeks ago"],
    ["nearly 30 days", 30 * DAY - 1, "4 weeks ago"],
    ["WORK-900 WORK-901", 30 * DAY, "1 month ago"],
    ["WORK-900 WORK-901", 60 * DAY, "2 months ago"],
    ["WORK-900 WORK-901", 12 * 30 * DAY - 1, "11 months ago"],
    ["WORK-902", 12 * 30 * DAY, "1 year ago"],
    ["WORK-902", 2 * 365 * DAY - 1, "1 year ago"],
    ["WORK-903", 2 * 365 * DAY, "Mar 6, 2023"],
  ])("%s after %i ms reads as specified", (_, age, words) => {
    expect(formatRelativeTime(now - age, now)).toBe(words);
  });

  it("shows the date of a future time", { tags: spec("WORK-904") }, () => {
    expect(formatRelativeTime(now + DAY, now)).toBe("Mar 6, 2025");
  });

  it("shows a moment in a table with its day and minute", () => {
    expect(formatShortMoment(now + 9 * HOUR + 5 * MINUTE)).toMatch(/^Mar 5, 2025, 9:05\sPM$/);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])(
    "refuses %s",
    { tags: spec("WORK-906") },
    (ts) => {
      for (const format of [
        formatShortDate,
        formatShortMoment,
        formatLongDate,
        toDateField,
        (t: number) => formatRelativeTime(t, now),
      ]) {
        expect(() => format(ts)).toThrow(RangeError);
      }
    },
  );
});

describe("relativeDays", () => {
  it.each([
    [30, 29 * DAY, "29 days ago"],
    [30, 30 * DAY, "Feb 3, 2025"],
    [7, 7 * DAY - 1, "6 days ago"],
    [7, 7 * DAY, "Feb 26, 2025"],
    [7, 2 * HOUR, "2 hours ago"],
    [7, 59 * SECOND, "just now"],
  ])("counts days under %i, then shows the date (%i ms)", (days, age, words) => {
    expect(formatRelativeDays(now - age, now, days)).toBe(words);
  });
});

describe("days", () => {
  it("a day is 24 hours", { tags: spec("WORK-907") }, () => {
    expect(DAY).toBe(86_400_000);
  });

  it.each([
    [0, "today"],
    [-1, "yesterday"],
    [1, "tomorrow"],
    [-2, "Mar 3, 2025"],
  ])("%i days away is %s", (days, words) => {
    expect(describeDay(new Date(2025, 2, 5 + days, 23).getTime(), now)).toBe(words);
  });

  it.each([
    [2025, "2025-03-05"],
    [1, "0001-03-05"],
    [99, "0099-03-05"],
  ])("a date field takes a day of the year %i as %s", (year, text) => {
    const day = new Date(2025, 2, 5);
    day.setFullYear(year);
    expect(toDateField(day.getTime())).toBe(text);
  });
});

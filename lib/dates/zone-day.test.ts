import { expect, test } from "vitest";
import {
  addDays,
  computeAge,
  countDaysBetween,
  describeDay,
  getDayStart,
  getWeekday,
  isCalendarDay,
  isDay,
  shortDay,
  toClockInZone,
  toDayInZone,
} from "./zone-day.ts";

test.each([
  ["2027-03-20", "Europe/Berlin", "2027-03-19T23:00:00Z"],
  ["2027-03-28", "Europe/Berlin", "2027-03-27T23:00:00Z"],
  ["2027-03-29", "Europe/Berlin", "2027-03-28T22:00:00Z"],
  ["2027-10-31", "Europe/Berlin", "2027-10-30T22:00:00Z"],
  ["2027-11-01", "Europe/Berlin", "2027-10-31T23:00:00Z"],
  ["2027-03-14", "America/New_York", "2027-03-14T05:00:00Z"],
  ["2027-03-15", "America/New_York", "2027-03-15T04:00:00Z"],
  ["2027-06-01", "Asia/Kathmandu", "2027-05-31T18:15:00Z"],
  ["2027-06-01", "Pacific/Kiritimati", "2027-05-31T10:00:00Z"],
  // Clocks skip midnight on this day: it begins at one o'clock.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
])("the day %s in %s begins at %s", (day, zone, start) => {
  expect(new Date(getDayStart(day, zone)).toISOString()).toBe(start.replace("Z", ".000Z"));
  expect(toDayInZone(getDayStart(day, zone), zone)).toBe(day);
  expect(toDayInZone(getDayStart(day, zone) - 1, zone)).toBe(addDays(day, -1));
});

test("shows the local time of an instant", () => {
  expect(toClockInZone(Date.parse("2027-03-28T06:00:00Z"), "Europe/Berlin")).toBe("08:00");
  expect(toClockInZone(Date.parse("2027-03-27T23:00:00Z"), "Europe/Berlin")).toBe("00:00");
});

test("counts days across months, leap days and clock changes", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
  expect(countDaysBetween("2027-03-20", "2027-04-20")).toBe(31);
  expect(getWeekday("2027-03-20")).toBe(5);
  expect(getWeekday("2027-03-22")).toBe(0);
  expect(shortDay("2027-03-05")).toBe("Mar 5, 2027");
});

test.each(["2027-03-20", "1900-01-01", "2028-02-29"])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each(["", "2027-02-29", "2027-13-01", "0020-01-01", "20270320", "20 March"])(
  "%s isn't a day",
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

test.each(["0001-01-01", "0099-12-31", "2028-02-29", "9999-12-31"])("%s is a day of the calendar", (text) => {
  expect(isCalendarDay(text)).toBe(true);
  for (const zone of ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"]) {
    expect(toDayInZone(getDayStart(text, zone), zone)).toBe(text);
  }
});

test.each(["", "0000-01-01", "2027-02-29", "2027-13-01", "27-01-01", "10000-01-01", "2027-01-01T00:00"])(
  "%j isn't a day of the calendar",
  (text) => {
    expect(isCalendarDay(text)).toBe(false);
  },
);

test.each([
  [0, "today"],
  [-1, "yesterday"],
  [1, "tomorrow"],
  [-2, "Mar 27, 2027"],
])("%i days away is %s", (days, words) => {
  expect(describeDay(addDays("2027-03-29", days), "2027-03-29")).toBe(words);
});

test.each([
  ["2025-03-05", 0],
  ["1942-03-05", 83],
  ["1942-03-06", 82],
  ["1942-02-28", 83],
  ["2025-03-06", -1],
])("somebody born on %s is %i years old on Mar 5, 2025", (birth, age) => {
  expect(computeAge(birth, "2025-03-05")).toBe(age);
});

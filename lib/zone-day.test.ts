import { expect, test } from "vitest";
import {
  addDays,
  clockInZone,
  dayInZone,
  dayStart,
  daysBetween,
  isDay,
  shortDay,
  weekdayOf,
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
])("the day %s of %s begins at %s", (day, zone, start) => {
  expect(new Date(dayStart(day, zone)).toISOString()).toBe(start.replace("Z", ".000Z"));
  expect(dayInZone(dayStart(day, zone), zone)).toBe(day);
  expect(dayInZone(dayStart(day, zone) - 1, zone)).toBe(addDays(day, -1));
});

test("says what clocks show", () => {
  expect(clockInZone(Date.parse("2027-03-28T06:00:00Z"), "Europe/Berlin")).toBe("08:00");
  expect(clockInZone(Date.parse("2027-03-27T23:00:00Z"), "Europe/Berlin")).toBe("00:00");
});

test("counts days over months, leap days and changes of clocks", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
  expect(daysBetween("2027-03-20", "2027-04-20")).toBe(31);
  expect(weekdayOf("2027-03-20")).toBe(5);
  expect(weekdayOf("2027-03-22")).toBe(0);
  expect(shortDay("2027-03-05")).toBe("Mar 5, 2027");
});

test.each(["2027-03-20", "1900-01-01", "2028-02-29"])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each(["", "2027-02-29", "2027-13-01", "0020-01-01", "20270320", "20 March"])("%s is none", (text) => {
  expect(isDay(text)).toBe(false);
});

import { expect, it } from "vitest";
import { findNextTime, listReminderTimes } from "./appointment-reminders.ts";

const appointment = (overrides: object = {}) => ({
  allDay: false,
  starts: "2027-03-28T09:30",
  ends: null,
  timeZone: "Europe/Berlin",
  travelMinutes: null,
  ...overrides,
});
const shown = (times: readonly number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16));

it("an appointment reminds the evening before and two hours before, by its own clock, also where clocks change in between", () => {
  // Clocks go forward in the night: 18:00 is 17:00 in UTC, 07:30 is 05:30.
  expect(shown(listReminderTimes(appointment()))).toEqual(["2027-03-27T17:00", "2027-03-28T05:30"]);
});

it("with a way it reminds two hours before leaving, and when it is time to leave", () => {
  expect(shown(listReminderTimes(appointment({ travelMinutes: 45 })))).toEqual([
    "2027-03-27T17:00",
    "2027-03-28T04:45",
    "2027-03-28T06:45",
  ]);
});

it("one of whole days reminds the evening before", () => {
  const stay = appointment({ allDay: true, starts: "2027-03-28", ends: "2027-03-30" });
  expect(shown(listReminderTimes(stay))).toEqual(["2027-03-27T17:00"]);
  expect(shown([findNextTime(stay, Date.UTC(2027, 2, 28))!])).toEqual(["2027-03-30T22:00"]);
});

it("what comes next is a reminder, then the end, then nothing", () => {
  const next = (after: string) => {
    const at = findNextTime(appointment({ ends: "2027-03-28T10:15" }), Date.parse(after));
    return at === null ? null : shown([at])[0];
  };
  expect(next("2027-03-01T00:00Z")).toBe("2027-03-27T17:00");
  expect(next("2027-03-27T17:00Z")).toBe("2027-03-28T05:30");
  expect(next("2027-03-28T06:00Z")).toBe("2027-03-28T08:15");
  expect(next("2027-03-28T08:15Z")).toBeNull();
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { ZONES } from "../../../test/zones.ts";
import { formatClock, getClockHours, toKnownZone } from "./clock.ts";

it.each([
  ["en-US", 12],
  ["en-CA", 12],
  ["en-AU", 12],
  ["hi", 12],
  ["en-GB", 24],
  ["de", 24],
  ["fr", 24],
  ["ja", 24],
  ["en-US-u-hc-h23", 24],
  ["de-u-hc-h12", 12],
] as const)("%s writes times with %d hours", (locale, hours) => {
  expect(getClockHours(locale)).toBe(hours);
});

it.each([
  ["00:05", "12:05 AM", "00:05"],
  ["08:00", "8:00 AM", "08:00"],
  ["12:00", "12:00 PM", "12:00"],
  ["14:12", "2:12 PM", "14:12"],
  ["23:59", "11:59 PM", "23:59"],
])("%s is %s or %s", (clock, twelve, twentyFour) => {
  const at = Date.parse(`2026-11-25T${clock}:00Z`);
  expect(formatClock(at, { timeZone: "UTC", hours: 12 })).toBe(twelve);
  expect(formatClock(at, { timeZone: "UTC", hours: 24 })).toBe(twentyFour);
  expect(formatClock(at, { timeZone: "Mars/Base", hours: 12 })).toBe(`${twelve} UTC`);
});

it("a message writes a time as the pages do in the same browser", () => {
  const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(
      time,
      fc.constantFrom(...ZONES),
      fc.constantFrom("en-US", "en-GB", "de", "es", "pl"),
      (at, zone, locale) => {
        const known = toKnownZone(zone);
        // Spanish pages write 8:05 where a message writes 08:05.
        const digits = (text: string) => text.replace(/^0(?=\d)/, "");
        expect(digits(formatClock(at, { timeZone: known, hours: getClockHours(locale) }))).toBe(
          digits(formatClockTime(at, locale, known)),
        );
      },
    ),
  );
});

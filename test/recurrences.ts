import fc from "fast-check";
import { dayNumber, dayText } from "../lib/recurrence/calendar-days.ts";
import type { PhaseWindow } from "../lib/recurrence/occurrences.ts";
import { type Recurrence, UNITS, WEEKDAYS } from "../lib/recurrence/recurrence.ts";

/** Mostly numbers that people choose, and some unusual ones. */
const count = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 2, arbitrary: fc.integer({ min: 10, max: 720 }) },
);
const unit = fc.constantFrom(...UNITS);

/** Any complete recurrence but a custom one. */
export const aRecurrence: fc.Arbitrary<Recurrence> = fc.oneof(
  fc.constant<Recurrence>({ pattern: "one-time" }),
  fc.record({ pattern: fc.constant("interval" as const), interval: fc.record({ every: count, unit }) }),
  fc.record({
    pattern: fc.constant("frequency" as const),
    frequency: fc
      .record({ times: count, per: count, unit })
      .filter(({ times, per, unit }) => unit !== "hour" || times <= per * 60),
  }),
  fc
    .subarray([...WEEKDAYS], { minLength: 1 })
    .map((byWeekdays): Recurrence => ({ pattern: "weekly", weekly: { byWeekdays } })),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 6 })
    .map((days): Recurrence => ({ pattern: "monthly", monthly: { byMonthDay: days.sort((a, b) => a - b) } })),
);

/** Zones that change clocks at 2 o'clock, at midnight, before it, by half an hour, or never. */
export const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "America/Nuuk",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
];

/** Up to 400 days around changes of clocks, ends of months and a leap day. */
export const aWindow: fc.Arbitrary<PhaseWindow> = fc
  .record({
    first: fc.oneof(
      fc.integer({ min: dayNumber("2023-06-01"), max: dayNumber("2028-12-31") }),
      fc.constantFrom("2024-02-29", "2025-01-31", "2026-03-29", "2026-10-25", "2024-03-30").map(dayNumber),
    ),
    days: fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 400 })),
    timeZone: fc.constantFrom(...ZONES),
  })
  .map(({ first, days, timeZone }) => ({
    firstDay: dayText(first),
    lastDay: dayText(first + days - 1),
    timeZone,
  }));

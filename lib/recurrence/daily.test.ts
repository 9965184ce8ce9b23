import { expect, it } from "vitest";
import { isDaily } from "./daily.ts";
import type { Recurrence, RecurrenceUnit, Weekday } from "./recurrence.ts";

const interval = (every: number, unit: RecurrenceUnit): Recurrence => ({
  pattern: "interval",
  interval: { every, unit },
});
const frequency = (times: number, per: number, unit: RecurrenceUnit): Recurrence => ({
  pattern: "frequency",
  frequency: { times, per, unit },
});
const weekly = (...byWeekdays: Weekday[]): Recurrence => ({ pattern: "weekly", weekly: { byWeekdays } });
const custom = (rrule: string): Recurrence => ({ pattern: "custom", rrule });

it.each<[string, Recurrence | null, boolean]>([
  ["no recurrence", null, false],
  ["once", { pattern: "one-time" }, false],
  ["every day", interval(1, "day"), true],
  ["every other day", interval(2, "day"), false],
  ["an incomplete interval", interval(0, "day"), false],
  ["every six hours", interval(6, "hour"), true],
  ["every 36 hours", interval(36, "hour"), false],
  ["every week", interval(1, "week"), false],
  ["three times a day", frequency(3, 1, "day"), true],
  ["twice in two days", frequency(2, 2, "day"), true],
  ["once in two days", frequency(1, 2, "day"), false],
  ["an incomplete frequency", frequency(0, 0, "day"), false],
  ["seven times a week", frequency(7, 1, "week"), false],
  ["once in 12 hours", frequency(1, 12, "hour"), true],
  ["on all weekdays", weekly("MO", "TU", "WE", "TH", "FR", "SA", "SU"), true],
  ["on working days", weekly("MO", "TU", "WE", "TH", "FR"), false],
  ["on days of the month", { pattern: "monthly", monthly: { byMonthDay: [1, 15] } }, false],
  ["a daily rule", custom("FREQ=DAILY"), true],
  ["a daily rule with times and an end", custom("RRULE:freq=daily;interval=1;BYHOUR=8,20;COUNT=10"), true],
  ["a rule of every third day", custom("FREQ=DAILY;INTERVAL=3"), false],
  ["a daily rule of working days", custom("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"), false],
  ["a daily rule of one month", custom("FREQ=DAILY;BYMONTH=5"), false],
  ["a weekly rule of all days", custom("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU"), true],
  ["a weekly rule", custom("FREQ=WEEKLY"), false],
])("tells whether %s is daily", (_name, recurrence, expected) => {
  expect(isDaily(recurrence)).toBe(expected);
});

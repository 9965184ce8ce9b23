import { DAY } from "../dates/time.ts";
import { dayNumber, dayText, getDayOfMonth, getWeekday } from "./calendar-days.ts";
import { findCustomRuleProblem, formatRule, getRuleParts } from "./custom-rule.ts";
import type { PhaseWindow } from "./occurrences.ts";
import { spread } from "./patterns.ts";
import {
  type Frequency,
  isFrequencyValid,
  isIntervalValid,
  type Recurrence,
  type RecurrenceUnit,
} from "./recurrence.ts";

const HOUR = DAY / 24;
const FREQ = { hour: "HOURLY", day: "DAILY", week: "WEEKLY", month: "MONTHLY", year: "YEARLY" } as const;

/**
 * The RFC 5545 rule (without `RRULE:`) with the same result as `listOccurrences` in local time, starting at midnight of
 * the window's first day. Null for a recurrence that occurs once, is incomplete, or can't be expressed as a rule,
 * such as three times a month.
 */
export function getRecurrenceRule(
  recurrence: Recurrence | null,
  window: Pick<PhaseWindow, "firstDay">,
): string | null {
  const first = dayNumber(window.firstDay);
  switch (recurrence?.pattern) {
    case undefined:
    case "one-time":
      return null;
    case "interval":
      return everyRule(recurrence.interval.every, recurrence.interval.unit, first);
    case "frequency":
      return frequencyRule(recurrence.frequency, first);
    case "weekly": {
      const { byWeekdays } = recurrence.weekly;
      return byWeekdays.length > 0 ? `FREQ=WEEKLY;BYDAY=${byWeekdays.join(",")}` : null;
    }
    case "monthly": {
      const { byMonthDay } = recurrence.monthly;
      return byMonthDay.length > 0 ? `FREQ=MONTHLY;BYMONTHDAY=${byMonthDay.join(",")}` : null;
    }
    case "custom":
      if (findCustomRuleProblem(recurrence.rrule)) return null;
      return formatRule(getRuleParts(recurrence.rrule));
  }
}

function everyRule(every: number, unit: RecurrenceUnit, first: number): string | null {
  if (!isIntervalValid({ every })) return null;
  const rule = `FREQ=${FREQ[unit]}${every > 1 ? `;INTERVAL=${every}` : ""}`;
  const day = getDayOfMonth(first);
  // A rule skips a month without such a day, while these recurrences use its last.
  if (unit === "month" && day > 28) {
    const days = [28, 29, 30, 31].filter((candidate) => candidate <= day);
    return `${rule};BYMONTHDAY=${days.join(",")};BYSETPOS=-1`;
  }
  if (unit === "year" && dayText(first).endsWith("-02-29"))
    return `${rule};BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1`;
  return rule;
}

function frequencyRule(frequency: Frequency, first: number): string | null {
  const { times, per, unit } = frequency;
  if (!isFrequencyValid(frequency)) return null;
  if (times === 1) return everyRule(per, unit, first);
  if (unit === "hour") return per % times === 0 ? everyRule(per / times, unit, first) : null;
  if (unit === "month" || unit === "year") return null;
  const days = unit === "week" ? per * 7 : per;
  if (days % times === 0) return everyRule(days / times, "day", first);
  if (times % days === 0) return timesOfDayRule([...spread(times / days, 1)].map(({ time }) => time ?? 0));
  if (days !== 7 || times > 7) return null;
  const weekdays = [...spread(times, 7)].map(({ offset }) => getWeekday(first + offset));
  return `FREQ=WEEKLY;BYDAY=${weekdays.join(",")};WKST=${getWeekday(first)}`;
}

/** Null unless all are on the hour: a rule combines every hour with every minute. */
const timesOfDayRule = (times: number[]): string | null =>
  times.every((time) => time % HOUR === 0)
    ? `FREQ=DAILY;BYHOUR=${times.map((time) => time / HOUR).join(",")}`
    : null;

import { CLOCK, formatDate, SHORT_DATE } from "../../../lib/dates/date-format.ts";
import { parseMinute } from "../../../lib/dates/time.ts";
import { listInWords } from "../../../lib/list-words.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import type { Weekday } from "../../../lib/recurrence/recurrence.ts";
import { formatAmount, formatCount, formatNumber, UNITS, type Unit } from "./amounts.ts";
import { hasMealMinutes, type MealRelation } from "./meals.ts";
import type { ClockSchedule, HoursSchedule, PlannedDays, PlannedTime, Schedule, Step } from "./schedule.ts";

/**
 * What the words depend on: the plan's unit, and the locale of numbers and times, the reader's by default. `hasBegun`
 * where its first day is over, on which a plan every few hours may begin in the middle; `isPlain` with decimals only.
 */
export type WordsOf = { unit: Unit; locale?: string | undefined; hasBegun?: boolean; isPlain?: boolean };

const formatDose = (amount: number, { unit, locale, isPlain }: WordsOf) =>
  formatAmount(amount, unit, locale, isPlain);

/**
 * When and how much, in words for people: "1 tablet at 08:00 and 20:00, every day". Written as the safe-practice lists
 * of pharmacists ask for: numbers with a leading zero and without a trailing one, words in full and no abbreviations. "" for a plan in free text, which is in its instructions.
 */
export const formatSchedule = (schedule: Schedule, of: WordsOf): string =>
  formatScheduleLines(schedule, of).join("; ");

/** The same with one line for each step. */
export function formatScheduleLines(schedule: Schedule, of: WordsOf): string[] {
  switch (schedule.kind) {
    case "clock":
    case "everyHours":
      return [formatTimed(schedule, of)];
    case "afterLast": {
      return [`${formatDose(schedule.amount, of)} ${formatAfterLast(schedule)}`];
    }
    case "steps":
      // Each part begins by itself, whenever the plan began.
      return schedule.steps.map(
        (step) => `${formatStepDays(step, of)}: ${formatTimed(step.schedule, { ...of, hasBegun: false })}`,
      );
    case "asNeeded":
      return [`${formatRange(schedule, of)} when needed`];
    case "freeText":
      return ["As written in the instructions"];
  }
}

/**
 * The rhythm that a dose of a day (`YYYY-MM-DD`) is part of, for a row that shows its time and amount already: "on
 * Monday and Thursday", "every 8 hours", "step 2 of 3, until Nov 28, 2026". "" for doses at the same times every day.
 */
export function formatRhythm(schedule: Schedule, day: string, locale?: string): string {
  switch (schedule.kind) {
    case "clock": {
      const days = formatDays(schedule.days);
      return days === EVERY_DAY ? "" : days;
    }
    case "everyHours":
      return formatEvery(schedule);
    case "afterLast":
      return formatAfterLast(schedule);
    case "steps": {
      const { steps } = schedule;
      const index = steps.findLastIndex(({ from }) => from <= day);
      const step = steps[index];
      if (!step) return "";
      const place = `step ${index + 1} of ${steps.length}`;
      const end = step.until === null ? "without an end" : `until ${formatDay(step.until, locale)}`;
      return [place, end, formatRhythm(step.schedule, day, locale)].filter(Boolean).join(", ");
    }
    case "asNeeded":
    case "freeText":
      return "";
  }
}

/** "1 tablet", or "1 to 2 tablets" where the plan names a range. */
export function formatRange({ amount, most }: { amount: number; most: number | null }, of: WordsOf): string {
  if (most === null || most === amount) return formatDose(amount, of);
  return `${formatCount(amount, of.unit, of)} to ${formatDose(most, of)}`;
}

/** A time of the day as the reader's locale writes it: "08:00", "8:00 AM". */
export const formatTime = (at: string, locale?: string): string =>
  formatDate(Date.UTC(2000, 0, 1, 0, parseMinute(at)), CLOCK, locale, "UTC");

function formatTimed(schedule: ClockSchedule | HoursSchedule, of: WordsOf): string {
  if (schedule.kind === "clock") return `${formatTimes(schedule.times, of)}, ${formatDays(schedule.days)}`;
  const { hours, from, amount } = schedule;
  const dose = `${formatDose(amount, of)} ${formatEvery(schedule)} by the clock`;
  // Times that are the same on each day can be named; others only have a first one.
  if (24 % hours !== 0 || hours < 3) return `${dose}, from ${formatTime(from, of.locale)} on`;
  const times = listTimesOfDay(schedule);
  const named = times.map((at) => formatTime(at, of.locale)).join(", ");
  const isMidday = times[0] !== from && !of.hasBegun;
  return `${dose}: ${named}${isMidday ? `, the very first at ${formatTime(from, of.locale)}` : ""}`;
}

const formatEvery = ({ hours }: HoursSchedule): string =>
  hours === 1 ? "every hour" : `every ${hours} hours`;

const formatAfterLast = ({ hours }: { hours: number }): string =>
  `${pluralize(hours, "hour")} after the last`;

/** The times of a plan every n hours, where n hours fit into a day: 06:00, 14:00, 22:00. */
export function listTimesOfDay({ hours, from }: HoursSchedule): string[] {
  const step = hours * 60;
  const first = parseMinute(from) % step;
  return Array.from(
    { length: Math.floor((24 * 60 - 1 - first) / step) + 1 },
    (_, index) => first + index * step,
  ).map((minute) => `${padTwo(Math.floor(minute / 60))}:${padTwo(minute % 60)}`);
}

const padTwo = (part: number) => String(part).padStart(2, "0");

/** "1 tablet at 08:00 and 20:00"; "1 tablet at 08:00 and ½ tablet at 20:00". */
function formatTimes(times: readonly PlannedTime[], of: WordsOf): string {
  const sorted = [...times].sort((a, b) => (a.at < b.at ? -1 : 1));
  const groups: { amount: number; at: string[] }[] = [];
  for (const { at, amount } of sorted) {
    const last = groups.at(-1);
    if (last?.amount === amount) last.at.push(at);
    else groups.push({ amount, at: [at] });
  }
  return listInWords(
    groups.map(
      ({ amount, at }) =>
        `${formatDose(amount, of)} at ${listInWords(at.map((time) => formatTime(time, of.locale)))}`,
    ),
  );
}

const WEEKDAY_NAMES: Record<Weekday, string> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

const EVERY_DAY = "every day";

/** "every day", "every 2 days", "on Monday and Thursday", "on days 1 and 15 of each month". */
export function formatDays(days: PlannedDays): string {
  if ("everyDays" in days) return days.everyDays === 1 ? EVERY_DAY : `every ${days.everyDays} days`;
  if ("everyWeeks" in days)
    return days.everyWeeks === 1 ? "once a week" : `once every ${days.everyWeeks} weeks`;
  if ("weekdays" in days) {
    if (days.weekdays.length === 7) return EVERY_DAY;
    return `on ${listInWords(days.weekdays.map((day) => WEEKDAY_NAMES[day]))}`;
  }
  const numbers = [...days.monthDays].sort((a, b) => a - b).map(String);
  return `on ${numbers.length === 1 ? "day" : "days"} ${listInWords(numbers)} of each month`;
}

function formatStepDays({ from, until }: Step, { locale }: WordsOf): string {
  if (until === null) return `From ${formatDay(from, locale)} on`;
  if (until === from) return `On ${formatDay(from, locale)}`;
  return `From ${formatDay(from, locale)} to ${formatDay(until, locale)}`;
}

const formatDay = (day: string, locale?: string) =>
  formatDate(Date.parse(`${day}T00:00:00Z`), SHORT_DATE, locale, "UTC");

/** The limits that a version may have, in minutes, hours and the plan's unit; null where nobody entered one. */
export type TypedLimits = {
  minGapMinutes: number | null;
  maxCount: number | null;
  maxAmount: number | null;
  windowHours: number;
};

/** The limits that were entered, one a line: "At least 4 hours between two doses", "At most 4 doses in 24 hours". */
export function limitLines(
  { minGapMinutes, maxCount, maxAmount, windowHours }: TypedLimits,
  of: WordsOf,
): string[] {
  const within = `in ${pluralize(windowHours, "hour")}`;
  return [
    minGapMinutes === null ? null : `At least ${formatDuration(minGapMinutes)} between two doses`,
    maxCount === null ? null : `At most ${countWords(maxCount, of.locale)} ${within}`,
    maxAmount === null ? null : `At most ${formatDose(maxAmount, of)} ${within}`,
  ].filter((line) => line !== null);
}

const countWords = (count: number, locale?: string) =>
  `${formatNumber(count, locale)} ${count === 1 ? "dose" : "doses"}`;

/** Minutes in words: "4 hours", "90 minutes" as "1 hour 30 minutes". */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && pluralize(hours, "hour"), rest > 0 && pluralize(rest, "minute")]
    .filter(Boolean)
    .join(" ");
}

/** "30 minutes before a meal"; "" where meals don't matter. */
export function formatMeal(relation: MealRelation, minutes: number | null): string {
  const before = hasMealMinutes(relation) && minutes !== null ? `${formatDuration(minutes)} ` : "";
  return {
    none: "",
    before: `${before}before a meal`,
    with: "with a meal",
    after: `${before}after a meal`,
    empty: "on an empty stomach",
  }[relation];
}

/** What a plan counts, in the plural: "tablets". */
export const formatUnit = (unit: Unit): string => UNITS[unit][1];

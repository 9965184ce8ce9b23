import { CLOCK, formatDate, SHORT_DATE } from "../../../lib/dates/date-format.ts";
import { parseMinute } from "../../../lib/dates/time.ts";
import { getReaderLocale } from "../../../lib/reader-locale.ts";
import type { Weekday } from "../../../lib/recurrence/recurrence.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { formatAmount } from "./amount-words.ts";
import { formatCount, formatNumber, type Unit } from "./amounts.ts";
import { hasMealMinutes, type MealRelation } from "./meals.ts";
import type { ClockSchedule, HoursSchedule, PlannedDays, PlannedTime, Schedule, Step } from "./schedule.ts";

/**
 * What the words depend on: the plan's unit, and the locale of numbers and times, the reader's by default. `hasBegun`
 * where its first day is over, on which a plan every few hours may begin in the middle; `isPlain` with decimals only;
 * `isMarked` with {@link AMOUNT_MARK} around each amount.
 */
export type WordsOf = {
  unit: Unit;
  locale?: string | undefined;
  hasBegun?: boolean;
  isPlain?: boolean;
  isMarked?: boolean;
};

/** An invisible character around amounts: `splitAtAmounts` finds them in any language. */
export const AMOUNT_MARK = "\u2063";

const mark = (words: string, { isMarked }: WordsOf) =>
  isMarked ? `${AMOUNT_MARK}${words}${AMOUNT_MARK}` : words;

const formatDose = (amount: number, of: WordsOf) =>
  mark(formatAmount(amount, of.unit, of.locale, of.isPlain), of);

/** Parts of a sentence, as a language separates them. */
export const joinParts = (separator: "schedule.comma" | "schedule.semicolon", parts: readonly string[]) =>
  parts.reduce((before, after) => (before ? t(separator, { before, after }) : after), "");

/**
 * When and how much, in words for people: "1 tablet at 08:00 and 20:00, every day". Written as the safe-practice lists
 * of pharmacists ask for: numbers with a leading zero and without a trailing one, words in full and no abbreviations. "" for a plan in free text, which is in its instructions.
 */
export const formatSchedule = (schedule: Schedule, of: WordsOf): string =>
  joinParts("schedule.semicolon", formatScheduleLines(schedule, of));

/** The same with one line for each step. */
export function formatScheduleLines(schedule: Schedule, of: WordsOf): string[] {
  switch (schedule.kind) {
    case "clock":
    case "everyHours":
      return [formatTimed(schedule, of)];
    case "afterLast": {
      const { amount, hours } = schedule;
      return [t("schedule.doseAfterLast", { dose: formatDose(amount, of), hours })];
    }
    case "steps":
      // Each part begins by itself, whenever the plan began.
      return schedule.steps.map((step) =>
        formatStep(step, of, formatTimed(step.schedule, { ...of, hasBegun: false })),
      );
    case "asNeeded":
      return [t("schedule.asNeeded", { dose: formatRange(schedule, of) })];
    case "freeText":
      return [t("schedule.freeText")];
  }
}

/**
 * The rhythm that a dose of a day (`YYYY-MM-DD`) is part of, for a row that shows its time and amount already: "on
 * Monday and Thursday", "every 8 hours", "step 2 of 3, until Nov 28, 2026". "" for doses at the same times every day.
 */
export function formatRhythm(schedule: Schedule, day: string, locale?: string): string {
  switch (schedule.kind) {
    case "clock":
      return isEveryDay(schedule.days) ? "" : formatDays(schedule.days);
    case "everyHours":
      return formatEvery(schedule);
    case "afterLast":
      return t("schedule.afterLast", { hours: schedule.hours });
    case "steps": {
      const { steps } = schedule;
      const index = steps.findLastIndex(({ from }) => from <= day);
      const step = steps[index];
      if (!step) return "";
      const place = { index: index + 1, count: steps.length };
      const words =
        step.until === null
          ? t("schedule.stepOpen", place)
          : t("schedule.stepUntil", { ...place, day: formatDay(step.until, locale) });
      return joinParts("schedule.comma", [words, formatRhythm(step.schedule, day, locale)].filter(Boolean));
    }
    case "asNeeded":
    case "freeText":
      return "";
  }
}

/** "1 tablet", or "1 to 2 tablets" where the plan names a range. */
export function formatRange({ amount, most }: { amount: number; most: number | null }, of: WordsOf): string {
  if (most === null || most === amount) return formatDose(amount, of);
  const from = formatCount(amount, of.unit, of);
  return mark(t("schedule.range", { from, dose: formatDose(most, { ...of, isMarked: false }) }), of);
}

/** A time of the day as the reader's locale writes it: "08:00", "8:00 AM". */
export const formatTime = (at: string, locale = getReaderLocale()): string =>
  formatDate(Date.UTC(2000, 0, 1, 0, parseMinute(at)), CLOCK, locale, "UTC");

function formatTimed(schedule: ClockSchedule | HoursSchedule, of: WordsOf): string {
  if (schedule.kind === "clock")
    return t("schedule.onDays", { doses: formatTimes(schedule.times, of), days: formatDays(schedule.days) });
  const { hours, amount } = schedule;
  const dose = formatDose(amount, of);
  const every = formatEvery(schedule);
  const first = formatTime(schedule.from, of.locale);
  // Times that are the same on each day can be named; others only have a first one.
  if (24 % hours !== 0 || hours < 3) return t("schedule.hoursFrom", { dose, every, first });
  const all = listTimesOfDay(schedule);
  const times = joinParts(
    "schedule.comma",
    all.map((at) => formatTime(at, of.locale)),
  );
  return all[0] !== schedule.from && !of.hasBegun
    ? t("schedule.hoursNamedFirst", { dose, every, times, first })
    : t("schedule.hoursNamed", { dose, every, times });
}

const formatEvery = ({ hours }: HoursSchedule): string => t("schedule.everyHours", { hours });

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
  return listInSentence(
    groups.map(({ amount, at }) =>
      t("schedule.doseAt", {
        dose: formatDose(amount, of),
        times: listInSentence(at.map((time) => formatTime(time, of.locale))),
      }),
    ),
  );
}

const WEEKDAYS: Record<Weekday, Key> = {
  MO: "schedule.monday",
  TU: "schedule.tuesday",
  WE: "schedule.wednesday",
  TH: "schedule.thursday",
  FR: "schedule.friday",
  SA: "schedule.saturday",
  SU: "schedule.sunday",
};

const isEveryDay = (days: PlannedDays): boolean =>
  ("everyDays" in days && days.everyDays === 1) || ("weekdays" in days && days.weekdays.length === 7);

/** "every day", "every 2 days", "on Monday and Thursday", "on days 1 and 15 of each month". */
export function formatDays(days: PlannedDays): string {
  if (isEveryDay(days)) return t("schedule.everyDays", { count: 1 });
  if ("everyDays" in days) return t("schedule.everyDays", { count: days.everyDays });
  if ("everyWeeks" in days) return t("schedule.everyWeeks", { count: days.everyWeeks });
  if ("weekdays" in days)
    return t("schedule.onWeekdays", { days: listInSentence(days.weekdays.map((day) => t(WEEKDAYS[day]))) });
  const numbers = [...days.monthDays].sort((a, b) => a - b).map(String);
  return t("schedule.monthDays", { number: numbers.length, days: listInSentence(numbers) });
}

function formatStep({ from, until }: Step, { locale }: WordsOf, doses: string): string {
  const day = formatDay(from, locale);
  if (until === null) return t("schedule.stepFrom", { day, doses });
  if (until === from) return t("schedule.stepOn", { day, doses });
  return t("schedule.stepSpan", { from: day, until: formatDay(until, locale), doses });
}

const formatDay = (day: string, locale = getReaderLocale()) =>
  formatDate(Date.parse(`${day}T00:00:00Z`), SHORT_DATE, locale, "UTC");

/** The limits that a version may have, in minutes, hours and the plan's unit; null where nobody entered one. */
export type TypedLimits = {
  minGapMinutes: number | null;
  maxCount: number | null;
  maxAmount: number | null;
  windowHours: number;
};

/** The limits that were entered, one a line: "At least 4 hours between two doses", "At most 4 doses in 24 hours". */
export const limitLines = (limits: TypedLimits, of: WordsOf): string[] =>
  listLimits(limits, of).map(toUpperFirst);

/** The same as parts of a sentence: "at most 4 doses in 24 hours". */
export function listLimits(
  { minGapMinutes, maxCount, maxAmount, windowHours: hours }: TypedLimits,
  of: WordsOf,
): string[] {
  return [
    minGapMinutes === null ? null : t("schedule.minGap", { duration: formatDuration(minGapMinutes) }),
    maxCount === null
      ? null
      : t("schedule.maxCount", { count: formatNumber(maxCount, of.locale), number: maxCount, hours }),
    maxAmount === null ? null : t("schedule.maxAmount", { dose: formatDose(maxAmount, of), hours }),
  ].filter((line) => line !== null);
}

/** Words of a sentence as the beginning of one. */
export const toUpperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

type DurationKeys = { hours: Key; minutes: Key };
const LONG: DurationKeys = { hours: "schedule.hours", minutes: "schedule.minutes" };
/** So long before or after something, which has other forms in some languages. */
const AWAY: DurationKeys = { hours: "schedule.hoursAway", minutes: "schedule.minutesAway" };

/** Minutes in words: "4 hours", "90 minutes" as "1 hour 30 minutes". */
export function formatDuration(minutes: number, keys = LONG): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    hours > 0 && t(keys.hours, { hours }),
    rest > 0 && t(keys.minutes, { minutes: rest }),
  ].filter((part) => part !== false);
  const [first = "", second] = parts;
  return second ? t("schedule.hoursMinutes", { hours: first, minutes: second }) : first;
}

/** "30 minutes before a meal"; "" where meals don't matter. */
export function formatMeal(relation: MealRelation, minutes: number | null): string {
  const duration = hasMealMinutes(relation) && minutes !== null ? formatDuration(minutes, AWAY) : null;
  switch (relation) {
    case "none":
      return "";
    case "before":
      return duration ? t("schedule.mealBeforeBy", { duration }) : t("schedule.mealBefore");
    case "with":
      return t("schedule.mealWith");
    case "after":
      return duration ? t("schedule.mealAfterBy", { duration }) : t("schedule.mealAfter");
    case "empty":
      return t("schedule.mealEmpty");
  }
}

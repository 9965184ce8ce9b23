import { pluralize } from "../pluralize.ts";

export const UNITS = ["hour", "day", "week", "month", "year"] as const;
export type RecurrenceUnit = (typeof UNITS)[number];

/** RFC 5545's codes, Monday first, in the order of all lists of weekdays. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const PATTERNS = ["one-time", "interval", "frequency", "weekly", "monthly", "custom"] as const;
export type RecurrencePattern = (typeof PATTERNS)[number];

export type Interval = { every: number; unit: RecurrenceUnit };
export type Frequency = { times: number; per: number; unit: RecurrenceUnit };

/** A recurrence (care-core 3, "Recurrence"); weekdays and month days are sorted, without duplicates. */
export type Recurrence =
  | { pattern: "one-time" }
  | { pattern: "interval"; interval: Interval }
  | { pattern: "frequency"; frequency: Frequency }
  | { pattern: "weekly"; weekly: { byWeekdays: Weekday[] } }
  | { pattern: "monthly"; monthly: { byMonthDay: number[] } }
  | { pattern: "custom"; rrule: string };

/** The largest `every`, `times` and `per`: the number of minutes between 08:00 and 20:00. */
export const MAX_REPEATS = 720;
/** The longest text of a custom rule, in characters. */
export const RULE_LENGTH = 500;

/** An invalid recurrence: the path of the invalid part, and the expected value. */
export class RecurrenceError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = "RecurrenceError";
    this.path = path;
  }
}

const WEEKDAY_NAMES: Record<Weekday, string> = {
  MO: "Mon",
  TU: "Tue",
  WE: "Wed",
  TH: "Thu",
  FR: "Fri",
  SA: "Sat",
  SU: "Sun",
};

/** Weekdays as text: "Mon, Tue". */
export const getWeekdayNames = (days: readonly Weekday[]): string =>
  days.map((day) => WEEKDAY_NAMES[day]).join(", ");

/** Whether a number is valid as `every`, `times` or `per`: whole, from 1 to `MAX_REPEATS`. */
export const isRepeatCount = (count: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= MAX_REPEATS;

/** Whether an interval is complete and within its limits; otherwise it never occurs. */
export const isIntervalValid = ({ every }: { every: number }): boolean => isRepeatCount(every);

/** The same for a frequency; with hours as its unit there is at most one time a minute. */
export const isFrequencyValid = ({ times, per, unit }: Frequency): boolean =>
  isRepeatCount(times) && isRepeatCount(per) && (unit !== "hour" || times <= per * 60);

/**
 * Converts a recurrence to its canonical form, from that form or from one without `pattern`, which is then derived
 * from the existing key (`frequency`, the more exact one, before `interval`). Units may be plural and in any case.
 * Incomplete values are kept (no weekdays, `every` 0) so that the scheduling check can report them. Null for null and
 * undefined. Throws a RecurrenceError, whose `path` begins with the one given, on anything invalid.
 */
export function readRecurrence(value: unknown, path = "recurrence"): Recurrence | null {
  if (value === null || value === undefined) return null;
  const fields = asObject(value, path);
  const pattern = readPattern(fields, path);
  switch (pattern) {
    case "one-time":
      return { pattern };
    case "interval": {
      const at = `${path}.interval`;
      const { every, unit } = asObject(fields.interval ?? {}, at);
      const isComplete = unit !== undefined && unit !== null;
      return {
        pattern,
        interval: {
          every: isComplete ? readCount(every, `${at}.every`) : 0,
          unit: readUnit(unit, `${at}.unit`),
        },
      };
    }
    case "frequency": {
      const at = `${path}.frequency`;
      const { times, per, unit } = asObject(fields.frequency ?? {}, at);
      const isComplete = unit !== undefined && unit !== null;
      return {
        pattern,
        frequency: {
          times: isComplete ? readCount(times, `${at}.times`) : 0,
          per: isComplete ? readCount(per, `${at}.per`) : 0,
          unit: readUnit(unit, `${at}.unit`),
        },
      };
    }
    case "weekly": {
      const at = `${path}.weekly`;
      const { byWeekdays } = asObject(fields.weekly ?? {}, at);
      return { pattern, weekly: { byWeekdays: readWeekdays(byWeekdays, `${at}.byWeekdays`) } };
    }
    case "monthly": {
      const at = `${path}.monthly`;
      const { byMonthDay } = asObject(fields.monthly ?? {}, at);
      const days = asList(byMonthDay, `${at}.byMonthDay`);
      return { pattern, monthly: { byMonthDay: monthDays(days) } };
    }
    case "custom":
      return { pattern, rrule: readRuleText(fields.rrule, `${path}.rrule`) };
  }
}

/** "Every 2 days", a whole phrase for each unit, so that other languages can order its parts differently. */
const EVERY: Readonly<Record<RecurrenceUnit, (every: number) => string>> = {
  hour: (every) => (every === 1 ? "Every 1 hour" : `Every ${every} hours`),
  day: (every) => (every === 1 ? "Every 1 day" : `Every ${every} days`),
  week: (every) => (every === 1 ? "Every 1 week" : `Every ${every} weeks`),
  month: (every) => (every === 1 ? "Every 1 month" : `Every ${every} months`),
  year: (every) => (every === 1 ? "Every 1 year" : `Every ${every} years`),
};

/** "3 times per 2 weeks", from "3 times" and a period; also whole phrases. */
const PER: Readonly<Record<RecurrenceUnit, (times: string, per: number) => string>> = {
  hour: (times, per) => (per === 1 ? `${times} per 1 hour` : `${times} per ${per} hours`),
  day: (times, per) => (per === 1 ? `${times} per 1 day` : `${times} per ${per} days`),
  week: (times, per) => (per === 1 ? `${times} per 1 week` : `${times} per ${per} weeks`),
  month: (times, per) => (per === 1 ? `${times} per 1 month` : `${times} per ${per} months`),
  year: (times, per) => (per === 1 ? `${times} per 1 year` : `${times} per ${per} years`),
};

/**
 * The label of a recurrence (care-core 9), in proper English: "One time", "Every 2 days", "1 time per 3 weeks",
 * "Every Mon, Tue", "Days 1, 15 of each month", "Custom recurrence". The server stores and answers it; screens show
 * `describeRecurrence` of recurrence-words.ts.
 */
export function formatRecurrence(recurrence: Recurrence): string {
  switch (recurrence.pattern) {
    case "one-time":
      return "One time";
    case "interval":
      return EVERY[recurrence.interval.unit](recurrence.interval.every);
    case "frequency": {
      const { times, per, unit } = recurrence.frequency;
      return PER[unit](pluralize(times, "time"), per);
    }
    case "weekly":
      return recurrence.weekly.byWeekdays.length > 0
        ? `Every ${getWeekdayNames(recurrence.weekly.byWeekdays)}`
        : "No weekdays chosen";
    case "monthly": {
      const days = recurrence.monthly.byMonthDay;
      if (days.length === 0) return "No month days chosen";
      return days.length === 1 ? `Day ${days[0]} of each month` : `Days ${days.join(", ")} of each month`;
    }
    case "custom":
      return "Custom recurrence";
  }
}

/** The editor's initial value for a pattern (care-core 9); `today.day` is the day of the month. */
export function getDefaultRecurrence(pattern: RecurrencePattern, today: { day: number }): Recurrence {
  switch (pattern) {
    case "one-time":
      return { pattern };
    case "interval":
      return { pattern, interval: { every: 1, unit: "day" } };
    case "frequency":
      return { pattern, frequency: { times: 1, per: 1, unit: "day" } };
    case "weekly":
      return { pattern, weekly: { byWeekdays: ["MO"] } };
    case "monthly":
      return { pattern, monthly: { byMonthDay: [today.day] } };
    case "custom":
      return { pattern, rrule: "FREQ=DAILY" };
  }
}

/** Days of the month from a comma-separated text; anything but whole numbers from 1 to 31 is dropped. */
export const parseMonthDays = (text: string): number[] => monthDays(text.split(","));

/** Days of the month from numbers or texts of digits: sorted, without duplicates and invalid ones. */
function monthDays(values: readonly unknown[]): number[] {
  const days = values.map((value) =>
    typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value,
  );
  const inMonth = (day: unknown): day is number =>
    Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 31;
  return [...new Set(days.filter(inMonth))].sort((a, b) => a - b);
}

function readPattern(fields: Record<string, unknown>, path: string): RecurrencePattern {
  const isGiven = (key: string) => fields[key] !== undefined && fields[key] !== null;
  if (isGiven("pattern")) {
    const pattern = PATTERNS.find((name) => name === fields.pattern);
    if (!pattern) throw new RecurrenceError(`${path}.pattern`, `must be one of ${PATTERNS.join(", ")}`);
    return pattern;
  }
  for (const pattern of ["frequency", "interval", "weekly", "monthly"] as const) {
    if (isGiven(pattern)) return pattern;
  }
  if (isGiven("rrule")) return "custom";
  throw new RecurrenceError(
    path,
    "must have a pattern, or one of interval, frequency, weekly, monthly and rrule",
  );
}

function asObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RecurrenceError(path, "must be an object");
  return value as Record<string, unknown>;
}

function asList(value: unknown, path: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new RecurrenceError(path, "must be a list");
  return value;
}

function readCount(value: unknown, path: string): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new RecurrenceError(path, `must be a whole number from 1 to ${MAX_REPEATS}`);
  return value;
}

function readUnit(value: unknown, path: string): RecurrenceUnit {
  if (value === undefined || value === null) return "day";
  const name = typeof value === "string" ? value.toLowerCase().replace(/s$/, "") : null;
  const unit = UNITS.find((candidate) => candidate === name);
  if (!unit) throw new RecurrenceError(path, `must be one of ${UNITS.join(", ")}`);
  return unit;
}

function readWeekdays(value: unknown, path: string): Weekday[] {
  const days = asList(value, path).map((entry, position) => {
    const day = WEEKDAYS.find((code) => typeof entry === "string" && code === entry.toUpperCase());
    if (!day) throw new RecurrenceError(`${path}[${position}]`, `must be one of ${WEEKDAYS.join(", ")}`);
    return day;
  });
  return WEEKDAYS.filter((day) => days.includes(day));
}

function readRuleText(value: unknown, path: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new RecurrenceError(path, "must be a text");
  if (value.length > RULE_LENGTH)
    throw new RecurrenceError(path, `must have at most ${RULE_LENGTH} characters`);
  return value.trim();
}

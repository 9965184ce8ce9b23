import { cutText } from "../cut-text.ts";
import { WEEKDAYS } from "./recurrence.ts";

/** The allowed frequencies of a custom rule. Care that recurs each second is a mistake or an attack. */
const FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"];
const MAX_INTERVAL = 9999;
const UNTIL = /^\d{8}(T\d{6}Z?)?$/;
const ORDINAL_DAY = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/;

/**
 * Parts with lists of whole numbers: the least and the largest, and whether they may count from the end, as -1 does.
 */
const NUMBERS: Record<string, { least: 0 | 1; most: number; fromEnd?: true }> = {
  BYMONTH: { least: 1, most: 12 },
  BYMONTHDAY: { least: 1, most: 31, fromEnd: true },
  BYYEARDAY: { least: 1, most: 366, fromEnd: true },
  BYWEEKNO: { least: 1, most: 53, fromEnd: true },
  BYHOUR: { least: 0, most: 23 },
  BYMINUTE: { least: 0, most: 59 },
  BYSETPOS: { least: 1, most: 366, fromEnd: true },
};
/** The number of days of each month, in leap years. */
const MAX_DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The message for a valid rule that takes too much work. */
export const RULE_TAKES_TOO_LONG = "The rule takes too long to compute: make it simpler";

/** The parts of a rule by name, in the order of the text: `FREQ` → `WEEKLY`. */
export type RuleParts = ReadonlyMap<string, string>;

/** Splits an RFC 5545 rule into its parts, in capitals; a leading `RRULE:` is allowed. Doesn't validate them. */
export function getRuleParts(text: string): RuleParts {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .replace(/;$/, "");
  return new Map(
    rule.split(";").map((part) => {
      const [name, ...values] = part.split("=");
      return [name!.trim(), values.join("=").trim()];
    }),
  );
}

/** The text of a rule, without `RRULE:`. */
export const formatRule = (parts: RuleParts): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(";");

/** Why a text isn't a valid rule for a care task, as a message for its author; null when it is valid. */
export function findCustomRuleProblem(text: string): string | null {
  const rule = text.trim();
  if (!rule) return "Enter a rule, such as FREQ=WEEKLY;BYDAY=MO,TH";
  if (/[\r\n]/.test(rule)) return "Enter one rule, on one line";
  if (/^(DTSTART|EXDATE|RDATE|EXRULE)/i.test(rule))
    return "Enter the rule alone: its first day is that of the phase";
  const parts = getRuleParts(rule);
  if (parts.size < rule.replace(/;$/, "").split(";").length) return "Give each part of the rule once";
  for (const [name, value] of parts) {
    const problem = partProblem(name, value);
    if (problem) return problem;
  }
  return consistencyProblem(parts);
}

function partProblem(name: string, value: string): string | null {
  const limits = NUMBERS[name];
  if (limits) return numbersProblem(name, value, limits);
  switch (name) {
    case "FREQ":
      if (FREQUENCIES.includes(value)) return null;
      return value === "SECONDLY"
        ? "A task can't recur every second"
        : `FREQ must be one of ${FREQUENCIES.join(", ")}`;
    case "INTERVAL":
      return wholeNumberProblem(name, value, MAX_INTERVAL);
    case "COUNT":
      return wholeNumberProblem(name, value, Number.MAX_SAFE_INTEGER);
    case "UNTIL":
      return UNTIL.test(value) && isRealDay(value) ? null : "UNTIL must be a day such as 20270131";
    case "WKST":
      return WEEKDAYS.some((day) => day === value) ? null : `WKST must be one of ${WEEKDAYS.join(", ")}`;
    case "BYDAY":
      return value.split(",").every(isOrdinalDay) ? null : "BYDAY must list days such as MO,TH or -1FR";
    default:
      return `"${cutText(name, 20)}" isn't part of a rule that we know`;
  }
}

function wholeNumberProblem(name: string, value: string, most: number): string | null {
  const isValid = /^\d{1,15}$/.test(value) && Number(value) >= 1 && Number(value) <= most;
  if (isValid) return null;
  return most === MAX_INTERVAL
    ? `${name} must be a whole number from 1 to ${most}`
    : `${name} must be a whole number from 1`;
}

function numbersProblem(name: string, value: string, { least, most, fromEnd }: (typeof NUMBERS)[string]) {
  const isValid = value.split(",").every((entry) => {
    if (!/^[+-]?\d{1,3}$/.test(entry)) return false;
    const number = fromEnd ? Math.abs(Number(entry)) : Number(entry);
    return number >= least && number <= most;
  });
  if (isValid) return null;
  return `${name} must list numbers from ${least} to ${most}${fromEnd ? `, or -1 to -${most} from the end` : ""}`;
}

function isOrdinalDay(entry: string): boolean {
  const ordinal = ORDINAL_DAY.exec(entry);
  if (!ordinal) return false;
  const position = ordinal[1] === undefined ? 1 : Math.abs(Number(ordinal[1]));
  return position >= 1 && position <= 53;
}

function isRealDay(until: string): boolean {
  const [year, month, day] = [until.slice(0, 4), until.slice(4, 6), until.slice(6, 8)].map(Number);
  const [hour, minute, second] = [until.slice(9, 11), until.slice(11, 13), until.slice(13, 15)].map(Number);
  const date = new Date(Date.UTC(year!, month! - 1, day!));
  return (
    date.getUTCMonth() === month! - 1 &&
    date.getUTCDate() === day &&
    hour! < 24 &&
    minute! < 60 &&
    second! < 61
  );
}

/**
 * The problem of combinations that RFC 5545 (3.3.10) forbids or programs interpret differently, and of days that no
 * year has.
 */
function consistencyProblem(parts: RuleParts): string | null {
  const frequency = parts.get("FREQ");
  const is = (...frequencies: string[]) => frequencies.includes(frequency!);
  const has = (...names: string[]) => names.some((name) => parts.has(name));
  if (!frequency) return `FREQ is missing: one of ${FREQUENCIES.join(", ")}`;
  if (has("COUNT") && has("UNTIL")) return "Give COUNT or UNTIL, not both";
  if (has("BYWEEKNO") && !(is("YEARLY") && has("BYDAY")))
    return "BYWEEKNO goes with FREQ=YEARLY and BYDAY only";
  if (has("BYYEARDAY") && is("MONTHLY", "WEEKLY", "DAILY"))
    return `BYYEARDAY doesn't go with FREQ=${frequency}`;
  if (has("BYWEEKNO", "BYYEARDAY") && has("BYMONTH", "BYMONTHDAY"))
    return "BYWEEKNO and BYYEARDAY don't go with BYMONTH or BYMONTHDAY";
  if (has("BYYEARDAY") && has("BYDAY", "BYWEEKNO")) return "BYYEARDAY doesn't go with BYDAY or BYWEEKNO";
  if (has("BYMONTHDAY") && is("WEEKLY")) return "BYMONTHDAY doesn't go with FREQ=WEEKLY";
  if (/\d/.test(parts.get("BYDAY") ?? "") && (!is("MONTHLY", "YEARLY") || has("BYWEEKNO", "BYMONTHDAY")))
    return "Days such as 1MO go with FREQ=MONTHLY or FREQ=YEARLY, and without BYWEEKNO and BYMONTHDAY";
  if (has("BYSETPOS") && !has("BYMONTHDAY", "BYDAY", "BYYEARDAY", "BYWEEKNO"))
    return "BYSETPOS needs days to choose from";
  if (has("BYSETPOS") && (!is("YEARLY", "MONTHLY", "WEEKLY") || has("BYHOUR", "BYMINUTE")))
    return "BYSETPOS goes with the days of a week, month or year only";
  const months = parts.get("BYMONTH")?.split(",").map(Number);
  const days = parts
    .get("BYMONTHDAY")
    ?.split(",")
    .map((day) => Math.abs(Number(day)));
  if (months && days?.every((day) => months.every((month) => day > MAX_DAYS_OF_MONTH[month - 1]!)))
    return "These months have no such day";
  return null;
}

import { WEEKDAYS, type Weekday } from "../../../lib/recurrence/recurrence.ts";
import { DAYS_OF_WEEK, type FhirRepeat, TIMES_OF_DAY, type TimeOfDayCode } from "./fhir-dosage-schema.ts";
import { refuse } from "./fhir-dosage-values.ts";
import { MAX_HOURS, MAX_TIMES, type PlannedDays, type Schedule } from "./schedule.ts";

/** When the entries of a FHIR dosage are due, as the schedule of a plan. */

/** Something that a person chooses: a clock time, `HH:MM`, or a day of the month. */
export type Need = { key: string; words: string };
/** What a person has chosen, by the key of the need. */
export type Choices = Readonly<Record<string, string>>;

/** One entry: its days, times and amount. */
type Rhythm = {
  days: PlannedDays | { hours: number } | "monthly";
  times: { need: Need | null; at: string; amount: number }[];
};

/** The content of one entry. */
export function readRhythm(repeat: FhirRepeat, amount: number): Rhythm {
  const { timeOfDay = [], when = [], dayOfWeek = [] } = repeat;
  if (timeOfDay.length > 0 && when.length > 0)
    return refuse("invalid", "It has clock times and times of the day for the same dose");
  if (repeat.frequencyMax !== undefined || repeat.periodMax !== undefined) return throwVariable(repeat);
  if ((repeat.period === undefined) !== (repeat.periodUnit === undefined))
    return refuse("invalid", "It has a period without a unit, or a unit without a period");
  const times = [
    ...timeOfDay.map((at) => toClockTime(at, amount)),
    ...when.map((code) => toEventTime(code, amount)),
  ];
  const perDay = times.length;
  if (dayOfWeek.length > 0) return onWeekdays(repeat, times, amount);
  const { frequency, period = 1, periodUnit = "d" } = repeat;
  if (frequency === undefined && perDay === 0) return refuse("invalid", "It doesn't say when it is given");
  if (perDay > 0 && frequency !== undefined && frequency !== perDay)
    return refuse("invalid", `Its number of times is ${frequency}, but it names ${perDay}`);
  if (!Number.isInteger(period)) return refuse("invalid", "It has a part of a period");
  const days = readDays(period, periodUnit, perDay);
  if (perDay > 0) return { days, times };
  const count = frequency!;
  if (typeof days === "object" && "hours" in days) {
    if (count > 1) return refuse("unsupported", "Several times in some hours, without naming them");
    return { days, times: [toUnnamedTime(1, 1, amount)] };
  }
  // "Twice in three days" isn't two times each third day.
  if (count > 1 && !(typeof days === "object" && "everyDays" in days && days.everyDays === 1))
    return refuse("unsupported", "Several times in a period of more than a day, without naming them");
  if (count > MAX_TIMES) return refuse("unsupported", `More than ${MAX_TIMES} times a day`);
  return {
    days,
    times: Array.from({ length: count }, (_, index) => toUnnamedTime(index + 1, count, amount)),
  };
}

function throwVariable({ frequency, frequencyMax, period, periodMax }: FhirRepeat): never {
  if (frequencyMax !== undefined && frequencyMax <= (frequency ?? 1))
    return refuse("invalid", "The largest number of times isn't larger than the smallest");
  if (periodMax !== undefined && periodMax <= (period ?? 0))
    return refuse("invalid", "The longest period isn't longer than the shortest");
  return refuse("unsupported", "A number of times or a period that varies");
}

function onWeekdays(repeat: FhirRepeat, named: Rhythm["times"], amount: number): Rhythm {
  const { frequency, period, periodUnit, dayOfWeek = [] } = repeat;
  if (new Set(dayOfWeek).size < dayOfWeek.length) return refuse("invalid", "It names a weekday twice");
  const times = named.length > 0 ? named : [toUnnamedTime(1, 1, amount)];
  if (period !== undefined) {
    if (periodUnit !== "wk") return refuse("invalid", "It names weekdays, but its period isn't a week");
    if (period !== 1) return refuse("unsupported", "Weekdays of each second or later week");
    const count = times.length * dayOfWeek.length;
    if (frequency !== undefined && frequency !== count)
      return refuse("invalid", `Its number of times a week is ${frequency}, but it names ${count}`);
  }
  const weekdays = dayOfWeek.map((day): Weekday => WEEKDAYS[DAYS_OF_WEEK.indexOf(day)]!);
  return { days: { weekdays: weekdays.sort((a, b) => WEEKDAYS.indexOf(a) - WEEKDAYS.indexOf(b)) }, times };
}

function readDays(
  period: number,
  unit: NonNullable<FhirRepeat["periodUnit"]>,
  perDay: number,
): Rhythm["days"] {
  switch (unit) {
    case "d":
      return period <= 366 ? { everyDays: period } : refuse("unsupported", "More than a year between doses");
    case "wk":
      return period <= 52 ? { everyWeeks: period } : refuse("unsupported", "More than a year between doses");
    case "mo":
      return period === 1 ? "monthly" : refuse("unsupported", "Every second or later month");
    case "h":
      if (perDay > 0) return refuse("unsupported", "Hours between doses and times of the day together");
      return period <= MAX_HOURS ? { hours: period } : refuse("unsupported", "More than four weeks in hours");
    default:
      return refuse("unsupported", unit === "a" ? "Once in years" : "Less than an hour between doses");
  }
}

const toClockTime = (time: string, amount: number): Rhythm["times"][number] => {
  const at = time.slice(0, 5);
  if (!/^..:..:00(\.0+)?$/.test(time)) return refuse("unsupported", "A time with seconds");
  return { need: null, at, amount };
};

function toEventTime(code: NonNullable<FhirRepeat["when"]>[number], amount: number): Rhythm["times"][number] {
  const words = TIMES_OF_DAY[code as TimeOfDayCode];
  if (!words) return refuse("unsupported", "A meal without saying which one");
  return { need: { key: code, words: `a time for ${words}` }, at: code, amount };
}

const toUnnamedTime = (n: number, of: number, amount: number): Rhythm["times"][number] => {
  const need = { key: `time-${n}`, words: of === 1 ? "a time" : `time ${n} of ${of}` };
  return { need, at: need.key, amount };
};

/** The schedule of all entries together, or what a person has to choose first. */
export function toSchedule(
  rhythms: readonly Rhythm[],
  choices: Choices,
): { schedule: Schedule } | { needs: Need[] } {
  const days = requireSameDays(rhythms);
  const times = rhythms.flatMap((each) => each.times);
  if (times.length > MAX_TIMES) return refuse("unsupported", `More than ${MAX_TIMES} times a day`);
  const kinds = new Set(
    times.map(({ need }) => (need === null ? "clock" : need.key in TIMES_OF_DAY ? "day" : "none")),
  );
  if (kinds.size > 1 || (kinds.has("none") && rhythms.length > 1))
    return refuse("invalid", "Some of its entries name times and others don't, or name them otherwise");
  if (new Set(times.map(({ at }) => at)).size < times.length)
    return refuse("invalid", "It names a time twice");
  const all = [...times.flatMap(({ need }) => need ?? []), ...(days === "monthly" ? [MONTH_DAY] : [])];
  const needs = all.filter(({ key }) => !isChosen(key, choices[key])).sort(compareByDay);
  if (needs.length > 0) return { needs };
  const planned = times
    .map(({ need, at, amount }) => ({ at: need ? choices[need.key]! : at, amount }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  if (days === "monthly")
    return {
      schedule: { kind: "clock", times: planned, days: { monthDays: [Number(choices[MONTH_DAY.key])] } },
    };
  if ("hours" in days) {
    const [{ at, amount }] = planned as [(typeof planned)[number]];
    return { schedule: { kind: "everyHours", hours: days.hours, from: at, amount } };
  }
  return { schedule: { kind: "clock", times: planned, days } };
}

const MONTH_DAY: Need = { key: "monthDay", words: "a day of the month" };

const isChosen = (key: string, choice: string | undefined): boolean =>
  key === MONTH_DAY.key
    ? /^([1-9]|[12]\d|3[01])$/.test(choice ?? "")
    : /^([01]\d|2[0-3]):[0-5]\d$/.test(choice ?? "");

const ORDER = Object.keys(TIMES_OF_DAY);
const compareByDay = (a: Need, b: Need): number => ORDER.indexOf(a.key) - ORDER.indexOf(b.key);

function requireSameDays(rhythms: readonly Rhythm[]): Rhythm["days"] {
  const [first, ...others] = rhythms.map(({ days }) => days) as [Rhythm["days"], ...Rhythm["days"][]];
  const isSame = others.every((days) => JSON.stringify(days) === JSON.stringify(first));
  if (isSame) return first;
  const weekly = [first, ...others].filter((days) => typeof days === "object" && "weekdays" in days);
  if (weekly.length <= others.length) return refuse("invalid", "Its entries have different periods");
  const names = weekly.flatMap((days) => (days as { weekdays: Weekday[] }).weekdays);
  const hasTimes = new Set(rhythms.map(({ times }) => (times[0]?.need?.key ?? "clock").startsWith("time-")));
  if (hasTimes.size > 1) return refuse("invalid", "Some of its entries name times and others don't");
  const named = rhythms.flatMap(({ days, times }) =>
    (days as { weekdays: Weekday[] }).weekdays.flatMap((day) => times.map(({ at }) => `${day} ${at}`)),
  );
  if (names.length > 0 && new Set(named).size < named.length)
    return refuse("invalid", "It names a time twice");
  return refuse("unsupported", "Different times or amounts on different weekdays: make a plan of each");
}

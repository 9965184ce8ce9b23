import { HOUR, parseMinute } from "../../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listInWords } from "../../../lib/list-words.ts";
import { formatAmount, isUnlikelyAmount, readAmount, readNumber, type Unit } from "../rules/amounts.ts";
import { getDefaultLateness, getDefaultSameDose } from "../rules/defaults.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import { hasMealMinutes, MAX_MEAL_MINUTES } from "../rules/meals.ts";
import {
  type ClockSchedule,
  findScheduleProblem,
  type HoursSchedule,
  isScheduled,
  listAmounts,
  MAX_HOURS,
  type PlannedDays,
  type Schedule,
} from "../rules/schedule.ts";
import { listTimesOfDay } from "../rules/schedule-words.ts";
import { changePlan, createPlan, planFacts } from "../schema.ts";
import {
  type ChangedPlan,
  getBegin,
  getFirstDay,
  isRunning,
  listLeftByChange,
  withBegin,
} from "./plan-change.ts";
import type { DaysValue, PlanValues, StepValue, TimeValue } from "./plan-values.ts";

/** So many days ahead a change may begin, as the server allows it. */
const MAX_DAYS_AHEAD = 366;

/** The problems of the form: a sentence by its field. */
export type Problems = Record<string, string>;

/** The questions of the editor, one at a time. */
export const STEPS = ["medicine", "when", "amount", "limits", "dates", "check"] as const;
export type StepName = (typeof STEPS)[number];

/** The questions that a plan has: one in free text has no amounts and no limits, a change asks for no medicine. */
export const listSteps = ({ kind }: Pick<PlanValues, "kind">, isChange: boolean): StepName[] =>
  STEPS.filter((step) => {
    if (step === "medicine") return !isChange;
    return kind !== "freeText" || (step !== "amount" && step !== "limits");
  });

export const EDITOR_MESSAGES = {
  unit: "Choose what is counted",
  time: "Enter a time",
  number: (from: number, to: number) => `Enter a whole number from ${from} to ${to}`,
  hours: "Enter hours, such as 4 or 0.5",
  day: "Choose a day",
  instructions: "Write how it is given",
  saidBy: "Write who said these numbers",
  begin: "Choose from when on",
  confirmedAmounts: "Confirm the amount, or go back and change it",
  confirmed: "Confirm this, or go back and choose another day",
  reason: "Write why it changes",
  other: "This can't be saved as it is. Go back and look at each step.",
} as const;

/** A clock time that a field of times has. */
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A whole number within bounds, or a sentence in `problems`. */
function readWholeNumber(
  text: string,
  field: string,
  [from, to]: [number, number],
  problems: Problems,
): number {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  problems[field] = EDITOR_MESSAGES.number(from, to);
  return from;
}

/** The amount of a field; 1 with a sentence in `problems` when the text isn't one. */
function parseAmount(text: string, field: string, unit: Unit | "", problems: Problems): number {
  const read = readAmount(text, unit || "tablet");
  if ("amount" in read) return read.amount;
  problems[field] = read.problem;
  return 1;
}

type Found = { when: Problems; amount: Problems };

function readTimes(times: readonly TimeValue[], unit: Unit | "", path: string, found: Found) {
  return times.map(({ key, at, amount }) => {
    if (!isTime(at)) found.when[`${path}at.${key}`] = EDITOR_MESSAGES.time;
    return { at, amount: parseAmount(amount, `${path}amount.${key}`, unit, found.amount) };
  });
}

function readDays(days: DaysValue, path: string, problems: Problems): PlannedDays {
  switch (days.kind) {
    case "everyDays":
      return { everyDays: readWholeNumber(days.everyDays, `${path}everyDays`, [1, 366], problems) };
    case "everyWeeks":
      return { everyWeeks: readWholeNumber(days.everyWeeks, `${path}everyWeeks`, [1, 52], problems) };
    case "weekdays":
      return { weekdays: days.weekdays };
    case "monthDays":
      return { monthDays: days.monthDays };
  }
}

function readHours(
  { hours, hoursFrom, amount }: Pick<PlanValues, "hours" | "hoursFrom" | "amount">,
  unit: Unit | "",
  path: string,
  found: Found,
): HoursSchedule {
  if (!isTime(hoursFrom)) found.when[`${path}hoursFrom`] = EDITOR_MESSAGES.time;
  return {
    kind: "everyHours",
    hours: readWholeNumber(hours, `${path}hours`, [1, MAX_HOURS], found.when),
    from: hoursFrom,
    amount: parseAmount(amount, `${path}amount`, unit, found.amount),
  };
}

function readStep(step: StepValue, unit: Unit | "", found: Found) {
  const path = `steps.${step.key}.`;
  if (!step.from) found.when[`${path}from`] = EDITOR_MESSAGES.day;
  const schedule: ClockSchedule | HoursSchedule =
    step.kind === "everyHours"
      ? readHours(step, unit, path, found)
      : {
          kind: "clock",
          times: readTimes(step.times, unit, path, found),
          days: readDays(step.days, path, found.when),
        };
  return { from: step.from, until: step.until || null, schedule };
}

/** The schedule of the form, and the problems with its times and with its amounts. */
export function readSchedule(values: PlanValues): { schedule: Schedule } & Found {
  const found: Found = { when: {}, amount: {} };
  const schedule = fillSchedule(values, found);
  const problem = findScheduleProblem(schedule);
  if (problem && Object.keys(found.when).length === 0) {
    const [part, index, field] = problem.path.split(".");
    const key = part === "steps" ? values.steps[Number(index)]?.key : undefined;
    if (part === "most") found.amount.most ??= problem.message;
    else
      found.when[key === undefined ? part! : `steps.${key}.${field === "schedule" ? "times" : field}`] =
        problem.message;
  }
  return { schedule, ...found };
}

function fillSchedule(values: PlanValues, found: Found): Schedule {
  const { kind, doseUnit: unit } = values;
  switch (kind) {
    case "clock":
      return {
        kind,
        times: readTimes(values.times, unit, "", found),
        days: readDays(values.days, "", found.when),
      };
    case "everyHours":
      return readHours(values, unit, "", found);
    case "afterLast":
      return {
        kind,
        hours: readWholeNumber(values.hours, "hours", [1, MAX_HOURS], found.when),
        amount: parseAmount(values.amount, "amount", unit, found.amount),
      };
    case "asNeeded":
      return {
        kind,
        amount: parseAmount(values.amount, "amount", unit, found.amount),
        most: values.most.trim() ? parseAmount(values.most, "most", unit, found.amount) : null,
      };
    case "steps":
      return { kind, steps: values.steps.map((step) => readStep(step, unit, found)) };
    case "freeText":
      return { kind };
  }
}

/** The bookkeeping defaults of the typed times, in minutes: when doses are one, and when one is late. */
export function getDefaults(schedule: Schedule) {
  const parts =
    schedule.kind === "steps"
      ? schedule.steps.map((step) => listDayTimes(step.schedule))
      : [listDayTimes(schedule)];
  const sameDose = isScheduled(schedule)
    ? Math.min(...parts.map((times) => getDefaultSameDose(times) ?? 240))
    : null;
  return { sameDose, ...getDefaultLateness(Math.max(...parts.map((times) => times.length - 1))) };
}

/** The times of one day and the first of the next one, in ms. */
function listDayTimes(schedule: Schedule): number[] {
  switch (schedule.kind) {
    case "clock": {
      const times = schedule.times.filter(({ at }) => isTime(at)).map(({ at }) => parseMinute(at) * 60_000);
      return [...times, ...(times.length > 0 ? [Math.min(...times) + 24 * HOUR] : [])];
    }
    case "everyHours":
      return 24 % schedule.hours === 0 && isTime(schedule.from)
        ? [
            ...listTimesOfDay(schedule).map((at) => parseMinute(at) * 60_000),
            parseMinute(schedule.from) * 60_000 + 24 * HOUR,
          ]
        : [0, schedule.hours * HOUR];
    case "afterLast":
      return [0, schedule.hours * HOUR];
    default:
      return [0, 24 * HOUR];
  }
}

const MINUTES: [number, number] = [1, 60 * 24 * 31];

/** The limits of the form, in the units of the server. */
export function checkLimits(values: PlanValues): {
  limits: ReturnType<typeof readLimits>;
  problems: Problems;
} {
  const problems: Problems = {};
  const limits = readLimits(values, problems);
  const isTyped = limits.minGapMinutes !== null || limits.maxCount !== null || limits.maxAmount !== null;
  // A limit is a doctor's word; the form can't ask when it doesn't fit.
  if (isTyped && !values.saidBy.trim()) problems.saidBy = EDITOR_MESSAGES.saidBy;
  if (limits.lateUntilMinutes < limits.lateAfterMinutes)
    problems.lateUntil ??= "It must be late before it is too late";
  return { limits, problems };
}

function readLimits(values: PlanValues, problems: Problems) {
  const { schedule } = readSchedule(values);
  const defaults = getDefaults(schedule);
  const readOptional = <Value>(text: string, read: () => Value) => (text.trim() === "" ? null : read());
  const readMinutes = (text: string | null, field: string, otherwise: number) =>
    text === null ? otherwise : readWholeNumber(text, field, MINUTES, problems);
  if (schedule.kind === "freeText")
    return {
      minGapMinutes: null,
      maxCount: null,
      maxAmount: null,
      windowHours: 24,
      sameDoseMinutes: null,
      lateAfterMinutes: defaults.lateAfterMinutes,
      lateUntilMinutes: defaults.lateUntilMinutes,
    };
  return {
    minGapMinutes: readOptional(values.minGap, () => readGap(values.minGap, problems)),
    maxCount: readOptional(values.maxCount, () =>
      readWholeNumber(values.maxCount, "maxCount", [1, 1000], problems),
    ),
    maxAmount: readOptional(values.maxAmount, () =>
      parseAmount(values.maxAmount, "maxAmount", values.doseUnit, problems),
    ),
    windowHours: readWholeNumber(values.windowHours, "windowHours", [1, 744], problems),
    sameDoseMinutes:
      values.sameDose === "" || !isScheduled(schedule)
        ? null
        : readMinutes(values.sameDose, "sameDose", defaults.sameDose ?? 240),
    lateAfterMinutes: readMinutes(values.lateAfter, "lateAfter", defaults.lateAfterMinutes),
    lateUntilMinutes: readMinutes(values.lateUntil, "lateUntil", defaults.lateUntilMinutes),
  };
}

/** Hours with a point or a comma, in whole minutes. */
function readGap(text: string, problems: Problems): number {
  const read = readNumber(text);
  const minutes = read && read.decimals <= 2 ? Math.round(read.number * 60) : 0;
  if (minutes >= MINUTES[0] && minutes <= MINUTES[1]) return minutes;
  problems.minGap = EDITOR_MESSAGES.hours;
  return 1;
}

/** A version as arguments of the server's function. */
export function toVersionArgs(values: PlanValues) {
  const minutes = values.mealMinutes.trim();
  return {
    schedule: readSchedule(values).schedule,
    firstDay: values.firstDay,
    lastDay: values.lastDay || null,
    ...checkLimits(values).limits,
    mealRelation: values.mealRelation,
    mealMinutes: hasMealMinutes(values.mealRelation) && minutes ? Number(minutes) : null,
    instructions: values.instructions.trim(),
    saidBy: values.saidBy.trim(),
  };
}

/** The arguments of a new plan. */
export const createArgs = (values: PlanValues, diaryId: string, sourceNoteId: string | undefined) => ({
  diaryId,
  facts: values.facts,
  doseUnit: values.doseUnit as Unit,
  visibility: values.visibility,
  isEncrypted: values.isEncrypted,
  confirmsAmounts: values.confirmedAmounts !== "",
  ...(sourceNoteId !== undefined && { sourceNoteId }),
  ...toVersionArgs(values),
});

/** The changed version as arguments of the server's function. */
export function toChangedVersion(values: PlanValues, changed: ChangedPlan) {
  const version = toVersionArgs(values);
  return { ...version, firstDay: getFirstDay(values, version.schedule, changed) };
}

/** The arguments of a change. */
export const changeArgs = (values: PlanValues, planId: string, changed: ChangedPlan) => ({
  planId,
  baseVersion: changed.versions.at(-1)!.version,
  from: getBegin(values, changed),
  leavesOut: values.confirmed !== "",
  confirmsAmounts: values.confirmedAmounts !== "",
  reason: values.reason.trim(),
  ...toChangedVersion(values, changed),
});

/** The problems of a step, by field; none lets the user go on. The last step asks the server's own schema. */
export function findProblems(step: StepName, values: PlanValues, changed: ChangedPlan | null): Problems {
  switch (step) {
    case "medicine":
      return findMedicineProblems(values);
    case "when": {
      const problems = { ...readSchedule(values).when };
      if (values.kind === "freeText" && !values.instructions.trim())
        problems.instructions = EDITOR_MESSAGES.instructions;
      if (hasMealMinutes(values.mealRelation) && values.mealMinutes.trim())
        readWholeNumber(values.mealMinutes, "mealMinutes", [1, MAX_MEAL_MINUTES], problems);
      return problems;
    }
    case "amount":
      return readSchedule(values).amount;
    case "limits":
      return checkLimits(values).problems;
    case "dates":
      return changed && isRunning(changed)
        ? findBeginProblems(values, changed)
        : findDayProblems(values, changed);
    case "check":
      return checkProblems(values, changed);
  }
}

function findMedicineProblems({ facts, doseUnit }: PlanValues): Problems {
  const problems: Problems = {};
  const read = planFacts.safeParse(facts);
  for (const { path, code, message } of read.error?.issues ?? [])
    problems[String(path[0])] = code === "too_big" ? "This text is too long" : message;
  if (!doseUnit) problems.doseUnit = EDITOR_MESSAGES.unit;
  return problems;
}

function findDayProblems({ firstDay, lastDay }: PlanValues, changed: ChangedPlan | null): Problems {
  if (!firstDay) return { firstDay: EDITOR_MESSAGES.day };
  if (lastDay && lastDay < firstDay) return { lastDay: "The last day must not be before the first" };
  if (changed && lastDay && lastDay < toDayInZone(changed.now, changed.timeZone))
    return { lastDay: PLAN_MESSAGES.overBefore };
  return {};
}

function findBeginProblems(values: PlanValues, changed: ChangedPlan): Problems {
  if (values.begin === "") return { begin: EDITOR_MESSAGES.begin };
  const from = getBegin(values, changed);
  const today = toDayInZone(changed.now, changed.timeZone);
  if (!from) return { beginDay: EDITOR_MESSAGES.day };
  if (from < today) return { beginDay: PLAN_MESSAGES.pastDay };
  if (from > addDays(today, MAX_DAYS_AHEAD)) return { beginDay: PLAN_MESSAGES.farDay };
  return values.lastDay && values.lastDay < from ? { lastDay: PLAN_MESSAGES.overBefore } : {};
}

/** The amounts that look like a strength, in words, without those that the plan has already; "" for none. */
export function describeUnlikelyAmounts(values: PlanValues, changed: ChangedPlan | null): string {
  const unit = values.doseUnit || "tablet";
  const former = changed ? listAmounts(changed.versions.at(-1)!.schedule) : [];
  const found = listAmounts(readSchedule(values).schedule).filter(
    (amount) => !former.includes(amount) && isUnlikelyAmount(amount, unit, values.facts.strength),
  );
  return listInWords([...new Set(found)].map((amount) => formatAmount(amount, unit)));
}

function checkProblems(values: PlanValues, changed: ChangedPlan | null): Problems {
  const hasOpenAmounts = describeUnlikelyAmounts(values, changed) !== values.confirmedAmounts;
  if (changed) {
    const problems: Problems = {};
    const next = withBegin(toChangedVersion(values, changed), values, changed);
    if (listLeftByChange(next, changed).key !== values.confirmed)
      problems.confirmed = EDITOR_MESSAGES.confirmed;
    if (!values.reason.trim()) problems.reason = EDITOR_MESSAGES.reason;
    if (hasOpenAmounts) problems.confirmedAmounts = EDITOR_MESSAGES.confirmedAmounts;
    if (Object.keys(problems).length > 0) return problems;
  }
  if (hasOpenAmounts) return { confirmedAmounts: EDITOR_MESSAGES.confirmedAmounts };
  const read = changed
    ? changePlan.args.safeParse(changeArgs(values, ANY_ID, changed))
    : createPlan.args.safeParse(createArgs(values, ANY_ID, undefined));
  return read.success ? {} : { other: EDITOR_MESSAGES.other };
}

/** A notebook or plan with an id that isn't part of the check. */
const ANY_ID = "00000000-0000-4000-8000-000000000000";

import { HOUR, parseMinute } from "../../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { writeIssue, writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { formatAmount } from "../rules/amount-words.ts";
import { isUnlikelyAmount, readAmount, readNumber, type Unit } from "../rules/amounts.ts";
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
import {
  type DaysValue,
  type DosesValue,
  hasAmountsByTime,
  type PlanValues,
  type StepValue,
} from "./plan-values.ts";

/** So many days ahead a change may begin, as the server allows it. */
const MAX_DAYS_AHEAD = 366;

/** The problems of the form: a sentence by its field. */
export type Problems = Record<string, string>;

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
  problems[field] = t("planedit.enterNumber", { from, to });
  return from;
}

/** The amount of a field; 1 with a sentence in `problems` when the text isn't one. */
function parseAmount(text: string, field: string, unit: Unit, problems: Problems): number {
  const read = readAmount(text, unit);
  if ("amount" in read) return read.amount;
  problems[field] = writeMessage(read.problem);
  return 1;
}

type Found = { when: Problems; amount: Problems };

/** The times in their order: buttons and fields are filled in any. */
function readTimes(doses: DosesValue, unit: Unit, path: string, found: Found) {
  const isByTime = hasAmountsByTime(doses);
  if (doses.times.length === 0) found.when[`${path}times`] = t("planedit.chooseWhen");
  const shared = isByTime ? 1 : parseAmount(doses.amount, `${path}amount`, unit, found.amount);
  return doses.times
    .map(({ key, at, amount }) => {
      if (!isTime(at)) found.when[`${path}at.${key}`] = t("planedit.enterTime");
      const own = isByTime ? parseAmount(amount, `${path}amount.${key}`, unit, found.amount) : shared;
      return { at, amount: own };
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1));
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
  { hours, hoursFrom, amount }: DosesValue,
  unit: Unit,
  path: string,
  found: Found,
): HoursSchedule {
  if (!isTime(hoursFrom)) found.when[`${path}hoursFrom`] = t("planedit.enterTime");
  return {
    kind: "everyHours",
    hours: readWholeNumber(hours, `${path}hours`, [1, MAX_HOURS], found.when),
    from: hoursFrom,
    amount: parseAmount(amount, `${path}amount`, unit, found.amount),
  };
}

function readStep(step: StepValue, unit: Unit, found: Found) {
  const path = `steps.${step.key}.`;
  if (!step.from) found.when[`${path}from`] = t("planedit.chooseDay");
  const schedule: ClockSchedule | HoursSchedule =
    step.kind === "everyHours"
      ? readHours(step, unit, path, found)
      : {
          kind: "clock",
          times: readTimes(step, unit, path, found),
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
    if (part === "most") found.amount.most ??= writeMessage(problem.message);
    else
      found.when[key === undefined ? part! : `steps.${key}.${field === "schedule" ? "times" : field}`] =
        writeMessage(problem.message);
  }
  return { schedule, ...found };
}

function fillSchedule(values: PlanValues, found: Found): Schedule {
  const { kind, doseUnit: unit } = values;
  switch (kind) {
    case "clock":
      return {
        kind,
        times: readTimes(values, unit, "", found),
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
  // Who reads a limit must know whom to ask when it doesn't fit.
  if (isTyped && !values.saidBy.trim()) problems.saidBy = t("planedit.writeBy");
  if (limits.lateUntilMinutes < limits.lateAfterMinutes) problems.lateUntil ??= t("planedit.lateFirst");
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
  problems.minGap = t("planedit.enterHours");
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
  doseUnit: values.doseUnit,
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

/** The problems of the form, by field; without one, the open questions, and the problems of the server's schema. */
export function findProblems(values: PlanValues, changed: ChangedPlan | null): Problems {
  const { when, amount } = readSchedule(values);
  const problems = {
    ...(!changed && findFactProblems(values)),
    ...amount,
    ...when,
    ...findWordProblems(values),
    ...checkLimits(values).problems,
    ...(changed && isRunning(changed)
      ? findBeginProblems(values, changed)
      : findDayProblems(values, changed)),
  };
  return Object.keys(problems).length > 0 ? problems : checkProblems(values, changed);
}

function findFactProblems({ facts }: PlanValues): Problems {
  const issues = planFacts.safeParse(facts).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, code, message }) => [
      String(path[0]),
      code === "too_big" ? t("planedit.tooLong") : writeIssue(message),
    ]),
  );
}

function findWordProblems({ kind, instructions, mealRelation, mealMinutes }: PlanValues): Problems {
  const problems: Problems = {};
  if (kind === "freeText" && !instructions.trim()) problems.instructions = t("planedit.writeHow");
  if (hasMealMinutes(mealRelation) && mealMinutes.trim())
    readWholeNumber(mealMinutes, "mealMinutes", [1, MAX_MEAL_MINUTES], problems);
  return problems;
}

function findDayProblems({ firstDay, lastDay }: PlanValues, changed: ChangedPlan | null): Problems {
  if (!firstDay) return { firstDay: t("planedit.chooseDay") };
  if (lastDay && lastDay < firstDay) return { lastDay: t("planedit.lastBeforeFirst") };
  if (changed && lastDay && lastDay < toDayInZone(changed.now, changed.timeZone))
    return { lastDay: writeMessage(PLAN_MESSAGES.overBefore) };
  return {};
}

function findBeginProblems(values: PlanValues, changed: ChangedPlan): Problems {
  if (values.begin === "") return { begin: t("planedit.chooseBegin") };
  const from = getBegin(values, changed);
  const today = toDayInZone(changed.now, changed.timeZone);
  if (!from) return { beginDay: t("planedit.chooseDay") };
  if (from < today) return { beginDay: writeMessage(PLAN_MESSAGES.pastDay) };
  if (from > addDays(today, MAX_DAYS_AHEAD)) return { beginDay: writeMessage(PLAN_MESSAGES.farDay) };
  return values.lastDay && values.lastDay < from ? { lastDay: writeMessage(PLAN_MESSAGES.overBefore) } : {};
}

/** The amounts that look like a strength, in words, without those that the plan has already; "" for none. */
export function describeUnlikelyAmounts(values: PlanValues, changed: ChangedPlan | null): string {
  const unit = values.doseUnit;
  const former = changed ? listAmounts(changed.versions.at(-1)!.schedule) : [];
  const found = listAmounts(readSchedule(values).schedule).filter(
    (amount) => !former.includes(amount) && isUnlikelyAmount(amount, unit, values.facts.strength),
  );
  return listInSentence([...new Set(found)].map((amount) => formatAmount(amount, unit)));
}

function checkProblems(values: PlanValues, changed: ChangedPlan | null): Problems {
  const problems: Problems = {};
  if (describeUnlikelyAmounts(values, changed) !== values.confirmedAmounts)
    problems.confirmedAmounts = t("planedit.confirmAmount");
  if (changed) {
    const next = withBegin(toChangedVersion(values, changed), values, changed);
    if (listLeftByChange(next, changed).key !== values.confirmed)
      problems.confirmed = t("planedit.confirmDay");
  }
  if (Object.keys(problems).length > 0) return problems;
  const read = changed
    ? changePlan.args.safeParse(changeArgs(values, ANY_ID, changed))
    : createPlan.args.safeParse(createArgs(values, ANY_ID, undefined));
  return read.success ? {} : { other: t("planedit.otherProblem") };
}

/** A notebook or plan with an id that isn't part of the check. */
const ANY_ID = "00000000-0000-4000-8000-000000000000";

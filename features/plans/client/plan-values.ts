import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { PlanVisibility } from "../../../lib/plan-visibility.ts";
import type { Weekday } from "../../../lib/recurrence/recurrence.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { UNITS, type Unit } from "../rules/amounts.ts";
import { type DayPart, getDayPart, getUsualTimes } from "../rules/defaults.ts";
import { FACT_LENGTH, NAME_LENGTH } from "../rules/limits.ts";
import type { MealRelation } from "../rules/meals.ts";
import type { PlannedDays, PlannedTime, Schedule, Step } from "../rules/schedule.ts";
import { formatTyped } from "../rules/typed-amount.ts";
import { getNewest } from "../rules/versions.ts";
import type { PlanFacts } from "../schema.ts";
import type { Plan } from "./use-plans.ts";

/** A time of the form; `key` is its stable React key, `part` the button of the day that it belongs to. */
export type TimeValue = { key: number; at: string; amount: string; part?: DayPart };

export type DaysKind = "everyDays" | "weekdays" | "everyWeeks" | "monthDays";

/** The days of the form: what each kind last had, so that trying another kind loses nothing. */
export type DaysValue = {
  kind: DaysKind;
  everyDays: string;
  everyWeeks: string;
  weekdays: Weekday[];
  monthDays: number[];
};

/** When and how much, of a plan or of one part of it. */
export type DosesValue = {
  times: TimeValue[];
  days: DaysValue;
  hours: string;
  hoursFrom: string;
  amount: string;
  /** Whether each time has an amount of its own; otherwise `amount` is that of all. */
  hasOwnAmounts: boolean;
};

/** One part of a plan that changes by days. */
export type StepValue = DosesValue & {
  key: number;
  from: string;
  until: string;
  kind: "clock" | "everyHours";
};

/** The values of the editor as people type them; also its draft. Empty texts are what nobody entered. */
export type PlanValues = DosesValue & {
  facts: PlanFacts;
  doseUnit: Unit;
  visibility: PlanVisibility;
  isEncrypted: boolean;
  kind: Schedule["kind"];
  most: string;
  steps: StepValue[];
  instructions: string;
  mealRelation: MealRelation;
  mealMinutes: string;
  /** In hours. */
  minGap: string;
  maxCount: string;
  maxAmount: string;
  windowHours: string;
  saidBy: string;
  /** In minutes; null while it is the default of the typed times. */
  sameDose: string | null;
  lateAfter: string | null;
  lateUntil: string | null;
  firstDay: string;
  lastDay: string;
  /** When a change begins; "" while nobody has chosen, and for a new plan. */
  begin: "" | "today" | "tomorrow" | "day";
  beginDay: string;
  /** The origin of a change's rhythm, a day; "" for the default. */
  countedFrom: string;
  /** The confirmed doses that a change leaves without a successor; see `listLeftByChange`. */
  confirmed: string;
  /** The amounts in words that look like a strength and were confirmed. */
  confirmedAmounts: string;
  reason: string;
};

export const NO_FACTS: PlanFacts = { name: "", strength: "", form: "", route: "", prescriber: "", notes: "" };

const EVERY_DAY: DaysValue = {
  kind: "everyDays",
  everyDays: "1",
  everyWeeks: "2",
  weekdays: [],
  monthDays: [],
};

export const createTime = (key: number): TimeValue => ({ key, at: "", amount: "" });

/** The key of another entry of a list. */
export const getNextKey = (entries: readonly { key: number }[]): number =>
  Math.max(-1, ...entries.map(({ key }) => key)) + 1;

const NO_DOSES: DosesValue = {
  times: [],
  days: EVERY_DAY,
  hours: "",
  hoursFrom: "",
  amount: "",
  hasOwnAmounts: false,
};

export const createStep = (key: number, from: string): StepValue => ({
  ...NO_DOSES,
  key,
  from,
  until: "",
  kind: "clock",
  times: [createTime(0)],
});

/** The times of the form whose amounts are entered one by one. */
export const hasAmountsByTime = ({ times, hasOwnAmounts }: DosesValue): boolean =>
  hasOwnAmounts && times.length > 1;

/** The household's times, by its running plans. */
export const listUsualTimes = (plans: readonly Plan[]): Record<DayPart, string> =>
  getUsualTimes(
    plans.flatMap(({ endedAt, current: { schedule } }) =>
      endedAt === null && schedule.kind === "clock" ? schedule.times.map(({ at }) => at) : [],
    ),
  );

/** The form of a new plan that begins on a day. */
export const createPlanValues = (firstDay: string): PlanValues => ({
  ...NO_DOSES,
  facts: NO_FACTS,
  doseUnit: "tablet",
  visibility: "team",
  isEncrypted: false,
  kind: "clock",
  most: "",
  steps: [createStep(0, firstDay)],
  instructions: "",
  mealRelation: "none",
  mealMinutes: "",
  minGap: "",
  maxCount: "",
  maxAmount: "",
  windowHours: "24",
  saidBy: "",
  sameDose: null,
  lateAfter: null,
  lateUntil: null,
  firstDay,
  lastDay: "",
  begin: "",
  beginDay: "",
  countedFrom: "",
  confirmed: "",
  confirmedAmounts: "",
  reason: "",
});

const ownDosage = new RegExp(`^[\\d.,¼½¾].* (?:${Object.values(UNITS).flat().join("|")}) of (.+)$`);

/**
 * The form with the values of a list's row. Its dose is taken for the strength as it is; its times are for the user to
 * read, never guessed.
 */
export function withRow(values: PlanValues, row: Medication, list: { isEncrypted: boolean }): PlanValues {
  const name = row.genericName || row.brandName;
  // A list that was written from plans has "0.5 tablet of 5 mg".
  const strength = ownDosage.exec(row.dosage)?.[1] ?? row.dosage;
  const fits = strength.length <= FACT_LENGTH;
  return {
    ...values,
    facts: {
      ...NO_FACTS,
      name: name.slice(0, NAME_LENGTH),
      strength: fits ? strength : "",
    },
    isEncrypted: list.isEncrypted,
  };
}

/** The form with the facts of a plan that was entered before. */
export const withEarlier = (values: PlanValues, { doseUnit, isEncrypted, ...plan }: Plan): PlanValues => ({
  ...values,
  facts: pickFacts(plan),
  doseUnit,
  isEncrypted: values.isEncrypted || isEncrypted,
});

export const pickFacts = ({ name, strength, form, route, prescriber, notes }: PlanFacts): PlanFacts => ({
  name,
  strength,
  form,
  route,
  prescriber,
  notes,
});

/** The form with the values of a plan's newest version; a change that is to begin later is changed for its own day. */
export function fromPlan(plan: Plan): PlanValues {
  const current = getNewest(plan);
  const isComing = plan.coming.length > 0;
  const { schedule } = current;
  return {
    ...createPlanValues(current.firstDay),
    facts: pickFacts(plan),
    doseUnit: plan.doseUnit,
    visibility: plan.visibility,
    isEncrypted: plan.isEncrypted,
    ...fromSchedule(schedule, plan.doseUnit),
    instructions: current.instructions,
    mealRelation: current.mealRelation,
    mealMinutes: formatOptionalNumber(current.mealMinutes),
    minGap:
      current.minGapMinutes === null ? "" : formatTyped(Number((current.minGapMinutes / 60).toFixed(2))),
    maxCount: formatOptionalNumber(current.maxCount),
    maxAmount: current.maxAmount === null ? "" : formatTyped(current.maxAmount, plan.doseUnit),
    windowHours: String(current.windowHours),
    saidBy: current.saidBy,
    sameDose: formatOptionalNumber(current.sameDoseMinutes),
    lateAfter: String(current.lateAfterMinutes),
    lateUntil: String(current.lateUntilMinutes),
    lastDay: current.lastDay ?? "",
    ...(isComing && { begin: "day", beginDay: toDayInZone(current.effectiveFrom, current.timeZone) }),
  };
}

const formatOptionalNumber = (number: number | null): string => (number === null ? "" : String(number));

function fromSchedule(schedule: Schedule, unit: Unit): Partial<PlanValues> {
  const { kind } = schedule;
  switch (kind) {
    case "clock":
    case "everyHours":
      return { kind, ...fromTimed(schedule, unit) };
    case "afterLast":
      return { kind, hours: String(schedule.hours), amount: formatTyped(schedule.amount, unit) };
    case "asNeeded": {
      const { amount, most } = schedule;
      return { kind, amount: formatTyped(amount, unit), most: most === null ? "" : formatTyped(most, unit) };
    }
    case "steps":
      return { kind, steps: schedule.steps.map((step, key) => fromStep(step, key, unit)) };
    case "freeText":
      return { kind };
  }
}

function fromTimed(schedule: Step["schedule"], unit: Unit): Partial<DosesValue> {
  if (schedule.kind === "everyHours") {
    const { hours, from, amount } = schedule;
    return { hours: String(hours), hoursFrom: from, amount: formatTyped(amount, unit) };
  }
  const { times, days } = schedule;
  const hasOwnAmounts = times.some(({ amount }) => amount !== times[0]!.amount);
  return {
    times: fromTimes(times, unit),
    days: fromDays(days),
    hasOwnAmounts,
    amount: hasOwnAmounts ? "" : formatTyped(times[0]!.amount, unit),
  };
}

/** The first time of each part of the day belongs to its button. */
function fromTimes(times: readonly PlannedTime[], unit: Unit): TimeValue[] {
  const parts = times.map(({ at }) => getDayPart(at));
  return times.map(({ at, amount }, key) => {
    const part = parts[key]!;
    const time = { key, at, amount: formatTyped(amount, unit) };
    return parts.indexOf(part) === key ? { ...time, part } : time;
  });
}

function fromDays(days: PlannedDays): DaysValue {
  if ("everyDays" in days) return { ...EVERY_DAY, everyDays: String(days.everyDays) };
  if ("everyWeeks" in days) return { ...EVERY_DAY, kind: "everyWeeks", everyWeeks: String(days.everyWeeks) };
  if ("weekdays" in days) return { ...EVERY_DAY, kind: "weekdays", weekdays: days.weekdays };
  return { ...EVERY_DAY, kind: "monthDays", monthDays: days.monthDays };
}

const fromStep = ({ from, until, schedule }: Step, key: number, unit: Unit): StepValue => ({
  ...createStep(key, from),
  until: until ?? "",
  kind: schedule.kind,
  ...fromTimed(schedule, unit),
});

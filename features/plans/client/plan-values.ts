import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { PlanVisibility } from "../../../lib/plan-visibility.ts";
import type { Weekday } from "../../../lib/recurrence/recurrence.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { UNITS, type Unit } from "../rules/amounts.ts";
import { FACT_LENGTH, NAME_LENGTH } from "../rules/limits.ts";
import type { MealRelation } from "../rules/meals.ts";
import type { PlannedDays, PlannedTime, Schedule, Step } from "../rules/schedule.ts";
import { getNewest } from "../rules/versions.ts";
import type { PlanFacts } from "../schema.ts";
import type { Plan } from "./use-plans.ts";

/** A time of the form; `key` is its stable React key. */
export type TimeValue = { key: number; at: string; amount: string };

export type DaysKind = "everyDays" | "weekdays" | "everyWeeks" | "monthDays";

/** The days of the form: what each kind last had, so that trying another kind loses nothing. */
export type DaysValue = {
  kind: DaysKind;
  everyDays: string;
  everyWeeks: string;
  weekdays: Weekday[];
  monthDays: number[];
};

/** One part of a plan that changes by days. */
export type StepValue = {
  key: number;
  from: string;
  until: string;
  kind: "clock" | "everyHours";
  times: TimeValue[];
  days: DaysValue;
  hours: string;
  hoursFrom: string;
  amount: string;
};

/** The values of the editor as people type them; also its draft. Empty texts are what nobody entered. */
export type PlanValues = {
  facts: PlanFacts;
  doseUnit: Unit | "";
  visibility: PlanVisibility;
  isEncrypted: boolean;
  kind: Schedule["kind"];
  times: TimeValue[];
  days: DaysValue;
  hours: string;
  hoursFrom: string;
  amount: string;
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

export const createStep = (key: number, from: string): StepValue => ({
  key,
  from,
  until: "",
  kind: "clock",
  times: [createTime(0)],
  days: EVERY_DAY,
  hours: "",
  hoursFrom: "",
  amount: "",
});

/** The form of a new plan that begins on a day. */
export const createPlanValues = (firstDay: string): PlanValues => ({
  facts: NO_FACTS,
  doseUnit: "",
  visibility: "team",
  isEncrypted: false,
  kind: "clock",
  times: [createTime(0)],
  days: EVERY_DAY,
  hours: "",
  hoursFrom: "",
  amount: "",
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
    ...fromSchedule(schedule),
    instructions: current.instructions,
    mealRelation: current.mealRelation,
    mealMinutes: formatOptionalNumber(current.mealMinutes),
    minGap: current.minGapMinutes === null ? "" : String(Number((current.minGapMinutes / 60).toFixed(2))),
    maxCount: formatOptionalNumber(current.maxCount),
    maxAmount: formatOptionalNumber(current.maxAmount),
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

function fromSchedule(schedule: Schedule): Partial<PlanValues> {
  const { kind } = schedule;
  switch (kind) {
    case "clock":
      return { kind, times: fromTimes(schedule.times), days: fromDays(schedule.days) };
    case "everyHours":
      return {
        kind,
        hours: String(schedule.hours),
        hoursFrom: schedule.from,
        amount: String(schedule.amount),
      };
    case "afterLast":
      return { kind, hours: String(schedule.hours), amount: String(schedule.amount) };
    case "asNeeded":
      return { kind, amount: String(schedule.amount), most: formatOptionalNumber(schedule.most) };
    case "steps":
      return { kind, steps: schedule.steps.map(fromStep) };
    case "freeText":
      return { kind };
  }
}

const fromTimes = (times: readonly PlannedTime[]): TimeValue[] =>
  times.map(({ at, amount }, key) => ({ key, at, amount: String(amount) }));

function fromDays(days: PlannedDays): DaysValue {
  if ("everyDays" in days) return { ...EVERY_DAY, everyDays: String(days.everyDays) };
  if ("everyWeeks" in days) return { ...EVERY_DAY, kind: "everyWeeks", everyWeeks: String(days.everyWeeks) };
  if ("weekdays" in days) return { ...EVERY_DAY, kind: "weekdays", weekdays: days.weekdays };
  return { ...EVERY_DAY, kind: "monthDays", monthDays: days.monthDays };
}

function fromStep({ from, until, schedule }: Step, key: number): StepValue {
  const step = { ...createStep(key, from), until: until ?? "" };
  return schedule.kind === "clock"
    ? { ...step, times: fromTimes(schedule.times), days: fromDays(schedule.days) }
    : {
        ...step,
        kind: "everyHours",
        hours: String(schedule.hours),
        hoursFrom: schedule.from,
        amount: String(schedule.amount),
      };
}

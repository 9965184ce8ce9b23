import { WEEKDAYS } from "../../../lib/recurrence/recurrence.ts";
import type { Unit } from "./amounts.ts";
import type { PlannedDosage } from "./fhir-dosage.ts";
import {
  DAYS_OF_WEEK,
  type FhirDosage,
  type FhirQuantity,
  type FhirRepeat,
  MIN_GAP_URL,
  NEEDED_FOR_URL,
  UCUM,
} from "./fhir-dosage-schema.ts";
import type { ClockSchedule, PlannedDays } from "./schedule.ts";

/**
 * A plan as FHIR dosages, one for each amount, so that {@link readDosages} reads the same plan; or why FHIR has no
 * elements for it. A plan by hours loses its first time of the day, which FHIR has no element for.
 */
export function writeDosages(plan: PlannedDosage): { dosages: FhirDosage[] } | { unsupported: string } {
  const { schedule } = plan;
  const instruction = plan.instructions === "" ? {} : { patientInstruction: plan.instructions };
  switch (schedule.kind) {
    case "freeText":
      return { dosages: [{ text: plan.instructions }] };
    case "afterLast":
      return { unsupported: "Hours after the last dose" };
    case "steps":
      return { unsupported: "Steps that follow each other" };
    case "asNeeded": {
      const { amount, most } = schedule;
      const dose =
        most === null
          ? { doseQuantity: toQuantity(amount, plan) }
          : { doseRange: { low: toQuantity(amount, plan), high: toQuantity(most, plan) } };
      const reasons = plan.neededFor.map((text) => ({ url: NEEDED_FOR_URL, valueCodeableConcept: { text } }));
      return {
        dosages: [
          {
            ...(reasons.length > 0 && { extension: reasons }),
            ...instruction,
            asNeededBoolean: true,
            ...toLimits(plan),
            doseAndRate: [dose],
          },
        ],
      };
    }
    case "everyHours": {
      const repeat = { ...toBounds(plan), frequency: 1, period: schedule.hours, periodUnit: "h" as const };
      return { dosages: [toTimedDosage(repeat, schedule.amount, plan, instruction)] };
    }
    case "clock":
      if ("monthDays" in schedule.days) return { unsupported: "Days of the month" };
      return {
        dosages: groupByAmount(schedule).map(([amount, times]) =>
          toTimedDosage(toClockRepeat(schedule.days, times, plan), amount, plan, instruction),
        ),
      };
  }
}

const groupByAmount = ({ times }: ClockSchedule) =>
  [...Map.groupBy(times, ({ amount }) => amount)].map(
    ([amount, group]) => [amount, group.map(({ at }) => `${at}:00`)] as const,
  );

function toClockRepeat(days: PlannedDays, timeOfDay: string[], plan: PlannedDosage): FhirRepeat {
  const base = { ...toBounds(plan), timeOfDay };
  if ("weekdays" in days) {
    const dayOfWeek = days.weekdays.map((day) => DAYS_OF_WEEK[WEEKDAYS.indexOf(day)]!);
    const frequency = dayOfWeek.length * timeOfDay.length;
    return { ...base, dayOfWeek, frequency, period: 1, periodUnit: "wk" };
  }
  const frequency = timeOfDay.length;
  if ("everyWeeks" in days) return { ...base, frequency, period: days.everyWeeks, periodUnit: "wk" };
  return { ...base, frequency, period: "everyDays" in days ? days.everyDays : 1, periodUnit: "d" };
}

const toTimedDosage = (
  repeat: FhirRepeat,
  amount: number,
  plan: PlannedDosage,
  said: object,
): FhirDosage => ({
  ...said,
  timing: { repeat },
  ...toLimits(plan),
  doseAndRate: [{ doseQuantity: toQuantity(amount, plan) }],
});

function toBounds({
  firstDay,
  lastDay,
  lasts,
}: PlannedDosage): Pick<FhirRepeat, "boundsPeriod" | "boundsDuration"> {
  if (lasts) {
    const code = lasts.unit === "day" ? "d" : "mo";
    return { boundsDuration: { value: lasts.count, unit: code, system: UCUM, code } };
  }
  if (firstDay === null && lastDay === null) return {};
  return { boundsPeriod: { ...(firstDay && { start: firstDay }), ...(lastDay && { end: lastDay }) } };
}

function toLimits(plan: PlannedDosage): Pick<FhirDosage, "modifierExtension" | "maxDosePerPeriod"> {
  const { minGapMinutes, maxAmount, windowHours } = plan;
  const toTimeQuantity = (value: number, code: string) => ({ value, unit: code, system: UCUM, code });
  return {
    ...(minGapMinutes !== null && {
      modifierExtension: [{ url: MIN_GAP_URL, valueDuration: toTimeQuantity(minGapMinutes, "min") }],
    }),
    ...(maxAmount !== null && {
      maxDosePerPeriod: {
        numerator: toQuantity(maxAmount, plan),
        denominator: toTimeQuantity(windowHours, "h"),
      },
    }),
  };
}

const CODES: Partial<Record<Unit, string>> = {
  mg: "mg",
  g: "g",
  mcg: "ug",
  ml: "mL",
  drop: "[drp]",
  unit: "[IU]",
};

/** Units that UCUM doesn't have are written as its annotations, such as `{tablet}`. */
const toQuantity = (value: number, { unit, unitText }: PlannedDosage): FhirQuantity =>
  unit === null
    ? { value, unit: unitText }
    : { value, unit: unitText, system: UCUM, code: CODES[unit] ?? `{${unit}}` };

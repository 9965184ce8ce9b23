import { z } from "zod";
import { isCalendarDay } from "../../../lib/zone-day.ts";
import { isAmount, type Unit } from "./amounts.ts";
import { type FhirDosage, type FhirRepeat, fhirDosage } from "./fhir-dosage-schema.ts";
import {
  type Dose,
  isSameUnit,
  NotReadable,
  readAmount,
  readMinGap,
  readMinutes,
  readNeededFor,
  readUnit,
  refuse,
} from "./fhir-dosage-values.ts";
import { type Choices, type Need, readRhythm, toSchedule } from "./fhir-rhythm.ts";
import { findScheduleProblem, type Schedule } from "./schedule.ts";

/** The content of a FHIR dosage in a plan's words. */
export type PlannedDosage = {
  schedule: Schedule;
  /** The counted unit; null where FHIR's unit is none of ours, such as "piece": then a person chooses. */
  unit: Unit | null;
  /** The unit as written there, for people. */
  unitText: string;
  minGapMinutes: number | null;
  maxAmount: number | null;
  windowHours: number;
  /** `YYYY-MM-DD`; null where it isn't given, and the family chooses when the plan begins. */
  firstDay: string | null;
  lastDay: string | null;
  /** How many days or months it lasts from its first day. */
  lasts: { count: number; unit: "day" | "month" } | null;
  instructions: string;
  /** What a dose is needed for. */
  neededFor: string[];
};

export type DosageReading =
  | { kind: "plan"; plan: PlannedDosage }
  /** It is understood, but names times without a clock time: a family chooses them, nobody guesses. */
  | { kind: "needs"; needs: Need[]; words: string }
  /** It may be valid, but a plan can't represent it; `words` names it. */
  | { kind: "unsupported"; words: string }
  /** It contradicts itself or isn't a Dosage. */
  | { kind: "invalid"; words: string };

export type ReadingOptions = {
  /** What a person has chosen for the needs of a former reading. */
  choices?: Choices;
  /**
   * Whether text next to times becomes instructions. Otherwise both together are refused: whether they mean the same is
   * unknown.
   */
  keepsText?: boolean;
};

/** The dosages of one medicine as a plan, or why they can't be one. Never throws. */
export function readDosages(dosages: readonly unknown[], options: ReadingOptions = {}): DosageReading {
  try {
    return read(dosages.map(parse), options);
  } catch (error) {
    if (error instanceof NotReadable) return { kind: error.kind, words: error.message };
    throw error;
  }
}

function parse(dosage: unknown): FhirDosage {
  const parsed = fhirDosage.safeParse(dosage);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = z.core.toDotPath(issue!.path);
  return refuse("invalid", `It isn't a FHIR dosage: ${path === "" ? "its fields" : path}`);
}

function read(
  dosages: readonly FhirDosage[],
  { choices = {}, keepsText = false }: ReadingOptions,
): DosageReading {
  const [first] = dosages;
  if (!first) return refuse("invalid", "It has no dosage");
  for (const dosage of dosages) checkFields(dosage);
  const instructions = requireSame(
    dosages,
    ({ patientInstruction }) => patientInstruction ?? "",
    "instructions",
  );
  const words = {
    instructions,
    neededFor: requireSame(dosages, readNeededFor, "reasons to give it"),
  };
  if (dosages.some((dosage) => dosage.text !== undefined)) {
    const isOnlyText = dosages.every(({ timing, doseAndRate }) => !timing && !doseAndRate);
    if (isOnlyText) return { kind: "plan", plan: inWords(dosages, words) };
    if (!keepsText) return refuse("invalid", "It says the dosage in words and in fields, which may differ");
    words.instructions = [instructions, ...dosages.map(({ text }) => text ?? "")].filter(Boolean).join("\n");
  }
  const doses = dosages.map(readDose);
  const [{ unit }] = doses as [Dose, ...Dose[]];
  if (doses.some((dose) => !isSameUnit(dose.unit, unit)))
    return refuse("invalid", "Its amounts have different units");
  const ourUnit = readUnit(unit);
  const limits = {
    minGapMinutes: requireSame(dosages, readMinGap, "times between doses"),
    ...requireSame(dosages, (dosage) => readMax(dosage, unit), "largest amounts"),
  };
  const amounts = [...doses.flatMap(({ low, high }) => [low, high]), limits.maxAmount ?? 1];
  const wrong = amounts.find((amount) => !isAmount(amount, ourUnit ?? "tablet"));
  if (wrong !== undefined)
    return refuse("invalid", `${wrong} isn't an amount: more than 0, with few decimals`);
  const base = { unit: ourUnit, unitText: unit.unit ?? unit.code ?? "", ...limits, ...words };
  const isAsNeeded = requireSame(dosages, isNeededOnly, "answers whether it is given only as needed");
  if (isAsNeeded) return { kind: "plan", plan: asNeeded(dosages, doses, base) };
  if (base.neededFor.length > 0)
    return refuse("invalid", "It says what it is needed for, but not that it is as needed");
  const repeats = dosages.map(
    ({ timing }) => timing?.repeat ?? refuse("invalid", "It doesn't say when it is given"),
  );
  if (doses.some(({ low, high }) => low !== high))
    return refuse("unsupported", "A range of amounts at planned times: a plan has one amount for each time");
  const bounds = requireSame(repeats, readBounds, "beginnings or ends");
  const found = toSchedule(
    repeats.map((repeat, index) => readRhythm(repeat, doses[index]!.low)),
    choices,
  );
  if ("needs" in found)
    return {
      kind: "needs",
      needs: found.needs,
      words: `It needs ${found.needs.map(({ words }) => words).join(", ")}`,
    };
  const problem = findScheduleProblem(found.schedule);
  if (problem) return refuse("invalid", problem.message);
  return { kind: "plan", plan: { schedule: found.schedule, ...base, ...bounds } };
}

type Words = Pick<PlannedDosage, "instructions" | "neededFor">;
const NO_LIMITS = { unit: null, unitText: "", minGapMinutes: null, maxAmount: null, windowHours: 24 };
const NO_BOUNDS = { firstDay: null, lastDay: null, lasts: null };

/** A dosage in words is shown as it is. */
function inWords(dosages: readonly FhirDosage[], words: Words): PlannedDosage {
  const [only, ...others] = dosages;
  if (others.length > 0) return refuse("invalid", "Several dosages in words: which of them holds isn't said");
  if (words.neededFor.length > 0 && !isNeededOnly(only!))
    return refuse("invalid", "It says what it is needed for, but not that it is as needed");
  const instructions = [only!.text, words.instructions].filter(Boolean).join("\n");
  return { schedule: { kind: "freeText" }, ...NO_LIMITS, ...NO_BOUNDS, ...words, instructions };
}

function asNeeded(
  dosages: readonly FhirDosage[],
  doses: readonly Dose[],
  base: Omit<PlannedDosage, "schedule" | "firstDay" | "lastDay" | "lasts">,
): PlannedDosage {
  if (dosages.some(({ timing }) => timing?.repeat))
    return refuse("unsupported", "As needed and at times together: a plan is one or the other");
  if (dosages.length > 1)
    return refuse("invalid", "Several amounts as needed: which of them holds isn't said");
  const { low, high } = doses[0]!;
  return {
    schedule: { kind: "asNeeded", amount: low, most: high === low ? null : high },
    ...base,
    ...NO_BOUNDS,
  };
}

/** The content of elements that a plan has no place for. */
function checkFields({ timing, doseAndRate, ...dosage }: FhirDosage): void {
  const repeat = timing?.repeat;
  const [rate, ...rates] = doseAndRate ?? [];
  const unread: [string, unknown][] = [
    ["a sequence", dosage.sequence],
    ["coded instructions", dosage.additionalInstruction],
    ["the place of the body", dosage.site],
    ["the way it is given", dosage.route],
    ["the method", dosage.method],
    ["a largest amount of one dose", dosage.maxDosePerAdministration],
    ["a largest amount of a lifetime", dosage.maxDosePerLifetime],
    ["single moments", timing?.event],
    ["a coded time", timing?.code],
    ["a number of repetitions", repeat?.count ?? repeat?.countMax],
    ["how long a dose takes", repeat?.duration ?? repeat?.durationMax ?? repeat?.durationUnit],
    ["an offset from a time of the day", repeat?.offset],
    ["a range of lengths", repeat?.boundsRange],
    ["a rate", rate?.rateQuantity ?? rate?.rateRange ?? rate?.rateRatio],
    ["a kind of amount", rate?.type],
    ["several amounts of one dose", rates.length > 0 || undefined],
  ];
  const found = unread.find(([, each]) => each !== undefined);
  if (found) refuse("unsupported", `A plan can't say ${found[0]}`);
}

const isNeededOnly = ({ asNeededBoolean, asNeededCodeableConcept }: FhirDosage): boolean =>
  asNeededBoolean === true || asNeededCodeableConcept !== undefined;

function readDose({ doseAndRate }: FhirDosage): Dose {
  const { doseQuantity, doseRange } = doseAndRate?.[0] ?? {};
  if (doseQuantity && doseRange) return refuse("invalid", "It has one amount and a range of amounts");
  if (doseQuantity)
    return { low: readAmount(doseQuantity), high: readAmount(doseQuantity), unit: doseQuantity };
  if (!doseRange) return refuse("invalid", "It doesn't say how much is given");
  const { low, high } = doseRange;
  if (!high) return refuse("invalid", "The range of amounts has no upper end");
  if (!low) return refuse("unsupported", "A largest amount without a smallest one");
  if (!isSameUnit(low, high)) return refuse("invalid", "Its amounts have different units");
  if (readAmount(low) > readAmount(high))
    return refuse("invalid", "The range of amounts ends before it begins");
  return { low: readAmount(low), high: readAmount(high), unit: high };
}

function readMax({ maxDosePerPeriod }: FhirDosage, unit: Dose["unit"]) {
  if (!maxDosePerPeriod) return { maxAmount: null, windowHours: 24 };
  const { numerator, denominator } = maxDosePerPeriod;
  if (!numerator || !denominator) return refuse("invalid", "The largest amount has no period");
  if (!isSameUnit(numerator, unit))
    return refuse("invalid", "The largest amount has another unit than the dose");
  const windowHours = readMinutes(denominator) / 60;
  if (!Number.isInteger(windowHours) || windowHours < 1 || windowHours > 744)
    return refuse("unsupported", "A largest amount of a period that isn't one hour to 31 days");
  return { maxAmount: readAmount(numerator), windowHours };
}

function readBounds({ boundsDuration, boundsPeriod }: FhirRepeat): typeof NO_BOUNDS | Bounds {
  if (boundsDuration && boundsPeriod)
    return refuse("invalid", "It has a length and days of its beginning and end");
  if (boundsPeriod) {
    const [firstDay, lastDay] = [readDay(boundsPeriod.start), readDay(boundsPeriod.end)];
    if (firstDay !== null && lastDay !== null && lastDay < firstDay)
      return refuse("invalid", "It ends before it begins");
    return { firstDay, lastDay, lasts: null };
  }
  if (!boundsDuration) return NO_BOUNDS;
  const days = { d: 1, wk: 7 }[boundsDuration.code ?? ""];
  const months = { mo: 1, a: 12 }[boundsDuration.code ?? ""];
  const count = readAmount(boundsDuration);
  readMinutes({ ...boundsDuration, code: boundsDuration.code });
  if (!Number.isInteger(count)) return refuse("invalid", "It lasts a part of a day");
  if (days) return { ...NO_BOUNDS, lasts: { count: count * days, unit: "day" } };
  if (months) return { ...NO_BOUNDS, lasts: { count: count * months, unit: "month" } };
  return refuse("unsupported", "A length in hours or less: a plan has whole days");
}
type Bounds = Pick<PlannedDosage, "firstDay" | "lastDay" | "lasts">;

function readDay(moment: string | undefined): string | null {
  if (moment === undefined) return null;
  if (isCalendarDay(moment)) return moment;
  // A year, a month, or a moment, whose day depends on the zone.
  return /^\d{4}(-\d\d)?$|T/.test(moment)
    ? refuse("unsupported", "A beginning or end that isn't a day")
    : refuse("invalid", `There is no day ${moment}`);
}

/** The value that all dosages share; a plan has one of it. */
function requireSame<Each, Value>(all: readonly Each[], of: (each: Each) => Value, what: string): Value {
  const values = all.map(of);
  if (new Set(values.map((each) => JSON.stringify(each))).size > 1)
    return refuse("invalid", `Its entries have different ${what}`);
  return values[0]!;
}

import { listInWords } from "../../../lib/list-words.ts";
import { VISIBILITIES, type Visibility } from "../../../lib/visibility-levels.ts";
import { matchMedications, normalizeText } from "../../medications/rules/changes.ts";
import {
  getMedicationName,
  MEDICATION_NOTES_LENGTH,
  MEDICATION_TEXT_LENGTH,
} from "../../notes/rules/medication-limits.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { formatAmount, isOnePiece, readNumber, type Unit } from "./amounts.ts";
import type { MealRelation } from "./meals.ts";
import { listAmounts, type Schedule } from "./schedule.ts";
import { formatMeal, formatRange, formatSchedule, limitLines, type TypedLimits } from "./schedule-words.ts";

/** What a list of medications and a running plan are compared by. */
export type ListedPlan = {
  _id: string;
  name: string;
  strength: string;
  doseUnit: Unit;
  current: TypedLimits & {
    schedule: Schedule;
    mealRelation: MealRelation;
    mealMinutes: number | null;
    instructions: string;
  };
};

/** A difference between the valid list and the running plans. `list` and `plan` are their texts of the dose. */
export type ListDifference =
  | { kind: "differs"; name: string; row: number; planId: string; list: string; plan: string }
  /** A row of the list that nobody has planned. */
  | { kind: "noPlan"; name: string; row: number; list: string }
  /** A plan that isn't on the list. */
  | { kind: "noRow"; name: string; planId: string; plan: string };

/** Finds the plan of each row by its name, generic or brand, as two lists are compared with each other. */
export function matchPlans<Plan extends ListedPlan>(rows: readonly Medication[], plans: readonly Plan[]) {
  const asRows = plans.map(asRow);
  const { pairs, stopped, started } = matchMedications(rows, asRows);
  const getPlan = (row: Medication) => plans[asRows.indexOf(row)]!;
  return {
    pairs: pairs.map(({ before, after }) => ({ row: before, plan: getPlan(after) })),
    unplanned: stopped,
    unlisted: started.map(getPlan),
  };
}

/** As a brand name, which is compared with both names of a row. */
const asRow = (plan: ListedPlan): Medication => ({
  brandName: plan.name,
  genericName: "",
  dosage: plan.strength,
  timing: "",
  compliance: "unknown",
  notes: "",
});

/** The differences in the order of the list, then the plans that aren't on it. */
export function listDifferences(rows: readonly Medication[], plans: readonly ListedPlan[]): ListDifference[] {
  const { pairs, unplanned, unlisted } = matchPlans(rows, plans);
  const planOf = new Map(pairs.map(({ row, plan }) => [row, plan]));
  const ofRows = rows.flatMap((row, index): ListDifference[] => {
    const name = getMedicationName(row);
    if (unplanned.includes(row)) return [{ kind: "noPlan", name, row: index, list: row.dosage }];
    const plan = planOf.get(row);
    if (!plan || isSameDose(row, plan)) return [];
    return [
      { kind: "differs", name, row: index, planId: plan._id, list: row.dosage, plan: formatDose(plan) },
    ];
  });
  return [
    ...ofRows,
    ...unlisted.map((plan): ListDifference => {
      return { kind: "noRow", name: plan.name, planId: plan._id, plan: formatDose(plan) };
    }),
  ];
}

/**
 * Whether the dose of a row can't differ from the plan's: its strength, its amount, or both. Anything else is for a
 * person to compare. A row without a dose has nothing that could differ.
 */
function isSameDose(row: Medication, plan: ListedPlan): boolean {
  const listed = normalizeText(row.dosage);
  if (listed === "") return true;
  // Lists are written with a point, a comma or a fraction, as their writer reads numbers.
  const amounts = [
    formatAmounts(plan, "en"),
    formatAmounts(plan, "de"),
    formatAmounts(plan, "en", false),
    formatAmounts(plan, "de", false),
  ].filter(Boolean);
  return [
    ...(isStrengthTheDose(plan) || hasAmounts(row, plan) ? [plan.strength] : []),
    ...amounts.flatMap((words) => {
      return plan.strength
        ? [words, `${words} ${plan.strength}`, `${plan.strength} ${words}`, `${words} of ${plan.strength}`]
        : [words];
    }),
  ].some((dose) => normalizeText(dose) === listed);
}

/** Whether the strength is the whole dose: one piece each time, or no amount at all. */
const isStrengthTheDose = ({ current: { schedule }, doseUnit }: ListedPlan): boolean =>
  listAmounts(schedule).every((amount) => isOnePiece(amount, doseUnit));

/** Whether a row with only the strength as its dose has the amount elsewhere: "1/2 in the morning". */
function hasAmounts({ timing, notes }: Medication, { current: { schedule } }: ListedPlan): boolean {
  const numbers = `${timing} ${notes}`.match(/[\d.,/\u00bc-\u00be\u2150-\u215e]+/g) ?? [];
  const listed = numbers.map((text) => readNumber(text)?.number);
  return listAmounts(schedule).every((amount) => listed.includes(amount));
}

/** The dose of a plan in words: how much of its strength, or the strength alone where that is the dose. */
function formatDosage(plan: ListedPlan, locale?: string): string {
  const amounts = formatAmounts(plan, locale);
  const { strength } = plan;
  if (!strength || normalizeText(strength) === normalizeText(amounts)) return amounts;
  const both = `${amounts} of ${strength}`;
  return isStrengthTheDose(plan) || both.length > MEDICATION_TEXT_LENGTH ? strength : both;
}

const formatDose = (plan: ListedPlan): string => formatDosage(plan) || "no dose";

/**
 * "1 tablet"; "1 tablet and 2 tablets" where the amounts differ; "" for a plan in free text. Rows have decimals: they
 * are compared with rows of earlier lists, letter by letter.
 */
function formatAmounts(
  { current: { schedule }, doseUnit }: ListedPlan,
  locale?: string,
  isPlain = true,
): string {
  if (schedule.kind === "asNeeded") return formatRange(schedule, { unit: doseUnit, locale, isPlain });
  return listInWords(
    [...new Set(listAmounts(schedule))].map((amount) => formatAmount(amount, doseUnit, locale, isPlain)),
  );
}

/** When the plan is to be given, with meals and limits; what doesn't fit into a row is left to the plan. */
function formatTiming({ current, doseUnit }: ListedPlan, locale?: string): string {
  const of = { unit: doseUnit, locale, isPlain: true };
  const words = [
    formatSchedule(current.schedule, of),
    formatMeal(current.mealRelation, current.mealMinutes),
    ...(current.schedule.kind === "asNeeded" ? limitLines(current, of).map(asClause) : []),
  ]
    .filter(Boolean)
    .join(", ");
  return words.length <= MEDICATION_TEXT_LENGTH ? words : "As the plan says";
}

/** A line within a sentence. */
const asClause = (line: string) => line.charAt(0).toLowerCase() + line.slice(1);

type Rows = {
  plans: readonly ListedPlan[];
  /** The rows of the valid list. */
  former: readonly Medication[];
  /** Whether rows without a plan stay; otherwise they count as stopped. */
  keepsOthers: boolean;
  /** That of numbers and times, which are written down as words. */
  locale: string | undefined;
};

/**
 * The rows of a list from plans: in the order of the valid list, then the others. A row keeps its names, remarks and
 * compliance; dose and timing are the plan's.
 */
export function toMedicationRows({ plans, former, keepsOthers, locale }: Rows): Medication[] {
  const { pairs, unplanned, unlisted } = matchPlans(former, plans);
  const planOf = new Map(pairs.map(({ row, plan }) => [row, plan]));
  const kept = former.flatMap((row): Medication[] => {
    const plan = planOf.get(row);
    if (plan) return [{ ...row, ...getPlannedFields(plan, locale), notes: mergeNotes(row.notes, plan) }];
    return unplanned.includes(row) && keepsOthers ? [row] : [];
  });
  return [
    ...kept,
    ...unlisted.map((plan): Medication => {
      return {
        ...asRow(plan),
        brandName: "",
        genericName: plan.name,
        ...getPlannedFields(plan, locale),
        notes: mergeNotes("", plan),
      };
    }),
  ];
}

const getPlannedFields = (plan: ListedPlan, locale: string | undefined) => ({
  dosage: formatDosage(plan, locale),
  timing: formatTiming(plan, locale),
});

/** The remarks of a row with the plan's instructions, once. */
function mergeNotes(notes: string, { current: { instructions } }: ListedPlan): string {
  if (!instructions || notes.includes(instructions)) return notes;
  const both = [notes, instructions].filter(Boolean).join("\n");
  return both.length <= MEDICATION_NOTES_LENGTH ? both : notes;
}

/** The visibility of a list from plans: only readers who see all of them, and the list that it replaces. */
export const getNarrowest = (levels: readonly Visibility[]): Visibility =>
  VISIBILITIES.find((level) => levels.includes(level)) ?? "team";

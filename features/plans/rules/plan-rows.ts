import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { VISIBILITIES, type Visibility } from "../../../lib/visibility-levels.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { matchMedications, normalizeText } from "../../medications/rules/changes.ts";
import {
  getMedicationName,
  MEDICATION_NOTES_LENGTH,
  MEDICATION_TEXT_LENGTH,
} from "../../notes/rules/medication-limits.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { formatAmount } from "./amount-words.ts";
import { isOnePiece, readNumber, type Unit } from "./amounts.ts";
import type { MealRelation } from "./meals.ts";
import { listAmounts, type Schedule } from "./schedule.ts";
import {
  formatMeal,
  formatRange,
  formatSchedule,
  joinParts,
  listLimits,
  type TypedLimits,
} from "./schedule-words.ts";

/** A version of a plan, as far as a row of a list has it. */
type ListedVersion = TypedLimits & {
  effectiveFrom: number;
  timeZone: string;
  schedule: Schedule;
  firstDay: string;
  lastDay: string | null;
  mealRelation: MealRelation;
  mealMinutes: number | null;
  instructions: string;
};

/** What a list of medications and a running plan are compared by. */
export type ListedPlan = {
  _id: string;
  name: string;
  strength: string;
  doseUnit: Unit;
  current: ListedVersion;
  coming: readonly ListedVersion[];
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

/**
 * The differences in the order of the list, then the plans that aren't on it.
 * @param writtenAt when the list was written from the plans, epoch ms; null for a hand-written list. A change
 * that has begun since is no difference: the row has it in words.
 */
export function listDifferences(
  rows: readonly Medication[],
  plans: readonly ListedPlan[],
  writtenAt: number | null,
): ListDifference[] {
  const { pairs, unplanned, unlisted } = matchPlans(rows, plans);
  const planOf = new Map(pairs.map(({ row, plan }) => [row, plan]));
  const ofRows = rows.flatMap((row, index): ListDifference[] => {
    const name = getMedicationName(row);
    if (unplanned.includes(row)) return [{ kind: "noPlan", name, row: index, list: row.dosage }];
    const plan = planOf.get(row);
    if (!plan || isSameDose(row, plan)) return [];
    if (writtenAt !== null && plan.current.effectiveFrom > writtenAt) return [];
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
  const both = t("plans.amountOfStrength", { amounts, strength });
  return isStrengthTheDose(plan) || both.length > MEDICATION_TEXT_LENGTH ? strength : both;
}

/** The dose of a plan in a difference from the list. */
export const formatDose = (plan: ListedPlan): string => formatDosage(plan) || t("plans.noDose");

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
  return listInSentence(
    [...new Set(listAmounts(schedule))].map((amount) => formatAmount(amount, doseUnit, locale, isPlain)),
  );
}

/** When the plan is to be given, with meals, limits and coming changes; what doesn't fit into a row is left to the plan. */
function formatTiming(plan: ListedPlan, locale?: string): string {
  const words = joinParts("schedule.semicolon", [
    formatVersion(plan.current, plan, locale),
    ...plan.coming.map((version) => {
      const day = toDayInZone(version.effectiveFrom, version.timeZone);
      const hasBegun = version.firstDay < day;
      return t("plans.rowFrom", {
        day: shortDay(day, locale),
        words: formatVersion(version, plan, locale, hasBegun),
      });
    }),
  ]);
  return words.length <= MEDICATION_TEXT_LENGTH ? words : t("plans.asPlanned");
}

function formatVersion(
  version: ListedVersion,
  { doseUnit }: ListedPlan,
  locale?: string,
  hasBegun?: boolean,
) {
  const of = { unit: doseUnit, locale, isPlain: true, ...(hasBegun !== undefined && { hasBegun }) };
  const parts = [
    formatSchedule(version.schedule, of),
    formatMeal(version.mealRelation, version.mealMinutes),
    ...(version.schedule.kind === "asNeeded" ? listLimits(version, of) : []),
    version.lastDay ? t("plans.rowUntil", { day: shortDay(version.lastDay, locale) }) : "",
  ];
  return joinParts("schedule.comma", parts.filter(Boolean));
}

/** A plan for the rows of a list. */
type PlanOfRow = ListedPlan & {
  /** Null for a running plan; the row of an ended plan leaves the list. */
  endedAt: number | null;
  /** What the list may still call it, after a correction. */
  formerName?: string;
  /** The instructions of its earlier versions, which its row may still have. */
  formerInstructions?: readonly string[];
};

type Rows = {
  plans: readonly PlanOfRow[];
  /** The rows of the list so far. */
  former: readonly Medication[];
  /** The plans whose rows are written; all other rows stay as they are. All plans without it. */
  changed?: ReadonlySet<string>;
  /** That of numbers and times, which are written down as words. */
  locale: string | undefined;
};

/**
 * The rows of a list, renewed from its plans: in the order of the list, then the others. A row keeps its remarks
 * and compliance; dose and timing are the plan's.
 */
export function toMedicationRows({ plans, former, changed, locale }: Rows): Medication[] {
  const isWritten = ({ _id }: PlanOfRow) => changed === undefined || changed.has(_id);
  const named = plans.map((plan) => ({ ...plan, name: plan.formerName ?? plan.name, plan }));
  const { pairs, unlisted } = matchPlans(former, named);
  const planOf = new Map(pairs.map(({ row, plan }) => [row, plan.plan]));
  const kept = former.flatMap((row): Medication[] => {
    const plan = planOf.get(row);
    if (!plan || !isWritten(plan)) return [row];
    return plan.endedAt === null ? [toRow(plan, row, locale)] : [];
  });
  const added = unlisted.filter(({ plan }) => isWritten(plan) && plan.endedAt === null);
  return [...kept, ...added.map(({ plan }) => toRow(plan, null, locale))];
}

/** The row of a plan, with what the list has about it already. */
function toRow(plan: PlanOfRow, former: Medication | null, locale: string | undefined): Medication {
  const row = former ?? { ...asRow(plan), brandName: "", genericName: plan.name };
  return {
    ...row,
    ...(former && plan.formerName !== undefined && rename(former, plan.formerName, plan.name)),
    ...getPlannedFields(plan, locale),
    notes: mergeNotes(row.notes, plan),
  };
}

/** The names of a row after its plan was renamed. */
function rename({ genericName, brandName }: Medication, before: string, after: string) {
  const isNamed = (name: string) => normalizeText(name) === normalizeText(before);
  if (isNamed(genericName)) return { genericName: after };
  return isNamed(brandName) ? { brandName: after } : {};
}

const getPlannedFields = (plan: ListedPlan, locale: string | undefined) => ({
  dosage: formatDosage(plan, locale),
  timing: formatTiming(plan, locale),
});

/** The remarks of a row with the plan's instructions, once and without those of earlier versions. */
function mergeNotes(notes: string, plan: PlanOfRow): string {
  const { instructions } = plan.current;
  const former = (plan.formerInstructions ?? []).filter((text) => text !== "" && text !== instructions);
  const remarks = former.reduce(removeLines, notes);
  if (!instructions || remarks.includes(instructions)) return remarks;
  const both = [remarks, instructions].filter(Boolean).join("\n");
  return both.length <= MEDICATION_NOTES_LENGTH ? both : remarks;
}

/** A text without other whole lines; where they are only a part of a line, they are a person's own words. */
const removeLines = (text: string, lines: string): string =>
  `\n${text}\n`.replace(`\n${lines}\n`, "\n").slice(1, -1);

/** The visibility of a list from plans: only readers who see all of them, and the list that it replaces. */
export const getNarrowest = (levels: readonly Visibility[]): Visibility =>
  VISIBILITIES.find((level) => levels.includes(level)) ?? "team";

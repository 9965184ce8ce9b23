import type { Dose, DoseEntry, DosePlan } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { MINUTE } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import { formatCount, type Unit } from "../../plans/rules/amounts.ts";
import { formatMeal, formatRhythm } from "../../plans/rules/schedule-words.ts";
import { CLAIM_MINUTES, type HELPED, type WITHDRAW_REASONS } from "../rules/limits.ts";
import { REASON_WORDS, readReason } from "../rules/reasons.ts";
import type { NotGivenReason, SlotState } from "../rules/slot-states.ts";
import type { LimitState } from "./as-needed.ts";
import { isDoubt, type ShownConflict } from "./conflicts.ts";
import type { PlannedDose } from "./today-rows.ts";

/** The reader, clock and moment of words about doses. */
export type Reading = { myId: string | undefined; timeZone: string; now: number };

/** Why a dose wasn't given, as people choose it. */
export const formatReason = (reason: NotGivenReason): string => toUpperFirst(REASON_WORDS[reason]);

export const WITHDRAW_WORDS: Record<(typeof WITHDRAW_REASONS)[number], string> = {
  mistake: "Written by mistake",
  same_dose: "It was the same one as another entry",
  not_taken: "It wasn't taken after all",
  other: "Another reason",
};

export const HELPED_WORDS: Record<(typeof HELPED)[number], string> = {
  yes: "It helped",
  partly: "It helped partly",
  no: "It didn't help",
};

/** A name with its strength: "ramipril, 5 mg". */
export function formatMedicine({
  name,
  strength,
  isLost = false,
}: {
  name: string;
  strength: string;
  isLost?: boolean;
}): string {
  if (isLost || name === "") return "A medicine whose name can't be read any more";
  return placeSideBySide([name, strength], ", ");
}

/** The name of the giver of a dose: "you", or the name. */
export const formatGiver = (dose: Pick<Dose, "givenBy" | "givenById">, myId: string | undefined): string =>
  dose.givenById !== null && dose.givenById === myId ? "you" : (dose.givenBy ?? FORMER_MEMBER);

const formatRecorder = (dose: Pick<Dose, "recordedBy" | "recordedById">, myId: string | undefined): string =>
  dose.recordedById === myId ? "you" : (dose.recordedBy ?? FORMER_MEMBER);

/** A moment by the notebook's clock, with its day when that isn't `day`: "08:04", "yesterday, 23:50". */
export function formatMoment(
  at: number,
  { timeZone, now }: Reading,
  day = toDayInZone(now, timeZone),
): string {
  return toDayInZone(at, timeZone) === day
    ? describeClock(at, timeZone)
    : dateInWords({ day: toDayInZone(at, timeZone), at }, timeZone, now);
}

/** The state of a planned dose in words. */
export function formatState(
  { state, dose, isOpen, dueAt }: { state: SlotState; dose: Dose | null; isOpen: boolean; dueAt: number },
  reading: Reading,
): string {
  const day = toDayInZone(dueAt, reading.timeZone);
  switch (state) {
    case "given":
      return `Given by ${formatGiver(dose!, reading.myId)}, ${formatMoment(dose!.givenAt!, reading, day)}`;
    case "claimed": {
      const since = formatMoment(dose!.claimedUntil! - CLAIM_MINUTES * MINUTE, reading, day);
      return dose!.recordedById === reading.myId
        ? `You are giving it, since ${since}`
        : `Being given by ${formatRecorder(dose!, reading.myId)}, since ${since}`;
    }
    case "not_given": {
      const at = formatMoment(dose!.recordedAt, reading, day);
      const words =
        dose!.reason === "refused"
          ? `Refused at ${at}`
          : `Not given at ${at}: ${REASON_WORDS[readReason(dose!.reason)]}`;
      const by = `${words}, written by ${formatRecorder(dose!, reading.myId)}`;
      return isOpen ? `${by}. It can still be given.` : by;
    }
    case "paused":
      return "Paused: somebody else gives it";
    case "not_recorded":
      return "Not recorded";
    default:
      return { coming: "Coming", due: "Due", late: "Late" }[state];
  }
}

/** The words with a capital letter at their beginning. */
export const toUpperFirst = (words: string): string => words.replace(/^./, (first) => first.toUpperCase());

const toLowerFirst = (words: string): string => words.replace(/^./, (first) => first.toLowerCase());

/** An amount of a plan, "1 tablet". */
export const formatDoseAmount = (amount: number, plan: { doseUnit: Unit }): string =>
  formatAmount(amount, plan.doseUnit);

/**
 * The rhythm that a planned dose is part of, where it isn't the same every day: "every 8 hours", "step 2 of 3, until
 * Nov 28, 2026". "" for a dose under an earlier version of its plan, because only the current version is loaded.
 */
export const formatDoseRhythm = ({ plan: { current }, dueAt, version }: PlannedDose): string =>
  version === current.version
    ? toUpperFirst(formatRhythm(current.schedule, toDayInZone(dueAt, current.timeZone)))
    : "";

/** An amount with how it is taken relative to meals: "1 tablet, 30 minutes before a meal". */
export const formatAmountAndMeal = ({ amount, plan, asPlanned }: PlannedDose): string =>
  [formatDoseAmount(amount, plan), formatDoseMeal(asPlanned)].filter(Boolean).join(", ");

/** When a version is taken relative to meals; "" where meals don't matter. */
export const formatDoseMeal = ({
  mealRelation,
  mealMinutes,
}: Pick<DosePlan["current"], "mealRelation" | "mealMinutes">): string =>
  formatMeal(mealRelation, mealMinutes);

/** A dose in a sentence: "1 tablet, 12:40, Ana". */
export const formatDose = (dose: Dose, plan: { doseUnit: Unit }, reading: Reading): string =>
  `${formatDoseAmount(dose.amount!, plan)}, ${formatMoment(dose.givenAt!, reading)}, ${formatGiver(dose, reading.myId)}`;

/** Whose limits they are: "By the limits you entered (Dr Lee, letter of 3 May)". */
export const formatByLimits = ({ current }: Pick<DosePlan, "current">): string =>
  current.saidBy ? `By the limits you entered (${current.saidBy})` : "By the limits you entered";

/** What the typed limits kind: "By the limits you entered: from 16:40; 2 of 4 in 24 hours." Null where nobody typed any. */
export function limitWords(plan: DosePlan, standing: LimitState, reading: Reading): string | null {
  const { from, count, amount, windowHours, isOverLimit } = standing;
  const window = pluralize(windowHours, "hour");
  const parts = [
    from === null ? null : `from ${formatMoment(from, reading)}`,
    from === null && isOverLimit ? "more than was entered" : null,
    count && `${count.given} of ${count.most} in ${window}`,
    amount &&
      `${formatCount(amount.given, plan.doseUnit, {})} of ${formatDoseAmount(amount.most, plan)} in ${window}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `${formatByLimits(plan)}: ${parts.join("; ")}.`;
}

/** The doses that conflict with one: each once, in order of time, with the limits that name it. */
export function formatConflicts(
  conflicts: readonly ShownConflict[],
  plan: Pick<DosePlan, "doseUnit" | "current">,
  reading: Reading,
): { key: string; words: string }[] {
  const byDose = Map.groupBy(
    conflicts.filter((each) => !isDoubt(each)),
    ({ id }) => id,
  );
  return [...byDose]
    .map(([key, [first, ...more]]) => ({
      key,
      first: first!,
      limits: [first!, ...more].map(({ limit }) => limit),
    }))
    .sort((a, b) => a.first.at - b.first.at)
    .map(({ key, first, limits }) => {
      const who = first.by ?? FORMER_MEMBER;
      if (limits.includes("claim"))
        return { key, words: `${who} is giving this dose, since ${formatMoment(first.at, reading)}.` };
      if (first.amount === null)
        return {
          key,
          words: `It is more than ${formatDoseAmount(plan.current.maxAmount ?? 0, plan)} by itself.`,
        };
      const { medicine } = first;
      const dose = `${formatDoseAmount(first.amount, medicine ?? plan)}, ${formatMoment(first.at, reading)}, ${who}`;
      if (medicine) return { key, words: `${formatMedicine(medicine)}: ${dose}.` };
      return { key, words: limits.includes("slot") ? `This dose was recorded: ${dose}.` : `${dose}.` };
    });
}

/** An entry in the history of a dose, in words. */
export function formatEntry(
  { kind, values, why, giver: giverName }: DoseEntry,
  plan: Pick<DosePlan, "doseUnit">,
  reading: Reading,
): string {
  const amount = values.amount === null ? "" : formatDoseAmount(values.amount, plan);
  const at = values.givenAt === null ? "" : formatMoment(values.givenAt, reading);
  const giver =
    values.givenBy !== null && values.givenBy === reading.myId ? "you" : (giverName ?? FORMER_MEMBER);
  switch (kind) {
    case "given":
      return `Given: ${amount}, ${at}, by ${giver}`;
    case "not_given":
      return values.reason === "refused"
        ? "Refused"
        : `Not given: ${REASON_WORDS[readReason(values.reason)]}`;
    case "claimed":
      return "Said that they were giving it";
    case "released":
      return "Didn't give it after all";
    case "corrected":
      return `Corrected: ${amount}, ${at}, by ${giver}`;
    case "withdrawn":
      return `Withdrawn: ${toLowerFirst(WITHDRAW_WORDS[values.reason as keyof typeof WITHDRAW_WORDS])}`;
    case "followed_up":
      return `${HELPED_WORDS[values.helped ?? "yes"]}${values.helpedAt ? `, ${formatMoment(values.helpedAt, reading)}` : ""}`;
    case "reviewed":
      return "Looked at: it was given";
    default:
      return why in REASON_WORDS
        ? `Said before that it wasn't given: ${REASON_WORDS[readReason(why)]}`
        : "The entry beside it was withdrawn";
  }
}

/** The reason of an entry, unless its words have it already. */
export const getEntryReason = ({ kind, why }: DoseEntry): string => (kind === "noted" ? "" : why);

import type { Dose, DosePlan } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { MINUTE } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { t } from "../../../lib/words/t.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import { formatMeal, formatRhythm, joinParts, toUpperFirst } from "../../plans/rules/schedule-words.ts";
import { CLAIM_MINUTES } from "../rules/limits.ts";
import { nameReason } from "../rules/reasons.ts";
import type { SlotState } from "../rules/slot-states.ts";
import type { PlannedDose } from "./today-rows.ts";

/** The reader, clock and moment of words about doses. */
export type Reading = { myId: string | undefined; timeZone: string; now: number };

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
  if (isLost || name === "") return t("dosewords.lost");
  return placeSideBySide([name, strength], ", ");
}

/** A person as values of a text: the reader is "me", others are named. */
export type Who = { who: "me" | "other"; name: string };

export const getWho = (
  id: string | null | undefined,
  name: string | null,
  myId: string | undefined,
): Who => ({
  who: id != null && id === myId ? "me" : "other",
  name: name ?? t("dosewords.formerMember"),
});

/** The giver of a dose. */
export const getGiver = (dose: Pick<Dose, "givenBy" | "givenById">, myId: string | undefined): Who =>
  getWho(dose.givenById, dose.givenBy, myId);

/** Who made the entry. */
export const getRecorder = (dose: Pick<Dose, "recordedBy" | "recordedById">, myId: string | undefined): Who =>
  getWho(dose.recordedById, dose.recordedBy, myId);

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
      return t("dosewords.given", {
        ...getGiver(dose!, reading.myId),
        when: formatMoment(dose!.givenAt!, reading, day),
      });
    case "claimed":
      return t("dosewords.claimed", {
        ...getRecorder(dose!, reading.myId),
        when: formatMoment(dose!.claimedUntil! - CLAIM_MINUTES * MINUTE, reading, day),
      });
    case "not_given": {
      const values = {
        ...getRecorder(dose!, reading.myId),
        when: formatMoment(dose!.recordedAt, reading, day),
        isOpen: String(isOpen),
      };
      return dose!.reason === "refused"
        ? t("dosewords.refused", values)
        : t("dosewords.notGiven", { ...values, reason: nameReason(dose!.reason) });
    }
    default:
      return t(STATES[state]);
  }
}

const STATES = {
  paused: "dosewords.paused",
  not_recorded: "dosewords.notRecorded",
  coming: "dosewords.coming",
  due: "dosewords.due",
  late: "dosewords.late",
} as const;

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
  joinParts("schedule.comma", [formatDoseAmount(amount, plan), formatDoseMeal(asPlanned)].filter(Boolean));

/** When a version is taken relative to meals; "" where meals don't matter. */
export const formatDoseMeal = ({
  mealRelation,
  mealMinutes,
}: Pick<DosePlan["current"], "mealRelation" | "mealMinutes">): string =>
  formatMeal(mealRelation, mealMinutes);

/** A dose in a sentence: "1 tablet, 12:40, Ana". */
export const formatDose = (dose: Dose, plan: { doseUnit: Unit }, reading: Reading): string =>
  t("dosewords.dose", {
    amount: formatDoseAmount(dose.amount!, plan),
    when: formatMoment(dose.givenAt!, reading),
    ...getGiver(dose, reading.myId),
  });

import type { DosePlan } from "../../../lib/api.ts";
import { dateInWords, describeClock } from "../../../lib/dates/moment-words.ts";
import { HOUR } from "../../../lib/dates/time.ts";
import { countDaysBetween, describeDay, longWeekday, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { parseSlotMoment } from "../../../lib/slot-moment.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { formatNumber } from "../../plans/rules/amounts.ts";
import { listAmounts } from "../../plans/rules/schedule.ts";
import type { Doubt } from "../rules/doubts.ts";
import { isDoubt, type ShownConflict } from "./conflicts.ts";
import {
  formatDoseAmount,
  formatMedicine,
  formatMoment,
  getWho,
  type Reading,
  type Who,
} from "./dose-words.ts";

/** The dose that is asked about. */
export type AskedDose = { slot: string | null; amount: number; kind: "give" | "record" | "skip" };

/** Why a dose doesn't fit its plan, a sentence for each reason. */
export const formatDoubts = (
  conflicts: readonly Pick<ShownConflict, "limit">[],
  plan: DosePlan,
  dose: AskedDose,
  reading: Reading,
): string[] => [
  ...new Set(conflicts.filter(isDoubt).map(({ limit }) => formatDoubt(limit as Doubt, plan, dose, reading))),
];

function formatDoubt(
  doubt: Doubt,
  plan: DosePlan,
  { slot, amount, kind }: AskedDose,
  reading: Reading,
): string {
  const { current } = plan;
  const today = toDayInZone(reading.now, reading.timeZone);
  switch (doubt) {
    case "notBegun":
      return t(isNear(current.firstDay, today) ? "doseconflicts.planBegins" : "doseconflicts.planBeginsOn", {
        day: nameDay(current.firstDay, today),
      });
    case "ended":
      return plan.endedAt !== null || current.lastDay === null
        ? t("doseconflicts.planEnded")
        : t("doseconflicts.lastDay", { day: describeDay(current.lastDay, today) });
    case "paused":
      return t("doseconflicts.pausedThen");
    case "notDue":
      return t(kind === "record" ? "doseconflicts.noneThen" : "doseconflicts.noneNow");
    case "early":
    case "late": {
      const dueAt = slot === null ? null : parseSlotMoment(slot);
      return dueAt === null
        ? t("doseconflicts.otherTime")
        : t("doseconflicts.plannedFor", { when: formatMoment(dueAt, reading) });
    }
    case "farAmount": {
      const planned = [...new Set(listAmounts(current.schedule))];
      const words = planned.map((each) => formatNumber(each)).slice(0, -1);
      return t("doseconflicts.amounts", {
        planned: [...words, formatDoseAmount(planned.at(-1)!, plan)].reduce((before, after) =>
          t("doseconflicts.either", { before, after }),
        ),
        entered: formatDoseAmount(amount, plan),
      });
    }
  }
}

/** That a day is before the beginning of a plan or after its end; "" within it. */
export function formatOutsideLimits(plan: DosePlan, reading: Reading): string {
  const today = toDayInZone(reading.now, plan.current.timeZone);
  const { firstDay, lastDay } = plan.current;
  const doubt = today < firstDay ? "notBegun" : lastDay !== null && today > lastDay ? "ended" : null;
  return doubt ? formatDoubt(doubt, plan, { slot: null, amount: 0, kind: "give" }, reading) : "";
}

/** Whether a day is yesterday, today or tomorrow. */
const isNear = (day: string, today: string): boolean => Math.abs(countDaysBetween(today, day)) <= 1;

/** A day as people name it today: "tomorrow", "Monday", "Dec 5, 2026". */
function nameDay(day: string, today: string): string {
  const distance = countDaysBetween(today, day);
  return distance > 1 && distance < 7 ? longWeekday(day) : describeDay(day, today);
}

/** When a dose is planned next: with its time until tomorrow, else by its day. */
function formatNext(at: number, { timeZone, now }: Reading): string {
  const [day, today] = [toDayInZone(at, timeZone), toDayInZone(now, timeZone)];
  if (day === today) return describeClock(at, timeZone);
  return countDaysBetween(today, day) === 1 ? dateInWords({ day, at }, timeZone, now) : nameDay(day, today);
}

/** When a dose was given: its time within half a day, else its day. */
function formatLast(at: number, { timeZone, now }: Reading): string {
  const today = toDayInZone(now, timeZone);
  const day = toDayInZone(at, timeZone);
  if (day === today) return describeClock(at, timeZone);
  return now - at < 12 * HOUR ? dateInWords({ day, at }, timeZone, now) : describeDay(day, today);
}

/**
 * "Next planned: Monday. Last given: yesterday, by Ben." The last dose is named where no other one is listed. "" when
 * neither is known.
 */
export function formatNearbyDoses(conflicts: readonly ShownConflict[], reading: Reading): string {
  const next = conflicts.find((each) => each.next != null)?.next;
  const last = conflicts.find((each) => isDoubt(each) && each.at > 0);
  return [
    next == null ? "" : t("doseconflicts.next", { when: formatNext(next, reading) }),
    last && conflicts.every(isDoubt)
      ? t("doseconflicts.last", {
          when: formatLast(last.at, reading),
          ...getWho(last.byId, last.by, reading.myId),
        })
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const DOUBT_TITLES: Record<Exclude<Doubt, "early" | "late">, Key> = {
  notBegun: "doseconflicts.titleNotBegun",
  ended: "doseconflicts.titleEnded",
  paused: "doseconflicts.titlePaused",
  notDue: "doseconflicts.titleNoneNow",
  farAmount: "doseconflicts.titleAmount",
};

/** What a dose that isn't written is in conflict with, as the title of the question: "Anna gave it at 18:05". */
export function formatRefusalTitle(
  conflicts: readonly ShownConflict[],
  { slot, kind }: AskedDose,
  reading: Reading,
): string {
  const getGiverOfConflict = ({ by, byId }: ShownConflict) => getWho(byId, by, reading.myId);
  const claim = conflicts.find(({ limit }) => limit === "claim");
  if (claim) return t("doseconflicts.titleGiving", getGiverOfConflict(claim));
  const [last] = conflicts
    .filter((each) => !isDoubt(each) && each.amount !== null)
    .sort((a, b) => b.at - a.at);
  if (last) return formatGivenTitle(last, getGiverOfConflict(last), reading);
  const doubt = conflicts.find(isDoubt)?.limit as Doubt | undefined;
  if (doubt === undefined) return t("doseconflicts.titleLimit");
  if (doubt === "early" || doubt === "late") {
    const dueAt = slot === null ? null : parseSlotMoment(slot);
    return dueAt === null
      ? t("doseconflicts.titleOtherTime")
      : t("doseconflicts.titlePlannedFor", { when: formatMoment(dueAt, reading) });
  }
  return t(kind === "record" && doubt === "notDue" ? "doseconflicts.titleNoneThen" : DOUBT_TITLES[doubt]);
}

function formatGivenTitle({ at, medicine }: ShownConflict, giver: Who, reading: Reading): string {
  const values = { ...giver, when: formatMoment(at, reading) };
  const isToday = toDayInZone(at, reading.timeZone) === toDayInZone(reading.now, reading.timeZone);
  if (!medicine) return t(isToday ? "doseconflicts.titleGave" : "doseconflicts.titleGaveDay", values);
  return t(isToday ? "doseconflicts.titleGaveMedicine" : "doseconflicts.titleGaveMedicineDay", {
    ...values,
    medicine: formatMedicine(medicine),
  });
}

import type { DosePlan } from "../../../lib/api.ts";
import { describeClock } from "../../../lib/dates/moment-words.ts";
import { HOUR } from "../../../lib/dates/time.ts";
import { countDaysBetween, describeDay, longWeekday, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { parseSlotMoment } from "../../../lib/slot-moment.ts";
import { formatNumber } from "../../plans/rules/amounts.ts";
import { listAmounts } from "../../plans/rules/schedule.ts";
import type { Doubt } from "../rules/doubts.ts";
import { isDoubt, type ShownConflict } from "./conflicts.ts";
import { formatDoseAmount, formatMedicine, formatMoment, type Reading } from "./dose-words.ts";

/** The dose that is asked about. */
export type AskedDose = { slot: string | null; amount: number; kind: "give" | "record" | "skip" };

/** How a dose that was written differs from its plan. */
export const DOUBT_WORDS: Record<Doubt, string> = {
  notBegun: "given before its plan began",
  ended: "given after its plan had ended",
  paused: "given while it was paused",
  notDue: "given when none was planned",
  early: "given long before its time",
  late: "given long after its time",
  farAmount: "another amount than planned",
};

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
      return `This plan begins ${formatDay(current.firstDay, today)}.`;
    case "ended":
      return plan.endedAt !== null || current.lastDay === null
        ? "This plan has ended."
        : `The last day of this plan was ${describeDay(current.lastDay, today)}.`;
    case "paused":
      return "It is paused at that time: somebody else gives it.";
    case "notDue":
      return kind === "record" ? "No dose was planned at that time." : "No dose is planned now.";
    case "early":
    case "late": {
      const dueAt = slot === null ? null : parseSlotMoment(slot);
      return dueAt === null
        ? "It is planned for another time."
        : `It is planned for ${formatMoment(dueAt, reading)}.`;
    }
    case "farAmount": {
      const planned = [...new Set(listAmounts(current.schedule))];
      const words = planned.map((each) => formatNumber(each)).slice(0, -1);
      return `Planned: ${[...words, formatDoseAmount(planned.at(-1)!, plan)].join(" or ")}. Entered: ${formatDoseAmount(amount, plan)}.`;
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

/** A day near today by its name: "on Monday". */
function formatDay(day: string, today: string): string {
  const distance = countDaysBetween(today, day);
  if (Math.abs(distance) <= 1) return describeDay(day, today);
  return `on ${distance > 0 && distance < 7 ? longWeekday(day) : describeDay(day, today)}`;
}

/** When a dose is planned next: with its time until tomorrow, else by its day. */
function formatNext(at: number, { timeZone, now }: Reading): string {
  const [day, today] = [toDayInZone(at, timeZone), toDayInZone(now, timeZone)];
  if (day === today) return describeClock(at, timeZone);
  const words = formatDay(day, today).replace(/^on /, "");
  return countDaysBetween(today, day) === 1 ? `${words}, ${describeClock(at, timeZone)}` : words;
}

/** The time and giver of a dose: its time within half a day, else its day. */
function formatLast({ at, by, byId }: ShownConflict, { timeZone, now, myId }: Reading): string {
  const today = toDayInZone(now, timeZone);
  const day = toDayInZone(at, timeZone);
  const clock = describeClock(at, timeZone);
  const when =
    day === today
      ? clock
      : now - at < 12 * HOUR
        ? `${describeDay(day, today)}, ${clock}`
        : describeDay(day, today);
  return `${when}, by ${byId && byId === myId ? "you" : (by ?? FORMER_MEMBER)}`;
}

/**
 * "Next planned: Monday. Last given: yesterday, by Ben." The last dose is named where no other one is listed. "" when
 * neither is known.
 */
export function formatNearbyDoses(conflicts: readonly ShownConflict[], reading: Reading): string {
  const next = conflicts.find((each) => each.next != null)?.next;
  const last = conflicts.find((each) => isDoubt(each) && each.at > 0);
  return [
    next == null ? "" : `Next planned: ${formatNext(next, reading)}.`,
    last && conflicts.every(isDoubt) ? `Last given: ${formatLast(last, reading)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const DOUBT_TITLES: Record<Exclude<Doubt, "early" | "late">, string> = {
  notBegun: "This plan hasn’t begun",
  ended: "This plan has ended",
  paused: "It is paused",
  notDue: "No dose is planned now",
  farAmount: "Another amount than planned",
};

/** What a dose that isn't written is in conflict with, as the title of the question: "Anna gave it at 18:05". */
export function formatRefusalTitle(
  conflicts: readonly ShownConflict[],
  plan: DosePlan,
  dose: AskedDose,
  reading: Reading,
): string {
  const formatGiverOfConflict = ({ by, byId }: ShownConflict) =>
    byId && byId === reading.myId ? "You" : (by ?? FORMER_MEMBER);
  const claim = conflicts.find(({ limit }) => limit === "claim");
  if (claim) return `${formatGiverOfConflict(claim)} is giving it`;
  const [last] = conflicts
    .filter((each) => !isDoubt(each) && each.amount !== null)
    .sort((a, b) => b.at - a.at);
  if (last) {
    const what = last.medicine ? formatMedicine(last.medicine) : "it";
    const moment = formatMoment(last.at, reading);
    const isToday = toDayInZone(last.at, reading.timeZone) === toDayInZone(reading.now, reading.timeZone);
    return `${formatGiverOfConflict(last)} gave ${what} ${isToday ? `at ${moment}` : moment}`;
  }
  const doubt = conflicts.find(isDoubt)?.limit as Doubt | undefined;
  if (doubt === undefined) return "More than the limit";
  if (doubt === "early" || doubt === "late")
    return formatDoubt(doubt, plan, dose, reading).replace(/\.$/, "");
  return dose.kind === "record" && doubt === "notDue" ? "No dose was planned then" : DOUBT_TITLES[doubt];
}

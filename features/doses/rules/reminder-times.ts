import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { getEarliestDay } from "../../../lib/dates/weeks.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { isScheduled } from "../../plans/rules/schedule.ts";
import {
  getLater,
  listPlannedSlots,
  listSlotsAfterLast,
  type PlanVersion,
  type Slot,
} from "../../plans/rules/slots.ts";

/** When users are notified of a planned dose: when it is due, or when it counts as late. */
export type ReminderMoment = "due" | "late";

/** A planned dose with the moment of its reminder; epoch ms. */
export type ReminderSlot = Slot & { remindAt: number };

/** A version with the time after which an entry counts as late, which a person has entered. */
export type RemindedVersion = PlanVersion & { lateAfterMinutes: number };

type Look = {
  moment: ReminderMoment;
  /** Reminders up to here were looked at before. */
  after: number;
  /** Reminders up to here are looked at; epoch ms as all. */
  now: number;
  endedAt: number | null;
  lastGivenAt: number | null;
};

/** Planned doses that became due longer ago aren't looked at any more. */
const FAR_BACK = 7 * DAY;
/** A dose so many hours after the last one may be due before that one was written down. */
const WRITTEN_LATER = 6 * HOUR;
/** How far the next one is looked for at once, and when plans that have none until then are looked at again. */
const NEAR_DAYS = 2;
const FAR_DAYS = [45, 400] as const;
const AGAIN = 30 * DAY;

/**
 * The planned doses of a plan whose reminders fall into a time, and when there is the next one to look for; null for never.
 * `versions` in their order. Nothing of an ended plan is reminded of.
 */
export function computeReminderTimes(
  versions: readonly RemindedVersion[],
  { moment, after, now, endedAt, lastGivenAt }: Look,
): { slots: ReminderSlot[]; next: number | null } {
  const newest = versions.at(-1);
  if (!newest || endedAt !== null) return { slots: [], next: null };
  const from = Math.max(after, now - FAR_BACK);
  const lateAfter = new Map(versions.map((version) => [version.version, version.lateAfterMinutes * MINUTE]));
  const withTime = (slot: Slot): ReminderSlot => ({
    ...slot,
    remindAt: slot.dueAt + (moment === "due" ? 0 : lateAfter.get(slot.version)!),
  });
  const longest = moment === "due" ? 0 : Math.max(...lateAfter.values());
  const onDays = (first: string, last: string) =>
    listPlannedSlots(versions, { from: first, to: last }, null).map(withTime);

  const today = toDayInZone(now, newest.timeZone);
  const near = onDays(
    addDays(toDayInZone(from - longest, newest.timeZone), -1),
    // A day on each side: the days of two zones don't begin together.
    addDays(today, NEAR_DAYS),
  );
  const elapsed = listSlotsAfterLast(versions, { lastGivenAt, endedAt, now }).map(withTime);
  const slots = [
    ...near.filter(({ remindAt }) => remindAt > from),
    ...elapsed.filter(({ remindAt }) => remindAt > Math.min(from, now - WRITTEN_LATER)),
  ].filter(({ remindAt }) => remindAt <= now);
  const coming = [...near, ...elapsed].flatMap(({ remindAt }) => (remindAt > now ? remindAt : []));
  if (coming.length > 0) return { slots, next: Math.min(...coming) };
  const isTimed = versions.some(({ schedule }) => isScheduled(schedule) && schedule.kind !== "afterLast");
  const lastDay = newest.lastDay ?? null;
  if (!isTimed || (lastDay !== null && addDays(lastDay, 1) < toDayInZone(now - longest, newest.timeZone)))
    return { slots, next: null };
  // Near days first: most plans have a dose within two days, and a year of doses takes a while.
  // A version that holds only later may begin long after the one that holds now has its next dose.
  const first = getLater(getEarliestDay(...versions.map(({ firstDay }) => firstDay)), today);
  let begin = addDays(first, -1);
  for (const days of FAR_DAYS) {
    const found = onDays(begin, addDays(first, days)).flatMap(({ remindAt }) =>
      remindAt > now ? remindAt : [],
    );
    if (found.length > 0) return { slots, next: Math.min(...found) };
    begin = addDays(first, days);
  }
  return { slots, next: now + AGAIN };
}

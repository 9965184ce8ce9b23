import { getEarliestDay } from "../../../lib/dates/weeks.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { moveVersions } from "./moved-versions.ts";
import { getLater, listPlannedSlots, type PlanVersion, type Slot } from "./slots.ts";

/** How far ahead the next dose is looked for: plans once a year have one within. */
const FAR_DAYS = 400;

/**
 * The planned doses of some days from `now` (epoch ms) on, by the days of the versions' zone, with days without a dose.
 * They are computed as everywhere else, so that readers see what will be asked for.
 */
export function listComingDays(
  versions: readonly PlanVersion[],
  {
    now,
    count,
    timeZone,
    endedAt = null,
  }: { now: number; count: number; timeZone: string; endedAt?: number | null },
): { day: string; slots: Slot[] }[] {
  const today = toDayInZone(now, timeZone);
  const days = Array.from({ length: count }, (_, index) => addDays(today, index));
  const slots = listPlannedSlots(versions, { from: addDays(today, -1), to: addDays(today, count) }, endedAt);
  const byDay = Map.groupBy(
    slots.filter(({ dueAt }) => dueAt >= now),
    ({ dueAt }) => toDayInZone(dueAt, timeZone),
  );
  return days.map((day) => ({ day, slots: byDay.get(day) ?? [] }));
}

/** The first planned dose from `now` on; null for plans without times and for ended ones. */
export function findNextSlot(
  versions: readonly PlanVersion[],
  now: number,
  endedAt: number | null,
): Slot | null {
  const newest = versions.at(-1);
  if (!newest) return null;
  const today = toDayInZone(now, newest.timeZone);
  // A coming version may begin long after the next dose of the current one.
  const first = getLater(getEarliestDay(...versions.map(({ firstDay }) => firstDay)), today);
  // Near days first: most plans have a dose within two days, and a year of doses takes a while.
  for (const [from, to] of [
    [addDays(today, -1), addDays(today, 2)],
    [addDays(first, -1), addDays(first, 45)],
    [addDays(first, 45), addDays(first, FAR_DAYS)],
  ] as const) {
    const found = listPlannedSlots(versions, { from, to }, endedAt).find(({ dueAt }) => dueAt >= now);
    if (found) return found;
  }
  return null;
}

/** How far back the last dose before a move is looked for: plans once a month have one within. */
const BACK_DAYS = 62;

/**
 * The last planned dose of a plan before a moment with the zone of its clock, and the first one when the plan goes by
 * another zone's clock from then on; null where there is none. The distance between them is for people to judge.
 * `versions` are all of the plan, in their order.
 */
export function listSlotsAroundMove(
  versions: readonly PlanVersion[],
  { from, timeZone }: { from: number; timeZone: string },
): { last: (Slot & { timeZone: string }) | null; first: Slot | null } {
  const day = toDayInZone(from, timeZone);
  const last = listPlannedSlots(versions, { from: addDays(day, -BACK_DAYS), to: addDays(day, 2) }, from).at(
    -1,
  );
  const former = versions.find(({ version }) => version === last?.version);
  const next = Math.max(...versions.map(({ version }) => version)) + 1;
  const moved = moveVersions(versions, { from, timeZone }).map(({ of, effectiveFrom }, index) => ({
    ...of,
    version: next + index,
    timeZone,
    effectiveFrom,
  }));
  return {
    last: last && former ? { ...last, timeZone: former.timeZone } : null,
    first: findNextSlot(moved, from, null),
  };
}

import { HOUR, MINUTE, parseMinute } from "../../../lib/dates/time.ts";
import { toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { listSeriesOccurrences } from "../../../lib/recurrence/series-occurrences.ts";
import {
  type ClockSchedule,
  type HoursSchedule,
  MAX_TIMES,
  type PlannedDays,
  type Schedule,
} from "./schedule.ts";
import { listVersionsHeldFrom } from "./versions.ts";

/** The part of a plan's version that decides when doses are due; times are epoch ms, days `YYYY-MM-DD`. */
export type PlanVersion = {
  version: number;
  schedule: Schedule;
  /** The first and the last planned day; null for a plan without an end. */
  firstDay: string;
  lastDay: string | null;
  timeZone: string;
  /** The moment when this version becomes valid: earlier doses belong to the version before. */
  effectiveFrom: number;
};

/** A planned dose. Slots are computed and never stored, so there is nothing to repair when a plan changes. */
export type Slot = {
  /** Its name: the local time with its zone, `2026-03-29T08:00[Europe/Berlin]`, or the instant of a plan by elapsed hours. */
  slot: string;
  dueAt: number;
  amount: number;
  version: number;
};

/** What happens after a version: the next one, or the end of the plan; epoch ms. */
const NEVER = Number.POSITIVE_INFINITY;

/** Days are computed with a day on each side: local days of two zones don't begin together. */
export type DaySpan = { from: string; to: string };

/**
 * The slots of a plan on some days, in order; each under the version that was valid when it is due. `versions` are in
 * their order. Plans that count from the last dose have none here: see {@link findSlotAfterLast}.
 */
export function listPlannedSlots(
  versions: readonly PlanVersion[],
  span: DaySpan,
  endedAt: number | null,
): Slot[] {
  return versions
    .flatMap((version, index) => {
      // Any later version: a change that holds at once also replaces a change that was to hold from next week on.
      const replaced = versions.slice(index + 1).map(({ effectiveFrom }) => effectiveFrom);
      const until = Math.min(...replaced, endedAt ?? NEVER);
      return listSlotsOfVersion(version, span).filter(
        ({ dueAt }) => dueAt >= version.effectiveFrom && dueAt < until,
      );
    })
    .sort((a, b) => a.dueAt - b.dueAt || (a.slot < b.slot ? -1 : 1));
}

/** All slots of one version on some days, whenever it became valid. */
export function listSlotsOfVersion(version: PlanVersion, span: DaySpan): Slot[] {
  const { schedule } = version;
  const whole = { from: version.firstDay, until: version.lastDay };
  if (schedule.kind === "clock" || schedule.kind === "everyHours")
    return listTimedSlots(schedule, whole, version, span);
  if (schedule.kind !== "steps") return [];
  return schedule.steps.flatMap((step) =>
    listTimedSlots(
      step.schedule,
      { from: getLater(step.from, whole.from), until: getEarlier(step.until, whole.until) },
      version,
      span,
    ),
  );
}

/**
 * When the first dose of a plan by elapsed hours is due that begins on a later day than it was written: nobody has entered a
 * time. The editor proposes the same one.
 */
const FIRST_DOSE_AT = "08:00";

/**
 * When the next dose of a version by elapsed hours is due: so many hours after the last one, or at its beginning; never
 * before its first day or after its last one.
 */
export function findSlotAfterLast(
  { schedule, version, effectiveFrom, firstDay, lastDay, timeZone }: PlanVersion,
  lastGivenAt: number | null,
): Slot | null {
  if (schedule.kind !== "afterLast") return null;
  const beginsLater = toDayInZone(effectiveFrom, timeZone) < firstDay;
  const begin = beginsLater
    ? toMomentInZone(firstDay, parseMinute(FIRST_DOSE_AT) * MINUTE, timeZone)
    : effectiveFrom;
  const elapsed = lastGivenAt === null ? begin : lastGivenAt + schedule.hours * HOUR;
  const dueAt = toDayInZone(elapsed, timeZone) < firstDay ? begin : elapsed;
  if (lastDay !== null && toDayInZone(dueAt, timeZone) > lastDay) return null;
  return { slot: new Date(dueAt).toISOString(), dueAt, amount: schedule.amount, version };
}

/**
 * The next dose of a plan by elapsed hours, and the first one of each version that is to hold later. `versions` in their
 * order, times in epoch ms; nothing is due of a plan that has ended.
 */
export function listSlotsAfterLast(
  versions: readonly PlanVersion[],
  { lastGivenAt, endedAt, now }: { lastGivenAt: number | null; endedAt: number | null; now: number },
): Slot[] {
  if (endedAt !== null) return [];
  return listVersionsHeldFrom(versions, now).flatMap((version, index, held) => {
    const until = held[index + 1]?.effectiveFrom ?? NEVER;
    const slot = findSlotAfterLast(version, lastGivenAt);
    // A version that is to hold later doesn't concern the time before.
    const dueAt = slot && (index === 0 ? slot.dueAt : Math.max(slot.dueAt, version.effectiveFrom));
    return slot && dueAt! < until ? [{ ...slot, slot: new Date(dueAt!).toISOString(), dueAt: dueAt! }] : [];
  });
}

type Days = { from: string; until: string | null };

function listTimedSlots(
  schedule: ClockSchedule | HoursSchedule,
  days: Days,
  { timeZone, version }: PlanVersion,
  span: DaySpan,
): Slot[] {
  const from = getLater(days.from, span.from);
  const to = getEarlier(days.until, span.to)!;
  if (to < from) return [];
  const series =
    schedule.kind === "clock"
      ? schedule.times.map(({ at, amount }) => ({ at, amount, recurrence: toRecurrence(schedule.days) }))
      : [{ at: schedule.from, amount: schedule.amount, recurrence: createHourlyRecurrence(schedule.hours) }];
  return series.flatMap(({ at, amount, recurrence }) => {
    const { occurrences } = listSeriesOccurrences(
      { recurrence, firstDay: days.from, startMinute: parseMinute(at) },
      { from, to, timeZone, most: MAX_SLOTS, counted: null },
    );
    return occurrences.map(({ day, minute, start }) => ({
      slot: `${day}T${formatClock(minute!)}[${timeZone}]`,
      dueAt: start,
      amount,
      version,
    }));
  });
}

/** The most slots of one time that are computed at once: a sheet of two months, every hour. */
const MAX_SLOTS = 62 * MAX_TIMES;

const createHourlyRecurrence = (hours: number): Recurrence => ({
  pattern: "interval",
  interval: { every: hours, unit: "hour" },
});

function toRecurrence(days: PlannedDays): Recurrence {
  if ("weekdays" in days) return { pattern: "weekly", weekly: { byWeekdays: days.weekdays } };
  if ("monthDays" in days) return { pattern: "monthly", monthly: { byMonthDay: days.monthDays } };
  if ("everyWeeks" in days)
    return { pattern: "interval", interval: { every: days.everyWeeks, unit: "week" } };
  return { pattern: "interval", interval: { every: days.everyDays, unit: "day" } };
}

const formatClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** The later of two days. */
export const getLater = (a: string, b: string): string => (a > b ? a : b);

const getEarlier = (a: string | null, b: string | null): string | null =>
  a === null ? b : b === null ? a : a < b ? a : b;

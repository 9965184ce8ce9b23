import { HOUR, MINUTE } from "../dates/time.ts";
import { dayNumber, dayText } from "./calendar-days.ts";
import { getCustomTimes } from "./custom-occurrences.ts";
import { type ClockTime, getClockTimes } from "./patterns.ts";
import type { Recurrence } from "./recurrence.ts";
import { createZoneClock, type ZoneClock } from "./zone-clock.ts";

export { getLocalDay, startOfDay } from "./zone-clock.ts";

/** The most occurrences that are computed: one more than the most tasks of an activation. */
export const MAX_OCCURRENCES = 5001;

/** The days of a phase (`YYYY-MM-DD`), both inclusive, in the notebook's time zone. */
export type PhaseWindow = { firstDay: string; lastDay: string; timeZone: string };

/**
 * An occurrence: its day and minute in the notebook's time zone (null: the whole day), and the same in epoch ms.
 * `due` is the last millisecond of the local day or, at a time of day, of the hour from `start`.
 */
export type Occurrence = { day: string; minute: number | null; start: number; due: number };

/** The window of a phase: day 0 is the baseline. Throws a RangeError when `baselineDay` is no `YYYY-MM-DD`. */
export function getPhaseWindow(
  baselineDay: string,
  dayRange: { start: number; end: number },
  timeZone: string,
): PhaseWindow {
  const baseline = dayNumber(baselineDay);
  return {
    firstDay: dayText(baseline + dayRange.start),
    lastDay: dayText(baseline + dayRange.end),
    timeZone,
  };
}

/** Local midnight of the first day to the last millisecond of the last, epoch ms. */
export function getWindowBounds(
  window: PhaseWindow,
  clock: ZoneClock = createZoneClock(window.timeZone),
): { start: number; end: number } {
  return {
    start: clock.dayStart(dayNumber(window.firstDay)),
    end: clock.dayEnd(dayNumber(window.lastDay)),
  };
}

/**
 * The occurrences within a phase (decisions, "Activation"), in order, without duplicates, at most 5,001; a null
 * recurrence occurs once, an incomplete one never. `clock` may be shared by calls for one time zone. Throws a
 * RecurrenceError on a custom rule that is invalid or takes too much work, a RangeError on an unknown time zone.
 */
export function listOccurrences(
  recurrence: Recurrence | null,
  window: PhaseWindow,
  clock: ZoneClock = createZoneClock(window.timeZone),
): Occurrence[] {
  const bounds = getWindowBounds(window, clock);
  const starts = new Map<number, Occurrence>();
  for (const { day, time } of times(recurrence, window)) {
    const start = time === null ? clock.dayStart(day) : clock.at(day, time);
    // A skipped local time at the end of the last day moves out of the window.
    if (start > bounds.end) continue;
    const due = time === null ? clock.dayEnd(day) : Math.min(start + HOUR - 1, bounds.end);
    // Skipped local times become later ones, which may be occurrences already.
    if (!starts.has(start)) {
      starts.set(start, { day: dayText(day), minute: time === null ? null : time / MINUTE, start, due });
    }
    if (starts.size === MAX_OCCURRENCES) break;
  }
  return [...starts.values()].sort((a, b) => a.start - b.start);
}

function times(recurrence: Recurrence | null, window: PhaseWindow): Iterable<ClockTime> {
  const [first, last] = [dayNumber(window.firstDay), dayNumber(window.lastDay)];
  if (recurrence?.pattern !== "custom") return getClockTimes(recurrence, first, last);
  // Some more, since skipped local times may coincide with others: sixty with a rule of every minute.
  const most = MAX_OCCURRENCES + 200;
  return getCustomTimes(recurrence.rrule, { first, last, timeZone: window.timeZone, most });
}

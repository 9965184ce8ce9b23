import { DAY } from "../time.ts";
import { dayNumber, dayText } from "./calendar-days.ts";
import { customTimes } from "./custom-occurrences.ts";
import { type ClockTime, clockTimes } from "./patterns.ts";
import type { Recurrence } from "./recurrence.ts";
import { type ZoneClock, zoneClock } from "./zone-clock.ts";

export { localDay, startOfDay } from "./zone-clock.ts";

const HOUR = DAY / 24;
const MINUTE = HOUR / 60;
/** Occurrences are counted no further: one more than the most tasks that an activation makes. */
export const MAX_OCCURRENCES = 5001;

/** The days of a phase (`YYYY-MM-DD`), both included, in the notebook's time zone. */
export type PhaseWindow = { firstDay: string; lastDay: string; timeZone: string };

/**
 * An occurrence: its day and minute by the notebook's clock (null: the whole day), and the same in epoch ms. `due` is the
 * last millisecond of the local day or, at a time of day, of the hour from `start`.
 */
export type Occurrence = { day: string; minute: number | null; start: number; due: number };

/** The window of a phase: day 0 is the baseline. Throws a RangeError when `baselineDay` is no `YYYY-MM-DD`. */
export function phaseWindow(
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
export function windowBounds(
  window: PhaseWindow,
  clock: ZoneClock = zoneClock(window.timeZone),
): { start: number; end: number } {
  return {
    start: clock.dayStart(dayNumber(window.firstDay)),
    end: clock.dayEnd(dayNumber(window.lastDay)),
  };
}

/**
 * When something happens within a phase (decisions, "Activation"), in order, each start once, at most 5,001 times; null
 * is one time. What is incomplete happens never. `clock` may be shared by calls for one time zone.
 * Throws a RecurrenceError on a custom rule that is none or takes too much work, a RangeError on an unknown time zone.
 */
export function occurrences(
  recurrence: Recurrence | null,
  window: PhaseWindow,
  clock: ZoneClock = zoneClock(window.timeZone),
): Occurrence[] {
  const bounds = windowBounds(window, clock);
  const starts = new Map<number, Occurrence>();
  for (const { day, time } of times(recurrence, window)) {
    const start = time === null ? clock.dayStart(day) : clock.at(day, time);
    // A time that clocks skip at the end of the last day is moved out of the window.
    if (start > bounds.end) continue;
    const due = time === null ? clock.dayEnd(day) : Math.min(start + HOUR - 1, bounds.end);
    // Times that clocks skip become the ones after, which may happen anyway.
    if (!starts.has(start)) {
      starts.set(start, { day: dayText(day), minute: time === null ? null : time / MINUTE, start, due });
    }
    if (starts.size === MAX_OCCURRENCES) break;
  }
  return [...starts.values()].sort((a, b) => a.start - b.start);
}

function times(recurrence: Recurrence | null, window: PhaseWindow): Iterable<ClockTime> {
  const [first, last] = [dayNumber(window.firstDay), dayNumber(window.lastDay)];
  if (recurrence?.pattern !== "custom") return clockTimes(recurrence, first, last);
  // Some more, since times that clocks skip may fall together with others: sixty with a rule of every minute.
  const most = MAX_OCCURRENCES + 200;
  return customTimes(recurrence.rrule, { first, last, timeZone: window.timeZone, most });
}

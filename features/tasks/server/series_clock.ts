import { MINUTE } from "../../../lib/dates/time.ts";
import {
  getDayEnd,
  getDayStart,
  toDayInZone,
  toMomentInZone,
  toTimeInZone,
} from "../../../lib/dates/zone-day.ts";
import type { SeriesOccurrence } from "../../../lib/recurrence/series-occurrences.ts";

/** The time zones of a series: its notebook's current one and its former ones (migration 0045). */
type Clocks = { time_zone: string; clock_zones: string[] };

/** The zone that plans the days and minutes of a series; the notebook may have moved to another one since. */
export const getPlanningZone = ({ time_zone, clock_zones }: Clocks): string => clock_zones[0] ?? time_zone;

/** The moment of an occurrence, epoch ms: a whole day begins at midnight in the notebook's zone. */
export const getOccurrenceMoment = (clocks: Clocks, { day, minute, start }: SeriesOccurrence): number =>
  minute === null ? getDayStart(day, clocks.time_zone) : afterChanges(clocks, start);

/** The moment (epoch ms) of a planned minute of a day, or the last one of the day without a minute. */
export function getMoment(clocks: Clocks, day: string, minute: number | null): number {
  const zone = getPlanningZone(clocks);
  return afterChanges(
    clocks,
    minute === null ? getDayEnd(day, zone) : toMomentInZone(day, minute * MINUTE, zone),
  );
}

/**
 * A planned moment after all changes of the notebook's zone that kept the local time: the same local time in each next
 * zone.
 */
function afterChanges({ time_zone, clock_zones }: Clocks, planned: number): number {
  let moment = planned;
  for (let i = 1; i < clock_zones.length; i += 2) {
    const shown = clock_zones[i]!;
    const next = clock_zones[i + 1] ?? time_zone;
    moment = toMomentInZone(toDayInZone(moment, shown), toTimeInZone(moment, shown), next);
  }
  return moment;
}

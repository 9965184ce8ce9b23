import type { SeriesOccurrence } from "../../../lib/recurrence/series-occurrences.ts";
import { MINUTE } from "../../../lib/time.ts";
import { dayEnd, dayInZone, dayStart, momentInZone, timeInZone } from "../../../lib/zone-day.ts";

/** The time zones of a series: its notebook's current one and its former ones (migration 0045). */
type Clocks = { time_zone: string; clock_zones: string[] };

/** The zone that plans the days and minutes of a series; the notebook may have moved to another one since. */
export const planningZone = ({ time_zone, clock_zones }: Clocks): string => clock_zones[0] ?? time_zone;

/** The moment of an occurrence, epoch ms: a whole day begins at midnight in the notebook's zone. */
export const occurrenceMoment = (clocks: Clocks, { day, minute, start }: SeriesOccurrence): number =>
  minute === null ? dayStart(day, clocks.time_zone) : afterChanges(clocks, start);

/** The moment (epoch ms) of a planned minute of a day, or the last one of the day without a minute. */
export function getMoment(clocks: Clocks, day: string, minute: number | null): number {
  const zone = planningZone(clocks);
  return afterChanges(clocks, minute === null ? dayEnd(day, zone) : momentInZone(day, minute * MINUTE, zone));
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
    moment = momentInZone(dayInZone(moment, shown), timeInZone(moment, shown), next);
  }
  return moment;
}

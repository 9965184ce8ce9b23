import { MINUTE } from "../../../lib/dates/time.ts";

/**
 * When an entry counts as late by default, in minutes; families change it. Bookkeeping, not advice: half an hour for a
 * plan by hours, an hour for several times a day, two hours for others.
 */
export function getDefaultLateness(timesADay: number): {
  lateAfterMinutes: number;
  lateUntilMinutes: number;
} {
  const lateAfterMinutes = timesADay > 6 ? 30 : timesADay > 1 ? 60 : 120;
  return { lateAfterMinutes, lateUntilMinutes: Math.min(12 * 60, Math.max(240, lateAfterMinutes * 4)) };
}

/** Half the distance to the next planned dose, at most four hours: closer doses are taken for the same one. */
export function getDefaultSameDose(dueTimes: readonly number[]): number | null {
  const sorted = [...dueTimes].sort((a, b) => a - b);
  const distances = sorted.slice(1).map((time, index) => time - sorted[index]!);
  const least = Math.min(...distances.filter((distance) => distance > 0));
  return Number.isFinite(least) ? Math.max(1, Math.min(240, Math.floor(least / 2 / MINUTE))) : 240;
}

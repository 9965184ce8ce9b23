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

export const DAY_PARTS = ["morning", "noon", "evening", "night"] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** The times of a household that has planned nothing yet. */
const FIRST_TIMES: Record<DayPart, string> = {
  morning: "08:00",
  noon: "12:00",
  evening: "18:00",
  night: "22:00",
};

/** The part of the day of a time, `HH:MM`. */
export function getDayPart(at: string): DayPart {
  if (at < "04:00" || at >= "21:00") return "night";
  if (at < "11:00") return "morning";
  return at < "15:00" ? "noon" : "evening";
}

/** A household's time for each part of the day: the most frequent of its planned times, of several the earliest. */
export function getUsualTimes(planned: readonly string[]): Record<DayPart, string> {
  const usual = { ...FIRST_TIMES };
  for (const part of DAY_PARTS) {
    const counts = Map.groupBy(
      planned.filter((at) => getDayPart(at) === part),
      (at) => at,
    );
    const [first] = [...counts].sort(([a, all], [b, more]) => more.length - all.length || (a < b ? -1 : 1));
    if (first) usual[part] = first[0];
  }
  return usual;
}

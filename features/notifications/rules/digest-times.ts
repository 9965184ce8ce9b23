import { addDays, getWeekday, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";

const MINUTE = 60_000;

/** When a person wants their digest: days of the week (1 is Monday) and minutes after midnight of their own clock. */
export type DigestTimes = { timeZone: string | null; digestMinute: number; digestDays: readonly number[] };

/**
 * Computes the next digest after a moment (epoch ms), null for a user without digests. A skipped time is sent later by
 * the length of the skip, a repeated one the first time.
 */
export function computeNextDigest(
  { timeZone, digestMinute, digestDays }: DigestTimes,
  after: number,
): number | null {
  if (timeZone === null || digestDays.length === 0) return null;
  const today = toDayInZone(after, timeZone);
  // A week and a day: today's may have passed.
  for (let ahead = 0; ahead <= 7; ahead++) {
    const day = addDays(today, ahead);
    if (!digestDays.includes(getWeekday(day) + 1)) continue;
    const moment = toMomentInZone(day, digestMinute * MINUTE, timeZone);
    if (moment > after) return moment;
  }
  return null;
}

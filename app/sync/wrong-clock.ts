import { HOUR, MINUTE } from "../../lib/time.ts";

/** A clock that is wrong by less is corrected for by the server, and confuses nobody. */
const WRONG_BY = HOUR - MINUTE;

let wrongBy = 0;
const listeners = new Set<() => void>();

/** By how much this device's clock is ahead of the server's, ms, where that is an hour or more; else 0. */
export const wrongClock = {
  get: () => wrongBy,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Compares this device's clock with the `Date` of an answer of the server. */
export function recordServerTime(date: string | null, now: number): void {
  const ahead = date === null ? Number.NaN : now - Date.parse(date);
  if (Number.isNaN(ahead)) return;
  const next = Math.abs(ahead) >= WRONG_BY ? ahead : 0;
  // Small changes aren't worth a new sentence.
  if (Math.abs(next - wrongBy) < MINUTE && (next === 0) === (wrongBy === 0)) return;
  wrongBy = next;
  for (const listener of listeners) listener();
}

/** "This device's clock is 3 hours ahead." */
export function wrongClockWords(ahead: number): string {
  const hours = Math.round(Math.abs(ahead) / HOUR);
  const by = hours >= 48 ? `${Math.round(hours / 24)} days` : hours === 1 ? "1 hour" : `${hours} hours`;
  return `This device's clock is ${by} ${ahead > 0 ? "ahead" : "behind"}. What is due and the times on this page may be wrong: set the clock right.`;
}

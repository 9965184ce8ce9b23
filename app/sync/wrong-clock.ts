import { useSyncExternalStore } from "react";

/** ms. Not imported from `lib/dates/time.ts`, so that every page doesn't load that. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
  const ahead = now - Date.parse(date ?? "");
  if (Number.isNaN(ahead)) return;
  const next = Math.abs(ahead) >= WRONG_BY ? ahead : 0;
  // Small changes aren't worth a new sentence.
  if (Math.abs(next - wrongBy) < MINUTE) return;
  wrongBy = next;
  for (const listener of listeners) listener();
}

/** Whether this device's clock is wrong by an hour or more. */
export const useIsClockWrong = (): boolean =>
  useSyncExternalStore(wrongClock.subscribe, wrongClock.get) !== 0;

import { useMinute } from "./use-now.ts";

const QUARTER_HOUR = 15 * 60_000;

/** The start of the current quarter of an hour, epoch ms: days begin at one of these, in every time zone. */
export function useQuarterHour(): number {
  const now = useMinute();
  return now - (now % QUARTER_HOUR);
}

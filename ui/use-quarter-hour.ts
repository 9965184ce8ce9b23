import { useMinute } from "./use-now.ts";

const QUARTER_HOUR = 15 * 60_000;

/** The beginning of the present quarter of an hour, epoch ms: at these moments days begin, whatever the time zone. */
export function useQuarterHour(): number {
  const now = useMinute();
  return now - (now % QUARTER_HOUR);
}

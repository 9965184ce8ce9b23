import { isTimeZone } from "../../../lib/dates/time-zones.ts";
import { getViewersZone } from "../../../lib/dates/zone-day.ts";

/** The default zone of a new notebook: the browser's, or UTC if the server may not know that one. */
export function getStartingZone(): string {
  const zone = getViewersZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/** The browser's zones that a notebook can have. To check 400 names takes 30 ms, so it is done once. */
let supported: string[] | undefined;

/** All time zones by name, including the current one and the browser's own, which may be missing from older lists. */
export function getTimeZones(present: string): string[] {
  supported ??= Intl.supportedValuesOf("timeZone").filter(isTimeZone);
  const others = ["UTC", getViewersZone(), present].filter(isTimeZone);
  return [...new Set([...others, ...supported])].sort();
}

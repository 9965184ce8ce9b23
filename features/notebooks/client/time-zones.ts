import { isTimeZone } from "../../../lib/time-zones.ts";
import { viewersZone } from "../../../lib/zone-day.ts";

/** The default zone of a new notebook: the browser's, or UTC if the server may not know that one. */
export function startingZone(): string {
  const zone = viewersZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/** The browser's zones that a notebook can have. To check 400 names takes 30 ms, so it is done once. */
let supported: string[] | undefined;

/** All time zones by name, including the current one and the browser's own, which may be missing from older lists. */
export function timeZones(present: string): string[] {
  supported ??= Intl.supportedValuesOf("timeZone").filter(isTimeZone);
  const others = ["UTC", viewersZone(), present].filter(isTimeZone);
  return [...new Set([...others, ...supported])].sort();
}

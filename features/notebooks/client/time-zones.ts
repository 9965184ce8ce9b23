import { viewersZone } from "../../../lib/zone-day.ts";
import { isTimeZone } from "../rules.ts";

/** The default zone of a new notebook: the browser's, or UTC if the server may not know that one. */
export function startingZone(): string {
  const zone = viewersZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/** All time zones by name, including the current one and the browser's own, which may be missing from older lists. */
export function timeZones(present: string): string[] {
  const zones = ["UTC", viewersZone(), present, ...Intl.supportedValuesOf("timeZone")];
  return [...new Set(zones.filter(isTimeZone))].sort();
}

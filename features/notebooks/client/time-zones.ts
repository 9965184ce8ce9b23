import { viewersZone } from "../../../lib/zone-day.ts";
import { isTimeZone } from "../rules.ts";

/** The zone that a new notebook begins with: the browser's, or UTC where that one isn't known everywhere. */
export function startingZone(): string {
  const zone = viewersZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/** All time zones by name, with the one in use and the browser's own, which older lists may lack. */
export function timeZones(present: string): string[] {
  const zones = ["UTC", viewersZone(), present, ...Intl.supportedValuesOf("timeZone")];
  return [...new Set(zones.filter(isTimeZone))].sort();
}

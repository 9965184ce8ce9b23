import { isTimeZone } from "../rules.ts";

/** The time zone that the browser is in. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone that a new notebook begins with: the browser's, or UTC where that one isn't known everywhere. */
export function startingZone(): string {
  const zone = ownZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/** All time zones by name, with the one in use and the browser's own, which older lists may lack. */
export function timeZones(present: string): string[] {
  const zones = ["UTC", ownZone(), present, ...Intl.supportedValuesOf("timeZone")];
  return [...new Set(zones.filter(isTimeZone))].sort();
}

/** The time zone that the browser is in. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones by name, with the one in use and the browser's own, which older lists may lack. */
export function timeZones(present: string): string[] {
  const zones = ["UTC", ownZone(), present, ...Intl.supportedValuesOf("timeZone")];
  return [...new Set(zones.filter(Boolean))].sort();
}

import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { isTimeZone } from "../../../lib/time-zones.ts";
import { placeOfZone, viewersZone } from "../../../lib/zone-day.ts";

/** Under this key stands the zone of this device for which somebody said that another clock stays. */
const KEPT = "kept-zone";

/** The zone of this device; UTC when the server may not know it. */
export function getDeviceZone(): string {
  const zone = viewersZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/** The zone to ask about: that of this device, when the person's clock is another's and they haven't said that it stays. */
export function findZoneToAsk(timeZone: string | null): string | null {
  const zone = viewersZone();
  return timeZone === null || zone === timeZone || !isTimeZone(zone) || readStored(KEPT) === zone
    ? null
    : zone;
}

/** Remembers on this device that the clock stays although it is in another zone. */
export const keepZone = (): void => writeStored(KEPT, viewersZone());

/** "You seem to be in Lisbon. Remind by Lisbon's clock?" */
export const formatZoneQuestion = (zone: string): string =>
  `You seem to be in ${placeOfZone(zone)}. Remind by ${placeOfZone(zone)}'s clock?`;

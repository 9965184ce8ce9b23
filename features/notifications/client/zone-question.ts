import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { isTimeZone } from "../../../lib/dates/time-zones.ts";
import { getViewersZone, placeOfZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";

/** The storage key of the device's time zone for which the user chose to keep another clock. */
const KEPT = "kept-zone";

/** The zone of this device; UTC when the server may not know it. */
export function getDeviceZone(): string {
  const zone = getViewersZone();
  return isTimeZone(zone) ? zone : "UTC";
}

/**
 * Finds the zone to ask about: the device's, when the user's clock is in another zone and they haven't chosen to keep
 * it.
 */
export function findZoneToAsk(timeZone: string | null): string | null {
  const zone = getViewersZone();
  return timeZone === null || zone === timeZone || !isTimeZone(zone) || readStored(KEPT) === zone
    ? null
    : zone;
}

/** Remembers on this device that the clock stays although it is in another zone. */
export const keepZone = (): void => writeStored(KEPT, getViewersZone());

/** "You seem to be in Lisbon. Remind by Lisbon's clock?" */
export const formatZoneQuestion = (zone: string): string =>
  t("reminding.zoneQuestion", { place: placeOfZone(zone) });

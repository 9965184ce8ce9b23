import { parseMinute } from "./dates/time.ts";
import { toMomentInZone } from "./dates/zone-day.ts";

/**
 * The due time of a planned dose from its name (`Slot.slot`), epoch ms; null for another text. Its own file: screens
 * that only name a dose don't load the recurrence engine.
 */
export function parseSlotMoment(slot: string): number | null {
  const [, day, clock, zone] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)\[(.+)\]$/.exec(slot) ?? [];
  try {
    const at = zone ? toMomentInZone(day!, parseMinute(clock!) * 60_000, zone) : Date.parse(slot);
    return Number.isNaN(at) ? null : at;
  } catch {
    // A zone that this browser doesn't know.
    return null;
  }
}

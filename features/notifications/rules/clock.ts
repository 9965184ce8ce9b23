import { formatClockTime } from "../../../lib/dates/time.ts";
import { getLocale } from "../../../lib/words/t.ts";

/** How a user writes clock times: "2:12 PM" or "14:12". */
export const CLOCK_HOURS = [12, 24] as const;
export type ClockHours = (typeof CLOCK_HOURS)[number];

/** The clock format until a device has sent the user's. */
export const DEFAULT_CLOCK_HOURS: ClockHours = 24;

const ENGLISH: Record<ClockHours, string> = { 12: "en-US", 24: "en-GB" };

/** Times are in the language of the message, and have the hours that its reader has chosen. */
function getClockLocale(hours: ClockHours): string {
  const locale = new Intl.Locale(getLocale(), { hourCycle: hours === 12 ? "h12" : "h23" });
  return locale.language === "en" ? ENGLISH[hours] : locale.toString();
}

/** By whose clock a message writes times. */
export type ReaderClock = {
  /** An IANA name. */
  timeZone: string;
  hours: ClockHours;
};

/** Returns the clock format of a language; without one that of this browser and its settings. */
export function getClockHours(locale?: string): ClockHours {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return hourCycle === "h11" || hourCycle === "h12" ? 12 : 24;
}

/** A zone that this version knows: the given one, else UTC. */
export function toKnownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch (error) {
    if (error instanceof RangeError) return "UTC";
    throw error;
  }
}

/** A time (epoch ms) as its reader writes it: "2:12 PM", "14:12"; where the zone is unknown, that of UTC with its name. */
export function formatClock(at: number, { timeZone, hours }: ReaderClock): string {
  const known = toKnownZone(timeZone);
  const clock = formatClockTime(at, getClockLocale(hours), known);
  return known === timeZone ? clock : `${clock} UTC`;
}

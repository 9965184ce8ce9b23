import { getCountryCodes, isCountry } from "../../../lib/countries.ts";
import { getViewersZone } from "../../../lib/dates/zone-day.ts";
import { getLanguage } from "../../../lib/languages.ts";

/** A device's languages and zone, which hint at its country. */
type Device = { languages: readonly string[]; timeZone: string };

export const getThisDevice = (): Device => ({ languages: navigator.languages, timeZone: getViewersZone() });

/** `Intl.Locale` with a method that not every browser has yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/**
 * The country to propose for a new notebook: of the countries in the device's languages the first with the device's time
 * zone; else the only country with that time zone; else "", so that nobody saves a guess unseen.
 */
export function getOwnCountry({ languages, timeZone }: Device): string {
  const named = languages.flatMap((language) => getRegion(language) ?? []);
  const fitting = named.find((country) => getZones(country)?.includes(timeZone));
  if (fitting) return fitting;
  const here = getCountryCodes().filter((country) => getZones(country)?.includes(timeZone));
  return here.length === 1 ? here[0]! : "";
}

/** The language to propose for the person of a new notebook: the first of the device's that is in the list, or "". */
export const getOwnLanguage = ({ languages }: Pick<Device, "languages">): string =>
  languages.map(getLanguage).find((code) => code !== null) ?? "";

function getRegion(language: string): string | null {
  try {
    const { region } = new Intl.Locale(language);
    return region !== undefined && isCountry(region) ? region : null;
  } catch {
    return null;
  }
}

/** The time zones of a country; undefined in browsers that don't know them. */
const getZones = (country: string): readonly string[] | undefined =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones?.();

import { getLocale } from "./words/t.ts";

const known = new Map<string, string>();

/**
 * The locale of dates and numbers: the language of the text. In a browser it has the region of the
 * device where that fits: British and Austrian readers have their own formats, and English is read everywhere.
 */
export function getReaderLocale(): string {
  const locale = getLocale();
  if (typeof document === "undefined") return locale;
  const found = known.get(locale) ?? addRegion(new Intl.Locale(locale), new Intl.Locale(getDeviceLocale()));
  known.set(locale, found);
  return found;
}

function addRegion(text: Intl.Locale, device: Intl.Locale): string {
  if (!device.region || (text.language !== "en" && text.language !== device.language)) return text.toString();
  // Numbers of doses have the same digits on each device.
  return new Intl.Locale(text.language, { region: device.region, numberingSystem: "latn" }).toString();
}

const getDeviceLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale;

/** Week data in newer and older browsers; Firefox has neither. */
type WithWeekInfo = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
};

/** The first day of the week in a locale: 0 is Monday, 6 is Sunday, also the default when unknown (workspace 9). */
export function getFirstWeekday(
  locale: string = typeof document === "undefined" ? getReaderLocale() : getDeviceLocale(),
): number {
  const known: WithWeekInfo = new Intl.Locale(locale);
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 7) - 1;
}

import { getLocale } from "./t.ts";

/**
 * The locale of numbers and times within a text: that of the reader's language. Undefined in English, whose readers have
 * the formats of their own region.
 */
export function getTextLocale(): string | undefined {
  const locale = getLocale();
  return locale.startsWith("en") ? undefined : locale;
}

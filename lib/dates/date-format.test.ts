import { expect, it } from "vitest";
import { CLOCK, formatDate, SHORT_MOMENT } from "./date-format.ts";

const EIGHT = Date.UTC(2026, 2, 5, 8, 4);
const words = (style: Intl.DateTimeFormatOptions, locale: string) =>
  formatDate(EIGHT, style, locale, "UTC").replaceAll(/\s/g, " ");

it.each([
  ["en-US", "8:04 AM", "Mar 5, 2026, 8:04 AM"],
  ["en-GB", "08:04", "5 Mar 2026, 08:04"],
  ["de", "08:04", "5. März 2026, 08:04"],
  ["fr", "08:04", "5 mars 2026, 08:04"],
  // Their own way is without the zero.
  ["es", "8:04", "5 mar 2026, 8:04"],
  ["ja", "8:04", "2026年3月5日 8:04"],
])("a time of the morning is written as %s writes it, alone and with its day", (locale, clock, moment) => {
  expect(words(CLOCK, locale)).toBe(clock);
  expect(words(SHORT_MOMENT, locale)).toBe(moment);
});

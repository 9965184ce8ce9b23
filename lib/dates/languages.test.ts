import { expect, it } from "vitest";
import { runInLanguage } from "../../server/words/texts.ts";
import { formatDate, SHORT_MOMENT } from "./date-format.ts";
import { dateInWords } from "./moment-words.ts";
import { DAY, formatRelativeTime, HOUR } from "./time.ts";

const NOW = Date.UTC(2025, 2, 5, 12);

it.each([
  ["en", "5 hours ago", "yesterday", "just now", "Mar 5, 2025, 12:00 PM"],
  ["de", "vor 5 Stunden", "gestern", "gerade eben", "5. März 2025, 12:00"],
  ["es", "hace 5 horas", "ayer", "ahora mismo", "5 mar 2025, 12:00"],
  ["pl", "5 godzin temu", "wczoraj", "przed chwilą", "5 mar 2025, 12:00"],
  ["ar", "قبل 5 ساعات", "أمس", "الآن", "5 مارس 2025، 12:00 م"],
])("dates and ages are written in %s", (language, ago, yesterday, now, moment) => {
  runInLanguage(language, () => {
    expect(formatRelativeTime(NOW - 5 * HOUR, NOW)).toBe(ago);
    expect(dateInWords({ day: "2025-03-04", at: null }, "UTC", NOW)).toBe(yesterday);
    expect(formatRelativeTime(NOW, NOW)).toBe(now);
    expect(formatRelativeTime(NOW - 21 * DAY, NOW)).toMatch(/3|ثلاثة/);
    expect(formatDate(NOW, SHORT_MOMENT, undefined, "UTC").replace(/\u202f/g, " ")).toBe(moment);
  });
});

import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { formatShortDate } from "./dates/time.ts";
import { shortDay, startOfWeek } from "./dates/zone-day.ts";
import { getFirstWeekday, getReaderLocale } from "./reader-locale.ts";

it.each([
  ["en-US", 6],
  ["en-GB", 0],
  ["de-DE", 0],
  ["he-IL", 6],
  ["ar-EG", 5],
])("starts the week of a %s reader on weekday %i", (locale, weekday) => {
  expect(getFirstWeekday(locale)).toBe(weekday);
});

it("starts the week on Sunday when no locale is known", { tags: spec("WORK-397") }, () => {
  expect(getReaderLocale()).toBe("en-US");
  expect(getFirstWeekday()).toBe(6);
  expect(startOfWeek("2026-11-25")).toBe("2026-11-22");
  expect(startOfWeek("2026-11-22")).toBe("2026-11-22");
  expect(startOfWeek("2026-11-22", 0)).toBe("2026-11-16");
});

it("writes days and moments in the same date format", () => {
  expect(shortDay("2026-11-22")).toBe("Nov 22, 2026");
  expect(formatShortDate(new Date(2026, 10, 22, 12).getTime())).toBe("Nov 22, 2026");
});

import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { firstWeekday, readerLocale } from "./reader-locale.ts";
import { shortDate } from "./time.ts";
import { shortDay, startOfWeek } from "./zone-day.ts";

it.each([
  ["en-US", 6],
  ["en-GB", 0],
  ["de-DE", 0],
  ["he-IL", 6],
  ["ar-EG", 5],
])("starts the week of a %s reader on weekday %i", (locale, weekday) => {
  expect(firstWeekday(locale)).toBe(weekday);
});

it("starts the week on Sunday when no locale is known", { tags: spec("WORK-397") }, () => {
  expect(readerLocale()).toBe("en-US");
  expect(firstWeekday()).toBe(6);
  expect(startOfWeek("2026-11-25")).toBe("2026-11-22");
  expect(startOfWeek("2026-11-22")).toBe("2026-11-22");
  expect(startOfWeek("2026-11-22", 0)).toBe("2026-11-16");
});

it("writes days and moments in the same date format", () => {
  expect(shortDay("2026-11-22")).toBe("Nov 22, 2026");
  expect(shortDate(new Date(2026, 10, 22, 12).getTime())).toBe("Nov 22, 2026");
});

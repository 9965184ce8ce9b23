import { describe, expect, it } from "vitest";
import { ZONES } from "../../test/zones.ts";
import {
  endOfMonth,
  getFormerMonth,
  getNextMonth,
  listDaysFrom,
  listWeeksFrom,
  startOfMonth,
} from "./weeks.ts";
import { addDays, countDaysBetween, getDayStart, getWeekday, toDayInZone } from "./zone-day.ts";

const HALF_HOUR = 1_800_000;

describe("days, weeks and months", () => {
  it.each(ZONES)("are those that the clocks in %s show, also where a day is shorter or longer", (zone) => {
    // Every month of two years, with all days on which clocks are changed.
    for (let month = "2026-01-01"; month < "2028-01-01"; month = getNextMonth(month)) {
      const last = endOfMonth(month);
      const days = listDaysFrom(month, last);
      const shown = new Set<string>();
      const end = getDayStart(addDays(last, 1), zone);
      for (let at = getDayStart(month, zone); at < end; at += HALF_HOUR) shown.add(toDayInZone(at, zone));
      expect(days).toEqual([...shown]);
      expect(toDayInZone(end, zone)).toBe(getNextMonth(month));
      expect(getFormerMonth(toDayInZone(end, zone))).toBe(month);
      for (const day of days) expect(startOfMonth(day)).toBe(month);
    }
  });

  it.each([0, 5, 6])("come in whole weeks from weekday %i on, each day once", (first) => {
    for (let i = 0; i < 800; i += 3) {
      const from = addDays("2026-01-01", i);
      const to = addDays(from, i % 41);
      const weeks = listWeeksFrom(from, to, first);
      const all = weeks.flat();
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        expect(getWeekday(week[0]!)).toBe(first);
      }
      expect(all).toEqual(listDaysFrom(all[0]!, all.at(-1)!));
      expect(countDaysBetween(all[0]!, from)).toBeLessThan(7);
      expect(countDaysBetween(to, all.at(-1)!)).toBeLessThan(7);
      expect(all).toEqual(expect.arrayContaining(listDaysFrom(from, to)));
    }
  });

  it("are none when the last is before the first", () => {
    expect(listDaysFrom("2027-03-05", "2027-03-04")).toEqual([]);
  });
});

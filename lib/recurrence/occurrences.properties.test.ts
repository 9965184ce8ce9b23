import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { aRecurrence, aWindow } from "../../test/recurrences.ts";
import { getWindowBounds, listOccurrences, MAX_OCCURRENCES } from "./occurrences.ts";
import type { Recurrence } from "./recurrence.ts";
import { getRecurrenceRule } from "./recurrence-rule.ts";

const aRule = fc.oneof(
  { weight: 5, arbitrary: aRecurrence },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30",
        "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=HOURLY;INTERVAL=5",
        "FREQ=MINUTELY;INTERVAL=90",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=4",
      )
      .map((rrule): Recurrence => ({ pattern: "custom", rrule })),
  },
);

describe("occurrences of any recurrence in any window", { timeout: 60_000 }, () => {
  it("lie inside the window, in order, without repeats, at most 5,001, and the same at each call", () => {
    fc.assert(
      fc.property(aRule, aWindow, (recurrence, window) => {
        const found = listOccurrences(recurrence, window);
        const { start, end } = getWindowBounds(window);
        expect(found.length).toBeLessThanOrEqual(MAX_OCCURRENCES);
        const wrong = found.filter(
          ({ start: from, due }, i) =>
            from < start ||
            due > end ||
            due <= from ||
            from <= (found[i - 1]?.start ?? Number.NEGATIVE_INFINITY),
        );
        expect(wrong).toEqual([]);
        expect(listOccurrences(recurrence, window)).toEqual(found);
      }),
      { numRuns: 200 },
    );
  });

  it("by days start at local midnight, or at the first instant of a day without it, and end with that day", () => {
    const byDays = aRecurrence.filter(
      (recurrence) =>
        recurrence.pattern !== "frequency" &&
        !(recurrence.pattern === "interval" && recurrence.interval.unit === "hour"),
    );
    fc.assert(
      fc.property(byDays, aWindow, (recurrence, window) => {
        const wrong = listOccurrences(recurrence, window).filter(({ start, due }) => {
          const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(window.timeZone);
          const isStart = local.epochMilliseconds === local.startOfDay().epochMilliseconds;
          return !isStart || due + 1 !== local.add({ days: 1 }).startOfDay().epochMilliseconds;
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it("occur as often as a frequency says in each full period, and once per interval", () => {
    fc.assert(
      fc.property(
        fc.record({ times: fc.integer({ min: 1, max: 40 }), per: fc.integer({ min: 1, max: 10 }) }),
        fc.constantFrom("day" as const, "week" as const),
        aWindow,
        ({ times, per }, unit, { firstDay }) => {
          const days = per * (unit === "week" ? 7 : 1);
          const lastDay = Temporal.PlainDate.from(firstDay)
            .add({ days: 3 * days - 1 })
            .toString();
          const window = { firstDay, lastDay, timeZone: "UTC" };
          const found = listOccurrences({ pattern: "frequency", frequency: { times, per, unit } }, window);
          expect(found).toHaveLength(3 * times);
          const once = listOccurrences({ pattern: "interval", interval: { every: per, unit } }, window);
          expect(once).toHaveLength(3);
        },
      ),
      { numRuns: 120 },
    );
  });

  it("of a longer window start with those of the shorter one", () => {
    fc.assert(
      fc.property(aRecurrence, aWindow, (recurrence, window) => {
        const longer = {
          ...window,
          lastDay: Temporal.PlainDate.from(window.lastDay).add({ days: 9 }).toString(),
        };
        const { end } = getWindowBounds(window);
        const early = listOccurrences(recurrence, longer).filter(({ start }) => start <= end);
        const starts = (list: { start: number }[]) => list.map(({ start }) => start);
        expect(starts(early)).toEqual(starts(listOccurrences(recurrence, window)));
      }),
      { numRuns: 120 },
    );
  });

  it("have a recurrence rule whenever one can express them, and that rule makes the same occurrences", () => {
    fc.assert(
      fc.property(aRecurrence, aWindow, (recurrence, window) => {
        const rrule = getRecurrenceRule(recurrence, window);
        if (recurrence.pattern === "one-time") expect(rrule).toBeNull();
        else if (recurrence.pattern !== "frequency") expect(rrule).not.toBeNull();
        if (rrule === null) return;
        const starts = (r: Recurrence) => listOccurrences(r, window).map(({ start }) => start);
        expect(starts({ pattern: "custom", rrule })).toEqual(starts(recurrence));
      }),
      { numRuns: 200 },
    );
  });
});

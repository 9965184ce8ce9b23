import { describe, expect, it } from "vitest";
import { findSlotAfterLast, listSlotsOfVersion } from "../features/plans/rules/slots.ts";
import { parseSlotMoment } from "./slot-moment.ts";

describe("the moment in the name of a planned dose", () => {
  it.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"])(
    "is the one for which it is planned, also in the nights of clock changes in %s",
    (timeZone) => {
      const times = ["00:00", "01:30", "02:15", "02:30", "08:00", "23:45"].map((at) => ({ at, amount: 1 }));
      const version = { version: 1, firstDay: "2026-01-01", lastDay: null, timeZone, effectiveFrom: 0 };
      const schedule = { kind: "clock" as const, times, days: { everyDays: 1 } };
      const slots = listSlotsOfVersion(
        { ...version, schedule },
        {
          from: "2026-03-01",
          to: "2026-12-31",
        },
      );
      expect(slots.length).toBeGreaterThan(1000);
      expect(slots.filter(({ slot, dueAt }) => parseSlotMoment(slot) !== dueAt)).toEqual([]);
    },
  );

  it("is the instant itself for a plan by elapsed hours, and null for a text that isn't a dose's name", () => {
    const version = { version: 1, firstDay: "2026-01-01", lastDay: null, timeZone: "UTC", effectiveFrom: 0 };
    const schedule = { kind: "afterLast" as const, hours: 6, amount: 1 };
    const slot = findSlotAfterLast({ ...version, schedule } as never, Date.UTC(2026, 4, 5, 6, 7))!;
    expect(parseSlotMoment(slot.slot)).toBe(slot.dueAt);
    for (const wrong of ["", "today", "2026-03-29T08:00[Nowhere/Land]"])
      expect(parseSlotMoment(wrong)).toBeNull();
  });
});

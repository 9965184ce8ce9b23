import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { toClockInZone, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { ZONES } from "../../../test/zones.ts";
import { listSlotsAroundMove } from "./coming-days.ts";
import { moveVersions } from "./moved-versions.ts";
import { listPlannedSlots, type PlanVersion } from "./slots.ts";

const at = (text: string) => Date.parse(text);
const versionOf = (version: number, amount: number, more: Partial<PlanVersion>): PlanVersion => ({
  version,
  schedule: { kind: "clock", times: [{ at: "12:30", amount }], days: { everyDays: 1 } },
  firstDay: "2026-01-01",
  lastDay: null,
  timeZone: "Europe/Berlin",
  effectiveFrom: at("2026-01-01T00:00:00Z"),
  ...more,
});
const shown = (moved: ReturnType<typeof moveVersions<PlanVersion>>, timeZone: string) =>
  moved.map(({ of, effectiveFrom }) => [
    of.version,
    `${toDayInZone(effectiveFrom, timeZone)} ${toClockInZone(effectiveFrom, timeZone)}`,
  ]);

describe("a plan that goes by another clock", () => {
  it("keeps its current version from then on, and its later ones on the same local day and time", () => {
    const zone = fc.constantFrom(...ZONES);
    // Noon: no clock skips or repeats it.
    const noon = (day: number, timeZone: string) =>
      toMomentInZone(
        new Date(at("2026-01-01T00:00:00Z") + day * DAY).toISOString().slice(0, 10),
        12 * HOUR,
        timeZone,
      );
    fc.assert(
      fc.property(
        zone,
        zone,
        fc.integer({ min: 2, max: 700 }),
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 0, max: 23 }),
        (former, timeZone, day, ahead, hour) => {
          const from = noon(day, former) + hour * HOUR;
          const versions = [
            versionOf(1, 1, { timeZone: former }),
            versionOf(2, 2, { timeZone: former, effectiveFrom: noon(day + ahead, former) }),
          ];
          const moved = moveVersions(versions, { from, timeZone });
          expect(moved.map(({ of }) => of.version)).toEqual([1, 2]);
          expect(moved[0]!.effectiveFrom).toBe(from);
          expect(moved[1]!.effectiveFrom).toBe(noon(day + ahead, timeZone));
          // So the day on which the amount changes is the one that was typed, and no day has the wrong amount.
          const all = [
            ...versions,
            ...moved.map(({ of, effectiveFrom }, index) => ({
              ...of,
              version: 3 + index,
              timeZone,
              effectiveFrom,
            })),
          ];
          const change = new Date(at("2026-01-01T00:00:00Z") + (day + ahead) * DAY)
            .toISOString()
            .slice(0, 10);
          const span = {
            from: new Date(from - 2 * DAY).toISOString().slice(0, 10),
            to: new Date(from + (ahead + 5) * DAY).toISOString().slice(0, 10),
          };
          for (const { slot, amount } of listPlannedSlots(all, span, null))
            expect([slot, amount]).toEqual([slot, slot.slice(0, 10) < change ? 1 : 2]);
        },
      ),
      { numRuns: 200 },
    );
  });

  const future = { timeZone: "Europe/Berlin", effectiveFrom: at("2026-03-29T01:30:00Z") };
  const present = versionOf(1, 1, { timeZone: "Europe/Berlin" });

  it.each([
    // By the clock of Berlin 03:30, which New York has; clocks of Santiago and Kolkata don't change that night.
    ["America/New_York", "2026-03-20T00:00:00Z", ["1 2026-03-19 20:00", "2 2026-03-29 03:30"]],
    ["Asia/Kolkata", "2026-03-20T00:00:00Z", ["1 2026-03-20 05:30", "2 2026-03-29 03:30"]],
    // In Kolkata half past three is over when the move is later in its night: only the newer one is left.
    ["Asia/Kolkata", "2026-03-29T00:00:00Z", ["2 2026-03-29 05:30"]],
    // After both have begun there is one.
    ["Asia/Kolkata", "2026-03-29T02:00:00Z", ["2 2026-03-29 07:30"]],
  ])("to %s at %s", (timeZone, from, expected) => {
    const versions = [present, versionOf(2, 2, future)];
    const moved = moveVersions(versions, { from: at(from), timeZone });
    expect(shown(moved, timeZone).map((pair) => pair.join(" "))).toEqual(expected);
  });

  it("begins a version at a time that the new clock skips later, and at a doubled one the first time", () => {
    const begins = (effectiveFrom: string, timeZone: string) =>
      shown(
        moveVersions(
          [
            versionOf(1, 1, { timeZone: "UTC" }),
            versionOf(2, 2, { timeZone: "UTC", effectiveFrom: at(effectiveFrom) }),
          ],
          { from: at("2026-03-01T00:00:00Z"), timeZone },
        ),
        timeZone,
      )[1];
    expect(begins("2026-03-29T02:30:00Z", "Europe/Berlin")).toEqual([2, "2026-03-29 03:30"]);
    expect(begins("2026-10-25T02:30:00Z", "Europe/Berlin")).toEqual([2, "2026-10-25 02:30"]);
  });

  it("ignores a version that was replaced before it was to hold", () => {
    const versions = [
      present,
      versionOf(2, 2, future),
      versionOf(3, 3, { effectiveFrom: at("2026-03-10T00:00:00Z") }),
    ];
    const moved = moveVersions(versions, { from: at("2026-03-20T00:00:00Z"), timeZone: "Asia/Kolkata" });
    expect(moved.map(({ of }) => of.version)).toEqual([3]);
  });

  it("shows as its last dose the one that is due, not that of a version which holds only later", () => {
    const versions = [
      present,
      versionOf(2, 2, { timeZone: "America/New_York", effectiveFrom: at("2026-03-25T00:00:00Z") }),
    ];
    const { last, first } = listSlotsAroundMove(versions, {
      from: at("2026-03-20T00:00:00Z"),
      timeZone: "Asia/Kolkata",
    });
    expect(last).toMatchObject({
      slot: "2026-03-19T12:30[Europe/Berlin]",
      amount: 1,
      timeZone: "Europe/Berlin",
    });
    expect(first).toMatchObject({ slot: "2026-03-20T12:30[Asia/Kolkata]", amount: 1 });
  });
});

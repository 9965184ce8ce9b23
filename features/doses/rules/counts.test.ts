import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plannedPart, sheetDose, sheetOf } from "../../../test/dose-sheet.ts";
import { everyDayAt } from "../../../test/plans.ts";
import { countDoses, countWords } from "./counts.ts";
import { getDistinctInitials } from "./initials.ts";
import { composeSheet } from "./month.ts";
import { DOSE_STATES } from "./slot-states.ts";

const MAY = { from: "2026-05-01", to: "2026-05-31" };
const part = plannedPart("plan", everyDayAt("08:00", "20:00"), MAY);
const NOW = Date.parse("2026-05-29T12:00:00Z");

/** Doses of all planned ones until a moment, of which some were not given or have no entry. */
const doses = part.slots
  .toSorted((a, b) => a.dueAt - b.dueAt)
  .filter(({ dueAt }) => dueAt < NOW)
  .flatMap(({ slot, dueAt }, index) => {
    if (index === 7) return [];
    const refused = index % 20 === 3;
    return [
      sheetDose(
        refused
          ? { slot, dueAt, state: "not_given", reason: "refused", givenAt: null, amount: null }
          : { slot, dueAt },
      ),
    ];
  });
const countsAt = (now: number, more = {}) =>
  countDoses(composeSheet(sheetOf([part], doses, more), MAY, now).rows, MAY)[0]!;

describe("counts of doses", () => {
  it("are given, not given by reason and not recorded, of those due", () => {
    const { total } = countsAt(NOW);
    expect(countWords(total)).toBe("given 53 of 57 due, 3 refused, 1 not recorded");
  });

  it("of weeks lie within the days, from Monday to Sunday", () => {
    const { weeks, total } = countsAt(NOW);
    expect(weeks.map(({ firstDay, lastDay, counts }) => [firstDay, lastDay, countWords(counts)])).toEqual([
      ["2026-05-01", "2026-05-03", "given 5 of 6 due, 1 refused"],
      ["2026-05-04", "2026-05-10", "given 13 of 14 due, 1 not recorded"],
      ["2026-05-11", "2026-05-17", "given 13 of 14 due, 1 refused"],
      ["2026-05-18", "2026-05-24", "given 13 of 14 due, 1 refused"],
      ["2026-05-25", "2026-05-31", "given 9 of 9 due"],
    ]);
    expect(weeks.reduce((sum, { counts }) => sum + counts.due, 0)).toBe(total.due);
  });

  it("have no entry of a pause, of what is open and of what is to come among those due", () => {
    const pauses = [{ from: 0, until: Date.parse("2026-05-05T00:00:00Z"), planIds: ["plan"] }];
    // A pause doesn't undo what was entered; only the one without an entry becomes paused.
    expect(countWords(countsAt(NOW, { pauses }).total)).toBe("given 53 of 56 due, 3 refused, 1 paused");
    expect(countWords(countsAt(NOW, { pauses: [{ ...pauses[0]!, until: null }] }).total)).toBe(
      "given 53 of 56 due, 3 refused, 6 paused",
    );
    const open = Date.parse("2026-05-29T18:30:00Z");
    expect(countWords(countsAt(open).total)).toBe(
      "given 53 of 57 due, 3 refused, 1 not recorded, 1 still open",
    );
    expect(countWords(countDoses(composeSheet(sheetOf([part], []), MAY, 0).rows, MAY)[0]!.total)).toBe(
      "nothing due",
    );
  });

  it("add up for any entries: a property", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ slot: fc.nat(part.slots.length - 1), state: fc.constantFrom(...DOSE_STATES) }), {
          maxLength: 80,
        }),
        fc.integer({ min: part.slots[0]!.dueAt - 86_400_000, max: part.slots.at(-1)!.dueAt + 86_400_000 }),
        (entries, now) => {
          const own = entries.map(({ slot, state }) =>
            sheetDose({ ...part.slots[slot]!, state, reason: "other" }),
          );
          const sheet = composeSheet(sheetOf([part], own), MAY, now);
          const coming = sheet.rows
            .flatMap(({ cells }) => [...cells.values()])
            .filter(({ state }) => state === "coming");
          const { due, given, notGiven, notRecorded, open, paused } = countDoses(sheet.rows, MAY)[0]!.total;
          expect(due).toBe(given + (notGiven.other ?? 0) + notRecorded);
          expect(due + open + paused + coming.length).toBe(part.slots.length);
        },
      ),
    );
  });
});

it("initials are distinct, in an order that doesn't depend on the sheet", () => {
  const people = [
    { key: "3", name: "Anja Brandt" },
    { key: "1", name: "Anna Berg" },
    { key: "2", name: "Ben Cole" },
  ];
  expect(Object.fromEntries(getDistinctInitials(people))).toEqual({ 1: "AB1", 2: "BC", 3: "AB2" });
  expect(getDistinctInitials(people)).toEqual(getDistinctInitials([...people].reverse()));
});

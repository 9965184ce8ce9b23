import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { plannedPart, sheetDose, sheetOf } from "../../../test/dose-sheet.ts";
import { everyDayAt } from "../../../test/plans.ts";
import { type CellText, formatCell, formatCellSentence, NOT_PLANNED, type SheetNames } from "./cell-words.ts";
import { composeSheet, type SheetCell, type SheetDose } from "./month.ts";
import { formatTimedRemark } from "./timed-words.ts";

const at = (text: string) => Date.parse(text);
const SLOT = "2026-05-04T08:00[Europe/Berlin]";
const DUE = at("2026-05-04T06:00:00Z");
const DAY = { from: "2026-05-04", to: "2026-05-04" };
const MAY = { from: "2026-05-01", to: "2026-05-31" };
const LATER = at("2026-06-01T00:00:00Z");
const NAMES: SheetNames = {
  names: ["Anna Berg", "Ben Cole"],
  initials: ["AB", "BC"],
  timeZone: "Europe/Berlin",
};

const onSlot = (overrides: Partial<SheetDose> = {}) => sheetDose({ slot: SLOT, dueAt: DUE, ...overrides });
const sheetOn = (doses: SheetDose[], now = LATER, more = {}) =>
  composeSheet(sheetOf([plannedPart("plan", everyDayAt("08:00"), DAY)], doses, more), DAY, now);
const cellOn = (...args: Parameters<typeof sheetOn>): SheetCell =>
  sheetOn(...args).rows[0]!.cells.get("2026-05-04")!;
const look = (main: string, time = "", marks = ""): CellText => ({ main, time, marks });

const first = onSlot();
const notGiven = { state: "not_given", givenAt: null, amount: null } as const;

describe("the look of a planned dose", () => {
  it.each<[title: string, doses: SheetDose[], look: CellText, sentence: string, now?: number]>([
    ["given in time", [onSlot()], look("AB"), "given 08:00 by Anna Berg"],
    ["given within its window", [onSlot({ givenAt: DUE + HOUR })], look("AB"), "given 09:00 by Anna Berg"],
    [
      "given late",
      [onSlot({ givenAt: DUE + HOUR + MINUTE, by: 1 })],
      look("BC", "09:01"),
      "given 09:01 by Ben Cole, late",
    ],
    [
      "given early",
      [onSlot({ givenAt: DUE - 2 * HOUR })],
      look("AB", "06:00"),
      "given 06:00 by Anna Berg, early",
    ],
    [
      "refused",
      [onSlot({ ...notGiven, reason: "refused", by: 1 })],
      look("(R)"),
      "not given: refused, recorded by Ben Cole",
    ],
    [
      "not given for a reason that this version doesn't know",
      [onSlot({ ...notGiven, reason: "eclipse" })],
      look("(O)"),
      "not given: other reason, recorded by Anna Berg",
    ],
    [
      "refused, then given",
      [onSlot({ wasNotGiven: true, givenAt: DUE + 70 * MINUTE })],
      look("AB", "09:10", "r"),
      "given 09:10 by Anna Berg, late, first recorded as not given",
    ],
    [
      "corrected",
      [onSlot({ isCorrected: true })],
      look("AB", "", "c"),
      "given 08:00 by Anna Berg, corrected",
    ],
    [
      "given twice",
      [first, onSlot({ extraOf: first._id, by: 1, isAgainst: true })],
      look("AB", "", "2×"),
      "given 08:00 by Anna Berg, given more than once",
    ],
    [
      "against a limit",
      [onSlot({ isAgainst: true })],
      look("AB", "", "!"),
      "given 08:00 by Anna Berg, against its plan, a limit or another dose",
    ],
    [
      "withdrawn",
      [onSlot({ state: "withdrawn", reason: "mistake" })],
      look("", "", "w"),
      "not recorded, an entry was withdrawn",
    ],
    [
      "withdrawn, then given again",
      [onSlot({ state: "withdrawn", reason: "mistake" }), onSlot({ by: 1 })],
      look("BC", "", "w"),
      "given 08:00 by Ben Cole, an entry was withdrawn",
    ],
    [
      "given twice, of which the first was withdrawn",
      [{ ...first, state: "withdrawn", reason: "same_dose" }, onSlot({ extraOf: first._id, by: 1 })],
      look("BC", "", "w"),
      "given 08:00 by Ben Cole, an entry was withdrawn",
    ],
    ["not recorded", [], look(""), "not recorded"],
    ["given back after a claim", [onSlot({ state: "released", givenAt: null })], look(""), "not recorded"],
    ["to come", [], look(""), "to come", DUE - 3 * HOUR],
    ["due now", [], look(""), "due now", DUE],
    ["late and open", [], look(""), "not recorded yet, late", DUE + 2 * HOUR],
    [
      "being given",
      [onSlot({ state: "claimed", givenAt: null, claimedUntil: DUE + MINUTE, by: 1 })],
      look(""),
      "being given by Ben Cole",
      DUE,
    ],
  ])("%s", (_, doses, expected, sentence, now) => {
    const cell = cellOn(doses, now);
    expect(formatCell(cell, NAMES)).toEqual(expected);
    expect(formatCellSentence(cell, NAMES)).toBe(sentence);
  });

  it("paused", () => {
    const pauses = [{ from: DUE - HOUR, until: DUE + HOUR, planIds: null }];
    const cell = cellOn([], LATER, { pauses });
    expect(formatCell(cell, NAMES)).toEqual(look("(P)"));
    expect(formatCellSentence(cell, NAMES)).toBe("paused");
    // What was given nevertheless is told.
    expect(formatCell(cellOn([onSlot()], LATER, { pauses }), NAMES)).toEqual(look("AB"));
  });
});

describe("the rows of a sheet", () => {
  const rowsOf = (...planned: ReturnType<typeof plannedPart>[]) =>
    composeSheet(sheetOf(planned, []), MAY, LATER).rows.map(({ time, amount, cells }) => {
      const days = [...cells.keys()].sort();
      return `${time} ${amount}: ${days[0]!.slice(8)}–${days.at(-1)!.slice(8)}`;
    });

  it("follow the version that was valid then: a changed time begins another row", () => {
    expect(
      rowsOf(
        plannedPart("plan", everyDayAt("08:00", "20:00"), { from: "2026-05-01", to: "2026-05-14" }),
        plannedPart("plan", everyDayAt("08:00", "21:00"), {
          from: "2026-05-15",
          to: "2026-05-31",
          version: 2,
        }),
      ),
    ).toEqual(["08:00 1: 01–31", "20:00 1: 01–14", "21:00 1: 15–31"]);
  });

  it("of a taper are one for each amount, in its order", () => {
    const step = (amount: number, from: string, to: string) =>
      plannedPart("plan", everyDayAt(["08:00", amount]), { from, to });
    expect(
      rowsOf(
        step(4, "2026-05-01", "2026-05-05"),
        step(2, "2026-05-06", "2026-05-10"),
        step(0.5, "2026-05-11", "2026-05-31"),
      ),
    ).toEqual(["08:00 4: 01–05", "08:00 2: 06–10", "08:00 0.5: 11–31"]);
  });

  it("of two zones are apart, so that no dose hides another one", () => {
    const planned = [
      plannedPart("plan", everyDayAt("08:00"), { from: "2026-05-01", to: "2026-05-04" }),
      plannedPart("plan", everyDayAt("08:00"), {
        from: "2026-05-04",
        to: "2026-05-31",
        timeZone: "America/New_York",
        version: 2,
      }),
    ];
    const { rows } = composeSheet(sheetOf(planned, [onSlot()]), MAY, LATER);
    expect(rows.map(({ timeZone, cells }) => [timeZone, cells.get("2026-05-04")!.state])).toEqual([
      ["Europe/Berlin", "given"],
      ["America/New_York", "not_recorded"],
    ]);
  });

  it("have one cell a day when clocks change, at the plan's time", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const days = { from: day, to: day };
      const { rows } = composeSheet(
        sheetOf([plannedPart("plan", everyDayAt("02:30"), days)], []),
        days,
        LATER,
      );
      expect(rows.map(({ time, cells }) => [time, cells.size])).toEqual([["02:30", 1]]);
    }
  });

  it("keep a dose after midnight on the day that it was planned for", () => {
    const planned = [plannedPart("plan", everyDayAt("23:30"), MAY)];
    const dose = sheetDose({
      slot: "2026-05-31T23:30[Europe/Berlin]",
      dueAt: at("2026-05-31T21:30:00Z"),
      givenAt: at("2026-05-31T22:20:00Z"),
    });
    const { rows, timed } = composeSheet(sheetOf(planned, [dose]), MAY, LATER);
    expect(rows[0]!.cells.get("2026-05-31")!.dose).toBe(dose);
    expect(timed).toEqual([]);
  });
});

describe("doses with times", () => {
  const timed = (doses: SheetDose[]) =>
    sheetOn(doses).timed.map(({ kind, day, at: time }) => [
      kind,
      day,
      new Date(time).toISOString().slice(11, 16),
    ]);
  const given = at("2026-05-04T10:15:00Z");

  it("are doses as needed, by elapsed hours, extra ones, and of a changed plan", () => {
    expect(
      timed([
        first,
        sheetDose({ slot: null, givenAt: given }),
        sheetDose({ slot: "2026-05-04T10:16:00.000Z", dueAt: given, givenAt: given + MINUTE }),
        onSlot({ extraOf: first._id, givenAt: given + 2 * MINUTE }),
        sheetDose({ slot: "2026-05-04T12:00[Europe/Berlin]", dueAt: given, givenAt: given + 3 * MINUTE }),
      ]),
    ).toEqual([
      ["unplanned", "2026-05-04", "10:15"],
      ["afterLast", "2026-05-04", "10:16"],
      ["extra", "2026-05-04", "10:17"],
      ["changed", "2026-05-04", "10:18"],
    ]);
  });

  it("are on the day of the notebook's clock", () => {
    expect(timed([sheetDose({ givenAt: at("2026-05-03T22:30:00Z") })])).toEqual([
      ["unplanned", "2026-05-04", "22:30"],
    ]);
    expect(timed([sheetDose({ givenAt: at("2026-05-04T22:30:00Z") })])).toEqual([]);
  });

  it("include withdrawn ones, and leave out claims", () => {
    expect(timed([sheetDose({ state: "withdrawn", givenAt: given })])).toHaveLength(1);
    expect(timed([sheetDose({ slot: "2026-05-04T10:16:00.000Z", dueAt: given, state: "claimed" })])).toEqual(
      [],
    );
  });

  it("given as needed by two members offline: each names the other until a review", () => {
    const remarks = (later: Partial<SheetDose>, earlier: Partial<SheetDose> = {}) =>
      sheetOn([
        sheetDose({ slot: null, givenAt: given, ...earlier }),
        sheetDose({ slot: null, givenAt: given + 3 * MINUTE, by: 1, ...later }),
      ]).timed.map((one) => formatTimedRemark(one, NAMES));
    expect(remarks({ isAgainst: true })).toEqual([
      "given twice? There is another entry of 12:18 by Ben Cole",
      "given twice? There is another entry of 12:15 by Anna Berg",
    ]);
    expect(remarks({ isAgainst: true, isReviewed: true })).toEqual([
      "beside the entry of 12:18 by Ben Cole; somebody looked: both were given",
      "beside the entry of 12:15 by Anna Berg; somebody looked: both were given",
    ]);
    // Given one after the other by somebody who saw the first.
    expect(remarks({})).toEqual(["", ""]);
    // Against a limit, hours later.
    expect(remarks({ isAgainst: true, givenAt: given + HOUR })).toEqual([
      "",
      "against its plan, a limit or another dose",
    ]);
    expect(remarks({ isAgainst: true }, { state: "withdrawn" })).toEqual([
      "taken back",
      "against its plan, a limit or another dose",
    ]);
    expect(remarks({ isAgainst: true }, { planId: "other" })).toEqual([
      "",
      "against its plan, a limit or another dose",
    ]);
  });
});

it("a day without a planned dose has a dot: a cross reads as a dose that was missed", () => {
  expect(NOT_PLANNED).toBe("·");
});

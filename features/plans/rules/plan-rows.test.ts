import { describe, expect, it } from "vitest";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { getNarrowest, type ListedPlan, listDifferences, toMedicationRows } from "./plan-rows.ts";

const row = (fields: Partial<Medication>): Medication => ({
  brandName: "",
  genericName: "",
  dosage: "",
  timing: "",
  compliance: "unknown",
  notes: "",
  ...fields,
});
type Version = ListedPlan["current"];
const plan = (
  name: string,
  strength = "",
  overrides: Partial<Version> = {},
): ListedPlan & { endedAt: number | null } => ({
  _id: `plan of ${name}`,
  name,
  strength,
  doseUnit: "tablet",
  current: {
    schedule: { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } },
    minGapMinutes: null,
    maxCount: null,
    maxAmount: null,
    windowHours: 24,
    mealRelation: "none",
    mealMinutes: null,
    instructions: "",
    effectiveFrom: 0,
    timeZone: "UTC",
    firstDay: "2026-01-01",
    lastDay: null,
    ...overrides,
  },
  coming: [],
  endedAt: null,
});

describe("a list and the plans", () => {
  it.each([
    ["the same strength, written differently", "5MG", "5 mg", true],
    ["the amount", "1 tablet", "5 mg", true],
    ["both", "1 tablet 5 mg", "5 mg", true],
    ["nothing", "", "5 mg", true],
    ["another strength", "10 mg", "5 mg", false],
    ["a decimal that may be another number", "2,5 mg", "2.5 mg", false],
    ["micrograms", "5 mcg", "5 µg", false],
    ["no strength, and another amount", "2 tablets", "", false],
  ])("with %s", (_, dosage, strength, isSame) => {
    const found = listDifferences(
      [row({ genericName: "ramipril", dosage })],
      [plan("ramipril", strength)],
      null,
    );
    expect(found.map(({ kind }) => kind)).toEqual(isSame ? [] : ["differs"]);
  });

  it("are matched by either name, in any case", () => {
    const rows = [row({ genericName: "ramipril", brandName: "Tritace" }), row({ brandName: "Norvasc" })];
    expect(listDifferences(rows, [plan("TRITACE"), plan("norvasc")], null)).toEqual([]);
    expect(listDifferences(rows, [plan("Ramipril"), plan("norvasc")], null)).toEqual([]);
  });

  it("name the missing rows of either", () => {
    const rows = [
      row({ genericName: "ibuprofen", dosage: "400 mg" }),
      row({ genericName: "ramipril", dosage: "10 mg" }),
    ];
    expect(listDifferences(rows, [plan("ramipril", "5 mg"), plan("morphine")], null)).toEqual([
      { kind: "noPlan", name: "ibuprofen", row: 0, list: "400 mg" },
      { kind: "differs", name: "ramipril", row: 1, planId: "plan of ramipril", list: "10 mg", plan: "5 mg" },
      { kind: "noRow", name: "morphine", planId: "plan of morphine", plan: "1 tablet" },
    ]);
  });
});

describe("a dose that isn't one piece of its strength", () => {
  const half = (strength: string, times = [{ at: "08:00", amount: 0.5 }]) =>
    plan("ramipril", strength, { schedule: { kind: "clock", times, days: { everyDays: 1 } } });
  const listed = (of: ReturnType<typeof plan>, locale = "en") =>
    toMedicationRows({ plans: [of], former: [], locale })[0]!;

  it("is written so, and never as the strength alone", () => {
    expect(listed(half("5 mg")).dosage).toBe("0.5 tablet of 5 mg");
    expect(listed(half("5 mg", [{ at: "08:00", amount: 2 }])).dosage).toBe("2 tablets of 5 mg");
    expect(
      listed(
        half("5 mg", [
          { at: "08:00", amount: 1 },
          { at: "20:00", amount: 0.5 },
        ]),
      ).dosage,
    ).toBe("1 tablet and 0.5 tablet of 5 mg");
    expect(listed({ ...half("250 mg/5 ml", [{ at: "08:00", amount: 5 }]), doseUnit: "ml" }).dosage).toBe(
      "5 ml of 250 mg/5 ml",
    );
    expect(listed({ ...half("500 mg", [{ at: "08:00", amount: 500 }]), doseUnit: "mg" }).dosage).toBe(
      "500 mg",
    );
    expect(listed(plan("ramipril", "5 mg")).dosage).toBe("5 mg");
  });

  it("differs from a list that has the strength alone, unless it has an amount", () => {
    const differences = (fields: Partial<Medication>, of = half("5 mg")) =>
      listDifferences([row({ genericName: "ramipril", ...fields })], [of], null).map((each) =>
        each.kind === "differs" ? [each.list, each.plan] : each.kind,
      );
    expect(differences({ dosage: "5 mg" })).toEqual([["5 mg", "0.5 tablet of 5 mg"]]);
    expect(differences({ dosage: "5 mg", timing: "½-0-0" })).toEqual([]);
    expect(differences({ dosage: "5 mg", timing: "1/2 in the morning" })).toEqual([]);
    expect(differences({ dosage: "5 mg", timing: "1-0-0" })).toEqual([["5 mg", "0.5 tablet of 5 mg"]]);
    for (const locale of ["en", "de"]) expect(differences(listed(half("5 mg"), locale))).toEqual([]);
    // As screens show it, and as rows have it that were written from plans.
    for (const dosage of ["½ tablet of 5 mg", "½ tablet", "0.5 tablet of 5 mg", "0,5 tablet"])
      expect(differences({ dosage }), dosage).toEqual([]);
    expect(differences({ dosage: "¼ tablet of 5 mg" })).toEqual([["¼ tablet of 5 mg", "0.5 tablet of 5 mg"]]);
  });
});

describe("a list from the plans", () => {
  const former = [
    row({
      genericName: "ramipril",
      brandName: "Tritace",
      dosage: "10 mg",
      notes: "for her blood pressure",
      compliance: "good",
    }),
    row({ genericName: "ibuprofen", dosage: "400 mg" }),
  ];
  const plans = [
    plan("tritace", "5 mg", { mealRelation: "before", mealMinutes: 30, instructions: "With water" }),
    plan("morphine", "", {
      schedule: { kind: "asNeeded", amount: 1, most: 2 },
      minGapMinutes: 240,
      maxCount: 4,
    }),
  ];

  it("keeps names, remarks and other rows, and has time and amount in words", () => {
    expect(toMedicationRows({ plans, former, locale: "en-GB" })).toEqual([
      {
        ...former[0],
        dosage: "5 mg",
        timing: "1 tablet at 08:00, every day, 30 minutes before a meal",
        notes: "for her blood pressure\nWith water",
      },
      former[1],
      row({
        genericName: "morphine",
        dosage: "1 to 2 tablets",
        timing: "1 to 2 tablets when needed, at least 4 hours between two doses, at most 4 doses in 24 hours",
      }),
    ]);
  });

  it("replaces the instructions of earlier versions, and keeps a person's own words", () => {
    const renew = (notes: string, instructions: string, formerInstructions: string[]) =>
      toMedicationRows({
        plans: [{ ...plan("tritace", "5 mg", { instructions }), formerInstructions }],
        former: [{ ...former[0]!, notes }],
        locale: "en-GB",
      })[0]!.notes;
    expect(renew("for her blood pressure\nWith water", "With milk", ["With water"])).toBe(
      "for her blood pressure\nWith milk",
    );
    expect(renew("With water\nslowly\nfor her heart", "", ["With water\nslowly", ""])).toBe("for her heart");
    expect(renew("With water", "With milk", ["With tea", "With water"])).toBe("With milk");
    expect(renew("With water", "With water", ["With water"])).toBe("With water");
    expect(renew("With water or tea", "With milk", ["With water"])).toBe("With water or tea\nWith milk");
  });

  it("writes only the rows of changed plans, removes those of ended ones, and renames", () => {
    const write = (changed: string[], of = plans) =>
      toMedicationRows({ plans: of, former, changed: new Set(changed), locale: "en-GB" }).map((each) => [
        each.genericName,
        each.brandName,
        each.dosage,
      ]);
    const [tritace, morphine] = plans as [(typeof plans)[0], (typeof plans)[0]];
    const unchanged = [
      ["ramipril", "Tritace", "10 mg"],
      ["ibuprofen", "", "400 mg"],
    ];
    expect(write(["plan of morphine"])).toEqual([...unchanged, ["morphine", "", "1 to 2 tablets"]]);
    expect(write(["plan of tritace"], [{ ...tritace, endedAt: 1 }, morphine])).toEqual([unchanged[1]]);
    const renamed = { ...tritace, name: "Ramilich", formerName: "tritace" };
    expect(write(["plan of tritace"], [renamed, morphine])).toEqual([
      ["ramipril", "Ramilich", "5 mg"],
      unchanged[1],
    ]);
  });

  it("names a coming change and the last day, and a change that has begun since isn't a difference", () => {
    const coming = {
      ...plan("x", "", { effectiveFrom: Date.UTC(2026, 11, 3), lastDay: "2026-12-24" }).current,
    };
    coming.schedule = { kind: "clock", times: [{ at: "08:00", amount: 2 }], days: { everyDays: 1 } };
    const changing = { ...plan("prednisolone"), coming: [coming] };
    const rows = toMedicationRows({ plans: [changing], former: [], locale: "en-GB" });
    expect(rows[0]).toMatchObject({
      dosage: "1 tablet",
      timing:
        "1 tablet at 08:00, every day; from 3 Dec 2026: 2 tablets at 08:00, every day, until 24 Dec 2026",
    });
    const begun = { ...changing, current: coming, coming: [] };
    const before = Date.UTC(2026, 11, 1);
    expect(listDifferences(rows, [begun], before)).toEqual([]);
    expect(listDifferences(rows, [begun], null)).toMatchObject([{ kind: "differs" }]);
    expect(listDifferences(rows, [begun], Date.UTC(2026, 11, 4))).toMatchObject([{ kind: "differs" }]);
  });

  it("doesn't differ from the plans", () => {
    const rows = toMedicationRows({ plans, former: former.slice(0, 1), locale: "en-GB" });
    expect(listDifferences(rows, plans, null)).toEqual([]);
    expect(toMedicationRows({ plans, former: rows, locale: "en-GB" })).toEqual(rows);
  });

  it("leaves text that is too long for a row to the plan", () => {
    const part = (index: number) => ({
      from: `2027-01-${String(index + 1).padStart(2, "0")}`,
      until: `2027-01-${String(index + 1).padStart(2, "0")}`,
      schedule: plans[0]!.current.schedule as never,
    });
    const long = plan("prednisolone", "", {
      schedule: { kind: "steps", steps: Array.from({ length: 20 }, (_, index) => part(index)) },
    });
    const [only] = toMedicationRows({ plans: [long], former: [], locale: "en" });
    expect(only!.timing).toBe("As the plan says");
  });

  it("is for readers who see all of its sources", () => {
    expect(getNarrowest(["extended", "team"])).toBe("team");
    expect(getNarrowest(["team", "private"])).toBe("private");
    expect(getNarrowest(["extended"])).toBe("extended");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { compareMedications, listMedicationDifferences } from "./changes.ts";

const medication = (genericName: string, dosage = "", timing = "", more: Partial<Medication> = {}) => ({
  brandName: "",
  genericName,
  dosage,
  timing,
  compliance: "unknown" as const,
  notes: "",
  ...more,
});

describe("the changes since the list before", () => {
  const changeTexts = (before: Medication[], after: Medication[]) => {
    const { started, stopped, doseChanged, timingChanged } = compareMedications(before, after);
    const name = (item: Medication) => item.genericName;
    return {
      started: started.map(name),
      stopped: stopped.map(name),
      dose: doseChanged.map((change) => `${change.before.dosage} → ${change.after.dosage}`),
      timing: timingChanged.map((change) => `${change.before.timing} → ${change.after.timing}`),
    };
  };
  const nothing = { started: [], stopped: [], dose: [], timing: [] };

  it.each([
    ["nothing", [medication("Ramipril", "5 mg")], [medication("Ramipril", "5 mg")], nothing],
    [
      "only letters, blanks and what isn't compared",
      [medication("Ramipril", "5 mg", "noon")],
      [medication("RAMIPRIL ", "5MG", "Noon", { brandName: "Delix", notes: "n", compliance: "good" })],
      nothing,
    ],
    ["order", [medication("A"), medication("B")], [medication("B"), medication("A")], nothing],
    ["something started", [], [medication("Ramipril")], { ...nothing, started: ["Ramipril"] }],
    ["something stopped", [medication("Ramipril")], [], { ...nothing, stopped: ["Ramipril"] }],
    [
      "a dose",
      [medication("Ramipril", "5 mg")],
      [medication("Ramipril", "10 mg")],
      { ...nothing, dose: ["5 mg → 10 mg"] },
    ],
    [
      "a timing",
      [medication("Ramipril", "5 mg", "noon")],
      [medication("Ramipril", "5 mg", "night")],
      { ...nothing, timing: ["noon → night"] },
    ],
    [
      "dose and timing",
      [medication("Ramipril", "5 mg", "noon")],
      [medication("Ramipril", "10 mg", "night")],
      { ...nothing, dose: ["5 mg → 10 mg"], timing: ["noon → night"] },
    ],
    [
      "one of two doses of the same",
      [medication("Insulin", "10", "morning"), medication("Insulin", "6", "night")],
      [medication("Insulin", "8", "night"), medication("Insulin", "10", "morning")],
      { ...nothing, dose: ["6 → 8"] },
    ],
    [
      "a second dose of the same that started",
      [medication("Insulin", "10", "morning")],
      [medication("Insulin", "6", "night"), medication("Insulin", "10", "morning")],
      { ...nothing, started: ["Insulin"] },
    ],
  ])("include %s", (_, before, after, changes) => {
    expect(changeTexts(before as Medication[], after as Medication[])).toEqual(changes);
  });

  const item = fc
    .tuple(fc.constantFrom("A", "a ", "B", "C"), fc.constantFrom("1", "2"), fc.constantFrom("x", "y"))
    .map(([name, dosage, timing]) => medication(name, dosage, timing) as Medication);
  const list = fc.array(item, { maxLength: 8 });

  it("cover every row of both lists exactly once, and are none between a list and itself", () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { started, stopped } = compareMedications(before, after);
        expect(before.length - stopped.length).toBe(after.length - started.length);
        for (const row of stopped) expect(before).toContain(row);
        for (const row of started) expect(after).toContain(row);
        const shuffled = [...before].reverse();
        expect(compareMedications(before, shuffled)).toEqual({
          started: [],
          stopped: [],
          doseChanged: [],
          timingChanged: [],
        });
      }),
    );
  });

  it("are the same backwards, with before and after exchanged", () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const there = compareMedications(before, after);
        const back = compareMedications(after, before);
        expect(back.started).toHaveLength(there.stopped.length);
        expect(back.stopped).toHaveLength(there.started.length);
      }),
    );
  });

  const sameDose = (before: string, after: string) =>
    compareMedications([medication("A", before) as Medication], [medication("A", after) as Medication])
      .doseChanged.length === 0;

  it.each([
    ["2 5 mg", "25 mg"],
    ["1 1/2", "11/2"],
    ["1 000 mg", "1000 mg"],
    ["1 ½ tablets", "1½ tablets"],
    ["2 .5 mg", "2.5 mg"],
    ["1, 5 mg", "1,5 mg"],
    ["2,5 mg", "25 mg"],
    // A separator or a decimal point: only a person can tell.
    ["2,5 mg", "2.5 mg"],
    ["1,000 mg", "1.000 mg"],
    [".5 mg", "5 mg"],
    ["0.5 mg", "05 mg"],
    ["5 mg", "5.0 mg"],
    ["5 µg", "5 mg"],
    ["5 mcg", "5 mg"],
    ["5 mcg", "5 µg"],
    ["1 mIU", "1 MIU"],
    ["1 mU", "1 MU"],
    ["37 mBq", "37 MBq"],
    ["1-0-1", "1-01"],
    ["1 0 1", "101"],
    ["every 2 4 hours", "every 24 hours"],
    ["5 m g", "5 mg"],
    ["²", "2"],
  ])("count %j and %j as two doses", (before, after) => {
    expect(sameDose(before, after)).toBe(false);
    expect(sameDose(after, before)).toBe(false);
  });

  it.each([
    ["5 mg", "5mg"],
    ["5 mg", " 5  MG "],
    ["5 mg", "5\u00a0mg"],
    ["5 \u00b5g", "5 \u03bcg"],
    ["1 Tablet", "1 tablet"],
    ["Every 8 hours", "every 8hours"],
    ["2 ML", "2 ml"],
    ["zwölf", "zwo\u0308lf"],
  ])("count %j and %j as one dose", (before, after) => {
    expect(sameDose(before, after)).toBe(true);
  });

  it.each([
    ["Vitamin B12", "vitamin b 12", true],
    ["Insulin 30/70", "Insulin 3 0/70", false],
  ])("count %j and %j as one medication: %j", (before, after, isSame) => {
    const { started } = compareMedications(
      [medication(before) as Medication],
      [medication(after) as Medication],
    );
    expect(started.length === 0).toBe(isSame);
  });

  // Every character that doses are written with, several times.
  const dose = fc
    .array(fc.constantFrom(..."0125 ½,./-µmMgGIUx".split(""), "mg", " ", " "), { maxLength: 12 })
    .map((parts) => parts.join(""));
  const digit = fc.constantFrom(..."0123456789".split(""));
  /** The numbers of a text and what stands between them, as a person reads it. */
  const numbersOf = (text: string) =>
    text
      .trim()
      .replace(/\s+/g, " ")
      .match(/[0-9½][0-9½,./\- ]*(?=[0-9½])[0-9½]|[,./-]*[0-9½]/g) ?? [];

  /** The same letters in another case, with other spaces between them. */
  const variantsOf = (text: string) =>
    fc
      .array(fc.record({ isUpper: fc.boolean(), before: fc.constantFrom("", "", " ") }), {
        minLength: text.length,
        maxLength: text.length,
      })
      .map((changes) =>
        changes
          .map(
            ({ isUpper, before }, i) => before + (isUpper ? text[i]!.toUpperCase() : text[i]!.toLowerCase()),
          )
          .join(""),
      );

  it("include every difference in numbers", () => {
    fc.assert(
      fc.property(
        dose.chain((text) => fc.tuple(fc.constant(text), variantsOf(text))),
        ([a, b]) => {
          if (sameDose(a, b)) expect(numbersOf(b)).toEqual(numbersOf(a));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("include a space that is added or removed between digits", () => {
    fc.assert(
      fc.property(dose, digit, digit, dose, (start, first, second, end) => {
        const text = `${start}${first}${second}${end}`;
        const withSpace = `${start}${first} ${second}${end}`;
        expect(sameDose(text, withSpace)).toBe(false);
      }),
    );
  });
});

describe("a medication in both lists", () => {
  const namesOf = (before: Medication[], after: Medication[]) => {
    const { started, stopped } = compareMedications(before, after);
    const name = ({ genericName, brandName }: Medication) => genericName || brandName;
    return [started.map(name), stopped.map(name)];
  };
  const brand = (brandName: string, dosage = "", genericName = "") =>
    medication(genericName, dosage, "", { brandName });

  it.each([
    ["its brand name, ignoring case", [brand("Tritace")], [brand("TRITACE ")], [[], []]],
    [
      "its brand name when a generic name is added",
      [brand("Tritace")],
      [brand("tritace", "", "Ramipril")],
      [[], []],
    ],
    [
      "its brand name when the generic name is removed",
      [brand("Tritace", "", "Ramipril")],
      [brand("Tritace")],
      [[], []],
    ],
    [
      "the generic name before the brand name",
      [brand("Tritace", "", "Ramipril")],
      [brand("Delix", "", "Ramipril")],
      [[], []],
    ],
  ])("is found by %s", (_, before, after, expected) => {
    expect(namesOf(before, after)).toEqual(expected);
  });

  it.each([
    [
      "another generic name under the same brand name",
      [brand("Combi", "", "A")],
      [brand("Combi", "", "B")],
      [["B"], ["A"]],
    ],
    ["two brand names", [brand("Tritace")], [brand("Delix")], [["Delix"], ["Tritace"]]],
    ["a second row of the name", [brand("Tritace")], [brand("Tritace"), brand("Tritace")], [["Tritace"], []]],
  ])("isn't assumed for %s", (_, before, after, expected) => {
    expect(namesOf(before, after)).toEqual(expected);
  });
});

describe("the differences between two lists", () => {
  const differences = (before: Medication[], after: Medication[]) =>
    listMedicationDifferences(before, after).shown.map(({ kind, name, before, after }) =>
      [kind, name, before, after].join("|"),
    );

  it("name each different field, in the order of the later list, then stopped medications", () => {
    expect(
      differences(
        [
          medication("Ibuprofen", "400 mg", "as needed"),
          medication("Amlodipine", "5 mg", "morning", { notes: "half", compliance: "good" }),
          medication("Ramipril", "5 mg"),
        ],
        [
          medication("Metformin", "500 mg", "noon"),
          medication("amlodipine", "10 mg", "night", {
            notes: "whole",
            compliance: "fair",
            brandName: "Norvasc",
          }),
          medication("ramipril", "5MG"),
        ],
      ),
    ).toEqual([
      "started|Metformin||500 mg, noon",
      "name|Amlodipine|Amlodipine|amlodipine (Norvasc)",
      "dosage|Amlodipine|5 mg|10 mg",
      "timing|Amlodipine|morning|night",
      "compliance|Amlodipine|good|fair",
      "notes|Amlodipine|half|whole",
      "stopped|Ibuprofen|400 mg, as needed|",
    ]);
  });

  it("are matched between rows of one name by dose and time", () => {
    const insulin = (dosage: string, timing: string, notes = "") =>
      medication("Insulin", dosage, timing, { notes });
    expect(
      differences(
        [insulin("10", "morning"), insulin("6", "night")],
        [insulin("6", "night"), insulin("12", "morning")],
      ),
    ).toEqual(["dosage|Insulin|10|12"]);
    expect(
      differences(
        [insulin("10", "noon", "a"), insulin("10", "noon", "b")],
        [insulin("10", "noon", "b"), insulin("10", "noon", "c")],
      ),
    ).toEqual(["notes|Insulin|a|c"]);
  });

  it("are at most 20, with the number of the others, and each text at most 120 characters", () => {
    const many = Array.from({ length: 25 }, (_, i) => medication(`Drug ${i}`, "x".repeat(500)));
    const { shown, more } = listMedicationDifferences([], many);
    expect([shown.length, more]).toEqual([20, 5]);
    expect(shown[0]!.after).toBe(`${"x".repeat(120)}…`);
  });

  it("are none between a list and itself, and name every row of two lists without a common name", () => {
    const item = fc
      .tuple(fc.constantFrom("A", "b", "C"), fc.constantFrom("1", "2"), fc.constantFrom("", "n"))
      .map(([name, dosage, notes]) => medication(name, dosage, "", { notes }));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (list) => {
        expect(listMedicationDifferences(list, [...list].reverse())).toEqual({ shown: [], more: 0 });
        const others = list.map((row) => ({ ...row, genericName: `${row.genericName}2` }));
        expect(listMedicationDifferences(list, others).shown).toHaveLength(list.length * 2);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longDate } from "../../lib/time.ts";
import { spec } from "../../test/spec.ts";
import { previewOfContent, storedContent } from "../notes/rules.ts";
import { noteFields } from "../notes/schema.ts";
import {
  COMPLIANCE_LEVELS,
  isBlank,
  MEDICATION_MESSAGES,
  medicationChanges,
  medicationTitle,
  namelessRows,
  shownMedications,
  summaryText,
  tableCell,
} from "./rules.ts";
import { type Medication, medicationContent } from "./schema.ts";

const medication = (genericName: string, dosage = "", timing = "", more: Partial<Medication> = {}) => ({
  brandName: "",
  genericName,
  dosage,
  timing,
  compliance: "unknown" as const,
  notes: "",
  ...more,
});
const content = (medications: object[], more: object = {}) => ({
  type: "current-medications",
  data: { medications },
  ...more,
});
const complaints = (content: unknown) =>
  medicationContent.safeParse(content).error?.issues.map(({ path, message }) => [path.join("."), message]) ??
  [];

describe("the content of a list of medications", () => {
  it("keeps every field", {
    tags: spec(
      "CORE-336 CORE-337 CORE-338 CORE-339 CORE-340 CORE-341 CORE-342 CORE-343 CORE-344 CORE-346 CORE-347 CORE-348 CORE-349 CORE-350 CORE-351",
    ),
  }, () => {
    const whole = content(
      [
        {
          brandName: "Delix",
          genericName: "Ramipril",
          dosage: "5 mg",
          timing: "in the morning",
          compliance: "good",
          notes: "with water",
        },
      ],
      {
        metadata: {
          photoTranscripts: ["RAMIPRIL 5 MG"],
          processingSteps: [{ step: "read", timestamp: 1_763_600_000_000, status: "done" }],
          aiRationalization: "The label names the dose.",
        },
      },
    );
    const givenContent = { ...whole, data: { ...whole.data, snapshotDate: 5, summary: "After the visit" } };
    expect(medicationContent.parse(givenContent)).toEqual(givenContent);
  });

  it("gets defaults: empty texts, unknown compliance, the summary, empty metadata", {
    tags: spec("CORE-350 CORE-357"),
  }, () => {
    expect(medicationContent.parse(content([{ genericName: " Ramipril " }]))).toEqual({
      type: "current-medications",
      data: { medications: [medication("Ramipril")], summary: "Manual entry" },
      metadata: { photoTranscripts: [], processingSteps: [] },
    });
    expect(COMPLIANCE_LEVELS).toEqual(["unknown", "excellent", "good", "fair", "poor"]);
  });

  it("drops empty rows, whatever their compliance", () => {
    const rows = [{ genericName: " " }, { genericName: "Ramipril" }, {}, { compliance: "poor" }];
    const { data } = medicationContent.parse(content(rows));
    expect(data.medications.map((row) => row.genericName)).toEqual(["Ramipril"]);
    expect(isBlank({ notes: " \n" })).toBe(true);
    expect(isBlank({ notes: "x" })).toBe(false);
  });

  it.each([
    ["no row", []],
    ["a blank row", [{ genericName: "  " }]],
    ["rows that only have other fields", [{ dosage: "5 mg" }, { brandName: "Delix" }]],
  ])("needs a generic name when there is %s", { tags: spec("CORE-352 CORE-353") }, (_, rows) => {
    expect(complaints(content(rows))).toEqual([
      ["data.medications", "Please add at least one medication with a generic name"],
    ]);
  });

  it("marks each filled row without a generic name", () => {
    const rows = [{ genericName: "Ramipril" }, {}, { dosage: "5 mg" }, { notes: "half" }];
    expect(complaints(content(rows))).toEqual([
      ["data.medications.2.genericName", MEDICATION_MESSAGES.genericName],
      ["data.medications.3.genericName", MEDICATION_MESSAGES.genericName],
    ]);
    expect(namelessRows(rows)).toEqual([2, 3]);
  });

  const named = { genericName: "Ramipril" };
  it.each([
    ["101 medications", Array.from({ length: 101 }, () => named), "data.medications"],
    ["a dosage of 501 characters", [{ ...named, dosage: "x".repeat(501) }], "data.medications.0.dosage"],
    ["notes of 2,001", [{ ...named, notes: "x".repeat(2001) }], "data.medications.0.notes"],
    ["another compliance", [{ ...named, compliance: "perfect" }], "data.medications.0.compliance"],
    ["a misspelt field", [{ ...named, dosge: "5 mg" }], "data.medications.0"],
    ["a number for a dose", [{ ...named, dosage: 5 }], "data.medications.0.dosage"],
  ])("refuses %s and names it", (_, rows, path) => {
    expect(complaints(content(rows)).map(([where]) => where)).toEqual([path]);
  });

  it("takes 100 medications with notes of 2,000 characters", () => {
    const rows = Array.from({ length: 100 }, () => ({ ...named, notes: "x".repeat(2000) }));
    expect(complaints(content(rows))).toEqual([]);
  });

  it("has the note's day unless another is given", () => {
    const of = { type: "current-medications", noteDay: "1970-01-02", timeZone: "UTC" } as const;
    const parse = (data: object) =>
      noteFields.shape.content.parse({
        type: "current-medications",
        data: { medications: [named], ...data },
      });
    expect(storedContent(parse({}), of).data).toMatchObject({ snapshotDate: 86_400_000 });
    expect(storedContent(parse({ snapshotDate: 7 }), of).data).toMatchObject({ snapshotDate: 7 });
  });

  it("has a preview of names and doses, cut at 150 characters", () => {
    const preview = (rows: object[]) =>
      previewOfContent(
        storedContent(noteFields.shape.content.parse(content(rows)), {
          type: "current-medications",
          noteDay: "2026-11-20",
          timeZone: "Europe/Berlin",
        }),
      );
    const rows = [
      { genericName: "Ramipril", dosage: "5 mg" },
      { genericName: "Metformin", dosage: "500 mg", timing: "noon" },
      { genericName: "Aspirin" },
    ];
    expect(preview(rows)).toBe("Ramipril 5 mg, Metformin 500 mg, Aspirin");
    expect(preview(Array.from({ length: 40 }, () => rows[0]!))).toBe(
      `${"Ramipril 5 mg, ".repeat(10).trim()}…`,
    );
  });
});

describe("the texts of a list of medications", () => {
  it("include a title with the day in the viewer's language", { tags: spec("CORE-356") }, () => {
    const day = Date.UTC(2026, 10, 20, 12);
    expect(medicationTitle(longDate(day, "en-US"))).toBe("Current Medications - Friday, November 20, 2026");
    expect(medicationTitle(longDate(day, "de-DE"))).toBe("Current Medications - Freitag, 20. November 2026");
  });

  it.each([
    ["", "Current Medications"],
    ["  ", "Current Medications"],
    [" After the visit ", "After the visit"],
  ])("read the summary %j as %j", { tags: spec("CORE-345") }, (summary, words) => {
    expect(summaryText(summary)).toBe(words);
  });

  it.each([
    ["x".repeat(24), "x".repeat(24)],
    ["x".repeat(25), `${"x".repeat(24)}…`],
    [`${"x".repeat(23)} yz`, `${"x".repeat(23)}…`],
    ["💊".repeat(25), `${"💊".repeat(24)}…`],
    ["", ""],
  ])("show a cell for %j as %j", { tags: spec("CORE-363") }, (text, cell) => {
    expect(tableCell(text)).toBe(cell);
  });

  it.each([
    [0, 0, null],
    [6, 6, null],
    [7, 6, "+ 1 more"],
    [30, 6, "+ 24 more"],
  ])(
    "show of %d medications %d on a card, and %j",
    { tags: spec("CORE-361 CORE-362") },
    (count, shown, more) => {
      const list = Array.from({ length: count }, (_, i) => i);
      expect(shownMedications(list)).toEqual({ shown: list.slice(0, shown), more });
    },
  );

  it("include a message of their own for a failed save", () => {
    expect(MEDICATION_MESSAGES.createFailed).toBe("Failed to create medications note");
  });
});

describe("the changes since the list before", () => {
  const changeTexts = (before: Medication[], after: Medication[]) => {
    const { started, stopped, doseChanged, timingChanged } = medicationChanges(before, after);
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
        const { started, stopped } = medicationChanges(before, after);
        expect(before.length - stopped.length).toBe(after.length - started.length);
        for (const row of stopped) expect(before).toContain(row);
        for (const row of started) expect(after).toContain(row);
        const shuffled = [...before].reverse();
        expect(medicationChanges(before, shuffled)).toEqual({
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
        const there = medicationChanges(before, after);
        const back = medicationChanges(after, before);
        expect(back.started).toHaveLength(there.stopped.length);
        expect(back.stopped).toHaveLength(there.started.length);
      }),
    );
  });

  const sameDose = (before: string, after: string) =>
    medicationChanges([medication("A", before) as Medication], [medication("A", after) as Medication])
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
    const { started } = medicationChanges(
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

import { describe, expect, it } from "vitest";
import { formatLongDate } from "../../../lib/dates/time.ts";
import { writeIssue, writeMessage } from "../../../lib/words/message.ts";
import { spec } from "../../../test/spec.ts";
import { formatMedicationTitle } from "../../medications/rules/list-title.ts";
import { shortenTableCell } from "../../medications/rules.ts";
import { previewOfContent } from "../rules.ts";
import { noteFields } from "../schema.ts";
import { formatSummary } from "./list-words.ts";
import { COMPLIANCE_LEVELS, findNamelessRows, isBlank } from "./medication-limits.ts";
import { MEDICATION_MESSAGES } from "./medication-messages.ts";
import { type Medication, medicationContent } from "./medication-schema.ts";
import { limitShown } from "./medication-words.ts";
import { getStoredContent } from "./stored-fields.ts";

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
  medicationContent
    .safeParse(content)
    .error?.issues.map(({ path, message }) => [path.join("."), writeIssue(message)]) ?? [];

describe("the content of a list of medications", () => {
  it("keeps every field", () => {
    const metadata = {
      photoTranscripts: ["RAMIPRIL 5 MG"],
      processingSteps: [{ step: "read", timestamp: 1_763_600_000_000, status: "done" }],
      aiRationalization: "The label names the dose.",
    };
    const item = {
      brandName: "Delix",
      genericName: "Ramipril",
      dosage: "5 mg",
      timing: "in the morning",
      compliance: "good",
      notes: "with water",
    };
    const whole = content([item], { metadata });
    const givenContent = { ...whole, data: { ...whole.data, snapshotDate: 5, summary: "After the visit" } };
    const parsed = medicationContent.parse(givenContent);
    const { medications, ...about } = parsed.data;
    expect(medications, "@CORE-336 @CORE-346 @CORE-347 @CORE-348 @CORE-349 @CORE-350 @CORE-351").toEqual([
      item,
    ]);
    expect(about, "@CORE-337 @CORE-338").toEqual({ snapshotDate: 5, summary: "After the visit" });
    expect(parsed.metadata, "@CORE-339 @CORE-340 @CORE-341 @CORE-342 @CORE-343 @CORE-344").toEqual(metadata);
    expect(parsed.type).toBe(givenContent.type);
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

  it("drops empty rows with any compliance", () => {
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

  it("needs no generic name when its writer states that only brand names are known", () => {
    const rows = [{ brandName: "Delix" }, { brandName: "Glucophage", dosage: "500 mg" }];
    const parsed = medicationContent.parse({
      type: "current-medications",
      data: { medications: rows, onlyBrandNames: true },
    });
    expect(parsed.data).toMatchObject({ medications: rows, onlyBrandNames: true });
    const nameless = {
      type: "current-medications",
      data: { medications: [{ dosage: "5" }], onlyBrandNames: true },
    };
    expect(complaints(nameless)).toEqual([
      ["data.medications", "Please add at least one medication with a generic name"],
    ]);
  });

  it("accepts a row with a brand name alone", () => {
    const rows = [{ genericName: "Ramipril" }, { brandName: "Glucophage" }];
    expect(complaints(content(rows))).toEqual([]);
  });

  it("marks each filled row without a name", () => {
    const rows = [{ genericName: "Ramipril" }, {}, { dosage: "5 mg" }, { notes: "half" }];
    expect(complaints(content(rows))).toEqual([
      ["data.medications.2.genericName", writeMessage(MEDICATION_MESSAGES.name)],
      ["data.medications.3.genericName", writeMessage(MEDICATION_MESSAGES.name)],
    ]);
    expect(findNamelessRows(rows)).toEqual([2, 3]);
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
    expect(getStoredContent(parse({}), of).data).toMatchObject({ snapshotDate: 86_400_000 });
    expect(getStoredContent(parse({ snapshotDate: 7 }), of).data).toMatchObject({ snapshotDate: 7 });
  });

  it("has a preview of names and doses, cut at 150 characters", () => {
    const preview = (rows: object[]) =>
      previewOfContent(
        getStoredContent(noteFields.shape.content.parse(content(rows)), {
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
    expect(formatMedicationTitle(formatLongDate(day, "en-US"))).toBe(
      "Current Medications - Friday, November 20, 2026",
    );
    expect(formatMedicationTitle(formatLongDate(day, "de-DE"))).toBe(
      "Current Medications - Freitag, 20. November 2026",
    );
  });

  it.each([
    ["", "Current Medications"],
    ["  ", "Current Medications"],
    [" After the visit ", "After the visit"],
  ])("read the summary %j as %j", { tags: spec("CORE-345") }, (summary, words) => {
    expect(formatSummary(summary)).toBe(words);
  });

  it.each([
    ["x".repeat(24), "x".repeat(24)],
    ["x".repeat(25), `${"x".repeat(24)}…`],
    [`${"x".repeat(23)} yz`, `${"x".repeat(23)}…`],
    ["💊".repeat(25), `${"💊".repeat(24)}…`],
    ["", ""],
  ])("show a cell for %j as %j", { tags: spec("CORE-363") }, (text, cell) => {
    expect(shortenTableCell(text)).toBe(cell);
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
      expect(limitShown(list)).toEqual({ shown: list.slice(0, shown), more });
    },
  );

  it("include a message of their own for a failed save", () => {
    expect(writeMessage(MEDICATION_MESSAGES.createFailed)).toBe("Failed to create medications note");
  });
});

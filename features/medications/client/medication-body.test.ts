import { describe, expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import {
  createBody,
  createRow,
  findProblems,
  readSavedBody,
  toBody,
  toContent,
  withRow,
} from "./medication-body.ts";

const row = (key: number, change: Partial<ReturnType<typeof createRow>>) => ({
  ...createRow(key),
  ...change,
});

describe("the medications form", () => {
  it("starts with one empty row, unknown compliance and its summary", {
    tags: spec("CORE-357"),
  }, () => {
    const { rows, summary } = createBody();
    expect(rows).toEqual([createRow(0)]);
    expect(rows[0]!.compliance).toBe("unknown");
    expect(summary).toBe("Manual entry");
  });

  it("asks for one medication with a name, in the first row", { tags: spec("CORE-352 CORE-353") }, () => {
    const rows = [row(3, { dosage: "5 mg" }), row(4, { genericName: "  " })];
    expect(findProblems({ rows })).toEqual({ 3: "Please add at least one medication with a generic name" });
  });

  it("marks each filled row without a name, and drops empty ones", () => {
    const rows = [row(0, { genericName: " Ramipril " }), row(1, { timing: "at night" }), row(2, {})];
    expect(findProblems({ rows })).toEqual({
      1: "Please enter the generic name or the brand name of this medication",
    });
    const saved = toContent({ ...createBody(), rows: [rows[0]!, rows[2]!], summary: " As given " });
    expect(saved.data.medications.map(({ genericName }) => genericName)).toEqual(["Ramipril"]);
    expect(saved.data.summary).toBe("As given");
  });

  it("gives a new row a key of its own", () => {
    const rows = withRow([row(0, {}), row(5, {})]);
    expect(rows.map(({ key }) => key)).toEqual([0, 5, 6]);
  });
});

describe("a saved list", () => {
  const metadata = { photoTranscripts: ["Ramipril 5"], processingSteps: [], aiRationalization: "why" };
  const { key: _, ...medication } = row(0, { genericName: "Ramipril" });
  const content = (snapshotDate: number) => ({
    type: "current-medications" as const,
    data: { medications: [medication], snapshotDate, summary: "" },
    metadata,
  });

  it("keeps the fields that the form doesn't show, and an empty summary", {
    tags: spec("CORE-337 CORE-339 CORE-344"),
  }, () => {
    const saved = toContent(readSavedBody({ content: content(5), noteDay: "1970-01-02" }, "Europe/Berlin"));
    expect(saved).toEqual({ ...content(5) });
  });

  it("gets the note's new day when it had the note's old day", () => {
    const saved = toContent(readSavedBody({ content: content(9), noteDay: "1970-01-01" }, "Europe/Berlin"));
    expect(saved.data).not.toHaveProperty("snapshotDate");
  });

  it("is the start of the next one, without its summary and how it was made", () => {
    expect(toBody([medication])).toMatchObject({
      rows: [{ genericName: "Ramipril", key: 0 }],
      summary: "Manual entry",
      kept: { metadata: { photoTranscripts: [], processingSteps: [] } },
    });
  });
});

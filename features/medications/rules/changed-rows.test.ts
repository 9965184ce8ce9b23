import { describe, expect, it } from "vitest";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { applyChange, isSameRow, mergeRow } from "./changed-rows.ts";

const row = (genericName: string, more: Partial<Medication> = {}): Medication => ({
  brandName: "",
  genericName,
  dosage: "",
  timing: "",
  compliance: "unknown",
  notes: "",
  ...more,
});
const rows = [row("A"), row("B"), row("B")];

describe("a change of one row", () => {
  it("adds it at the end, changes it in its place, or leaves it out", () => {
    expect(applyChange(rows, { kind: "add", medication: row("C") })).toEqual([...rows, row("C")]);
    expect(applyChange(rows, { kind: "change", row: 1, medication: row("X") })).toEqual([
      row("A"),
      row("X"),
      row("B"),
    ]);
    expect(applyChange(rows, { kind: "stop", row: 0 })).toEqual([row("B"), row("B")]);
    expect(applyChange([row("A")], { kind: "stop", row: 0 })).toEqual([]);
  });

  it("is refused without such a row, without a difference, and beyond 100 rows", () => {
    expect(() => applyChange(rows, { kind: "stop", row: 3 })).toThrow(
      "The list has changed since you opened it",
    );
    expect(() => applyChange(rows, { kind: "change", row: 0, medication: row("A ") })).toThrow(
      "Nothing was changed",
    );
    const hundred = Array.from({ length: 100 }, () => row("A"));
    expect(() => applyChange(hundred, { kind: "add", medication: row("B") })).toThrow(
      "A list may have at most 100 medications",
    );
  });
});

it("what one has changed stays, all else is as the other has it", () => {
  const base = row("A", { dosage: "5 mg", timing: "noon" });
  const merged = mergeRow(base, { ...base, dosage: "10 mg" }, { ...base, timing: "night", notes: "n" });
  expect(merged).toEqual(row("A", { dosage: "10 mg", timing: "night", notes: "n" }));
  expect(isSameRow(merged, { ...merged, dosage: " 10 mg" })).toBe(true);
  expect(isSameRow(merged, { ...merged, dosage: "10mg" })).toBe(false);
});

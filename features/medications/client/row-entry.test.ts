import { describe, expect, it } from "vitest";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { isEntered, isOutdated, onNewestList, presentRow, startEntry, toChange } from "./row-entry.ts";

const row = (genericName: string, dosage = "", more: Partial<Medication> = {}): Medication => ({
  brandName: "",
  genericName,
  dosage,
  timing: "",
  compliance: "unknown",
  notes: "",
  ...more,
});
const list = (_id: string, ...medications: Medication[]) => ({ _id, version: 1, medications });
const first = list("1", row("Ramipril", "5 mg"), row("Ibuprofen"));

describe("the entry of one row", () => {
  it("begins with the row, or with an empty one", () => {
    expect(startEntry("change", first, 1)).toMatchObject({ row: 1, medication: row("Ibuprofen") });
    expect(startEntry("add", first)).toMatchObject({ row: 2, medication: row("") });
    expect(startEntry("add", null)).toMatchObject({ base: null, row: 0, medication: row("") });
    expect(isEntered(startEntry("change", first, 1))).toBe(false);
    expect(isEntered({ ...startEntry("add", first), medication: row("A") })).toBe(true);
    expect(isEntered({ ...startEntry("stop", first, 0), reason: "cough" })).toBe(true);
  });

  it("is outdated by another list and by an edit of its own", () => {
    const entry = startEntry("change", first, 0);
    expect(isOutdated(entry, { ...first })).toBe(false);
    expect(isOutdated(entry, { ...first, version: 2 })).toBe(true);
    expect(isOutdated(entry, list("2"))).toBe(true);
    expect(isOutdated(entry, null)).toBe(true);
    expect(isOutdated(startEntry("add", null), null)).toBe(false);
  });

  it("moves to its row of the newest list, with its typed values", () => {
    const entry = { ...startEntry("change", first, 0), medication: row("Ramipril", "10 mg"), reason: "r" };
    const latest = list("2", row("Ibuprofen"), row("Ramipril", "5 mg", { timing: "night" }));
    expect(presentRow(entry, latest)).toBe(latest.medications[1]);
    const moved = onNewestList(entry, latest)!;
    expect(moved).toMatchObject({ kind: "change", row: 1, reason: "r", base: { _id: "2" } });
    expect(toChange(moved)).toEqual({
      kind: "change",
      row: 1,
      medication: row("Ramipril", "10 mg", { timing: "night" }),
    });
  });

  it("adds a row again that others stopped, and has nothing to stop when they did", () => {
    const latest = list("2", row("Ibuprofen"));
    const entry = { ...startEntry("change", first, 0), medication: row("Ramipril", "10 mg") };
    expect(toChange(onNewestList(entry, latest)!)).toEqual({
      kind: "add",
      medication: row("Ramipril", "10 mg"),
    });
    expect(onNewestList(startEntry("stop", first, 0), latest)).toBeNull();
    expect(toChange(onNewestList(startEntry("stop", first, 1), latest)!)).toEqual({ kind: "stop", row: 0 });
    expect(onNewestList({ ...startEntry("add", first), medication: row("A") }, null)).toMatchObject({
      base: null,
    });
  });
});

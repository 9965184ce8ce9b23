import { describe, expect, it } from "vitest";
import { computeSince } from "./since.ts";

const of = (genericName: string, dosage = "5 mg", timing = "") => ({
  genericName,
  brandName: "",
  dosage,
  timing,
  compliance: "unknown" as const,
  notes: "",
});
const list = (noteDay: string, ...medications: ReturnType<typeof of>[]) => ({
  noteDay,
  isLost: false,
  medications,
});

describe("since when a medication is taken as it is now", () => {
  it("is nothing without a list", () => {
    expect(computeSince([])).toEqual([]);
  });

  it("is the first list's day or before, since no earlier list exists", () => {
    expect(computeSince([list("2026-03-01", of("Ramipril"))])).toEqual([
      { day: "2026-03-01", orBefore: true },
    ]);
  });

  it("begins anew with a dose, a timing, and after a stop; not with a note or with other spaces", () => {
    const lists = [
      list(
        "2026-05-01",
        of("Ramipril", "10 mg"),
        of("Metformin"),
        of("Aspirin"),
        of("Ibuprofen"),
        of("Zinc", "5mg"),
      ),
      list("2026-04-01", of("Metformin", "5 mg", "evening"), of("Ibuprofen"), of("Zinc")),
      list(
        "2026-03-01",
        of("Ramipril"),
        of("Metformin"),
        of("Aspirin"),
        { ...of("Ibuprofen"), notes: "for the knee" },
        of("Zinc"),
      ),
    ];
    expect(computeSince(lists)).toEqual([
      { day: "2026-05-01", orBefore: false },
      { day: "2026-05-01", orBefore: false },
      { day: "2026-05-01", orBefore: false },
      { day: "2026-03-01", orBefore: true },
      { day: "2026-03-01", orBefore: true },
    ]);
  });

  it("doesn't look behind a list that can't be read", () => {
    const lost = { ...list("2026-04-01"), isLost: true };
    expect(computeSince([list("2026-05-01", of("Zinc")), lost, list("2026-03-01", of("Zinc"))])).toEqual([
      { day: "2026-05-01", orBefore: true },
    ]);
  });
});

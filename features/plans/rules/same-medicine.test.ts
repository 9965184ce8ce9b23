import { describe, expect, it } from "vitest";
import { computeShare, groupTogether, isSameName, parseMilligrams } from "./same-medicine.ts";

describe("names of one medicine", () => {
  it.each([
    ["paracetamol", "Paracetamol"],
    ["paracetamol", "PARACETAMOL 500 mg"],
    ["paracetamol 500mg", "paracetamol 1 g"],
    ["paracetamol 1,000 mg", "paracetamol 0.5 g"],
    ["para cetamol", "paracetamol"],
    ["co-codamol", "Co Codamol 30/500"],
    ["Tylenol (paracetamol)", "paracetamol"],
    ["Tylenol (paracetamol)", "Panadol [Paracetamol] 500 mg"],
    ["Panadol, paracetamol", "Paracetamol"],
    ["Panadol / paracetamol", "Paracetamol"],
    ["paracetamol + codeine", "paracetamol"],
    ["amoxicillin/clavulanic acid 875/125 mg", "Amoxicillin"],
    ["L-Thyroxin 100 µg", "l-thyroxin 25 μg"],
    ["Ibuprofène", "ibuprofene"],
    ["vitamin B12", "Vitamin B 12"],
    ["парацетамол 500 мг", "Парацетамол 500 мг"],
  ])("%s and %s", (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(isSameName(other, one)).toBe(true);
  });

  it.each([
    ["paracetamol", "ibuprofen"],
    ["vitamin B12", "vitamin B6"],
    ["vitamin D", "vitamin K"],
    ["insulin glargine", "insulin lispro"],
    ["ramipril (blood pressure)", "amlodipine (blood pressure)"],
    ["ramipril (morning)", "metformin (morning)"],
    ["ramipril, tablets", "metformin, tablets"],
    ["", ""],
    ["500 mg", "500 mg, 2"],
  ])("not %s and %s", (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });
});

describe("plans that count together", () => {
  const plans = [
    { id: "a", name: "paracetamol 500 mg" },
    { id: "b", name: "Paracetamol" },
    { id: "c", name: "Calpol" },
    { id: "d", name: "ibuprofen" },
  ];

  it("are plans of one name", () => {
    expect([...groupTogether(plans, [])]).toEqual([
      ["a", ["b"]],
      ["b", ["a"]],
    ]);
  });

  it("are plans that a member tied, with all that are the same as either", () => {
    const together = groupTogether(plans, [{ planIds: ["b", "c"], isTogether: true }]);
    expect([...together]).toEqual([
      ["a", ["b", "c"]],
      ["b", ["a", "c"]],
      ["c", ["a", "b"]],
    ]);
  });

  it("aren't plans that a member declared separate", () => {
    expect([...groupTogether(plans, [{ planIds: ["a", "b"], isTogether: false }])]).toEqual([]);
  });
});

describe("strengths", () => {
  it.each([
    ["500 mg", 500],
    ["1 g", 1000],
    ["1,000 mg", 1000],
    ["0,5 g", 500],
    ["100 mcg", 0.1],
    ["100 mg/5 ml", 20],
    ["100 mg / ml", 100],
    ["strong", null],
    ["30/500", null],
    ["", null],
  ])("%s", (strength, milligrams) => {
    if (milligrams === null) expect(parseMilligrams(strength)).toBeNull();
    else expect(parseMilligrams(strength)).toBeCloseTo(milligrams, 9);
  });

  it("convert between the units of two plans; without them one equals one", () => {
    const of = (strength: string, doseUnit = "tablet") => ({ strength, doseUnit });
    expect(computeShare(of("1 g"), of("500 mg"))).toBe(2);
    expect(computeShare(of("100 mg/5 ml", "ml"), of("500 mg"))).toBe(0.04);
    expect(computeShare(of(""), of("500 mg"))).toBe(1);
    expect(computeShare(of("", "ml"), of("500 mg"))).toBeNull();
  });
});

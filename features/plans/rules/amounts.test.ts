import { describe, expect, it } from "vitest";
import { formatAmount } from "./amount-words.ts";
import { AMOUNT_MESSAGES, isAmount, isUnlikelyAmount, readAmount } from "./amounts.ts";
import { formatTyped } from "./typed-amount.ts";

describe("amounts", () => {
  it("have a leading zero, no trailing one, a space before the unit and groups from a thousand on", () => {
    expect(formatAmount(0.2, "tablet", "en")).toBe("0.2 tablet");
    expect(formatAmount(5, "mg", "en")).toBe("5 mg");
    expect(formatAmount(2.5, "ml", "en")).toBe("2.5 ml");
    expect(formatAmount(2.5, "ml", "de")).toBe("2,5 ml");
    expect(formatAmount(1, "tablet", "en")).toBe("1 tablet");
    expect(formatAmount(1.5, "tablet", "en")).toBe("1.5 tablets");
    expect(formatAmount(10_000, "unit", "en")).toBe("10,000 units");
    expect(formatAmount(1000, "unit", "es")).toBe("1.000 units");
  });

  it("show part of a piece as a fraction, never next to a digit", () => {
    for (const [amount, words] of [
      [0.5, "½ tablet"],
      [0.25, "¼ tablet"],
      [0.75, "¾ tablet"],
      [1.5, "1,5 tablets"],
      [0.33, "0,33 tablet"],
    ] as const)
      expect(formatAmount(amount, "tablet", "de")).toBe(words);
    expect(formatAmount(0.5, "patch", "en")).toBe("½ patch");
    // What is measured is no fraction of a piece.
    expect(formatAmount(0.5, "ml", "de")).toBe("0,5 ml");
    expect(formatAmount(0.5, "mg", "en")).toBe("0.5 mg");
    expect(formatAmount(0.5, "tablet", "de", true)).toBe("0,5 tablet");
  });

  it("are put into a field as their reader types them, and are read from it again", () => {
    expect(formatTyped(0.5, "tablet", "de")).toBe("½");
    expect(formatTyped(1.5, "tablet", "de")).toBe("1,5");
    expect(formatTyped(0.5, "ml", "de")).toBe("0,5");
    for (const locale of ["en", "de", "fr", "ar-EG", "hi", "fa"])
      for (const amount of [0.5, 1.5, 12_345.25, 99_999])
        expect(readAmount(formatTyped(amount, "tablet", locale), "tablet"), locale).toEqual({ amount });
  });

  it("are read with a point or a comma, and never guessed", () => {
    expect(readAmount(" 0,5 ", "tablet")).toEqual({ amount: 0.5 });
    expect(readAmount("2.125", "ml")).toEqual({ amount: 2.125 });
    for (const text of [
      "",
      "1.000,5",
      "-1",
      "one",
      "1e3",
      ".",
      "1/",
      "/2",
      "2/1",
      "5/12",
      "1/0",
      "11/2",
      "1 2",
    ])
      expect(readAmount(text, "tablet"), text).toHaveProperty("problem", AMOUNT_MESSAGES.number);
    for (const text of ["½", "1/2", ".5", ",5", "0.50", "1 / 2", "1⁄2"])
      expect(readAmount(text, "tablet"), text).toEqual({ amount: 0.5 });
    for (const text of ["1½", "1 ½", "1 1/2", "1.5"])
      expect(readAmount(text, "tablet"), text).toEqual({ amount: 1.5 });
    expect(readAmount("¾", "tablet")).toEqual({ amount: 0.75 });
    // A third has no end: what is stored would be another amount.
    expect(readAmount("1/3", "tablet")).toEqual({ problem: AMOUNT_MESSAGES.decimals(2) });
    expect(readAmount("0", "tablet")).toEqual({ problem: AMOUNT_MESSAGES.positive });
    expect(readAmount("0.125", "tablet")).toEqual({ problem: AMOUNT_MESSAGES.decimals(2) });
    expect(readAmount("1.000", "tablet")).toEqual({ problem: AMOUNT_MESSAGES.decimals(2) });
    expect(readAmount("100000", "unit")).toHaveProperty("problem");
    expect([
      isAmount(0.25, "tablet"),
      isAmount(0.125, "tablet"),
      isAmount(0, "ml"),
      isAmount(Number.NaN, "ml"),
    ]).toEqual([true, false, false, false]);
  });

  it("that look like the strength, or are very many pieces, may be a mistake", () => {
    expect(isUnlikelyAmount(47.5, "tablet", "47.5 mg")).toBe(true);
    expect(isUnlikelyAmount(47.5, "tablet", "47,5 mg")).toBe(true);
    expect(isUnlikelyAmount(5, "capsule", "5 mg")).toBe(true);
    expect(isUnlikelyAmount(0.5, "tablet", "0.5 mg")).toBe(true);
    expect(isUnlikelyAmount(47.5, "tablet", "")).toBe(true);
    expect(isUnlikelyAmount(2, "tablet", "5 mg")).toBe(false);
    expect(isUnlikelyAmount(1, "tablet", "1 mg")).toBe(false);
    expect(isUnlikelyAmount(47.5, "ml", "47.5 mg")).toBe(false);
    expect(isUnlikelyAmount(40, "unit", "100 units/ml")).toBe(false);
  });
});

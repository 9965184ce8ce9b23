import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonBudgetProblem } from "./json_budget.ts";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const countOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 0)
    : 1;
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const nestedLists = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));

describe("the JSON budget of a message", () => {
  it("accepts any message with few values, whatever its texts contain", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string({ unit: "grapheme" }), (value, text) => {
        fc.pre(countOf(value) < 10_000 && depthOf(value) < 60);
        expect(findJsonBudgetProblem(bytes([value, text, { [text]: '[[{,\\"' }]))).toBeNull();
      }),
    );
  });

  it.each([
    [64, null],
    [65, "is nested more than 64 levels deep"],
    [100_000, "is nested more than 64 levels deep"],
  ])("answers for %i levels: %s", (depth, problem) => {
    expect(findJsonBudgetProblem(Buffer.from("[".repeat(depth)))).toBe(problem);
    if (depth < 1000) expect(findJsonBudgetProblem(bytes(nestedLists(depth)))).toBe(problem);
  });

  it.each([
    ["numbers", Array.from({ length: 50_001 }, () => 1)],
    ["empty lists", Array.from({ length: 30_000 }, () => [])],
    ["empty objects in objects", Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, {}]))],
  ])("refuses very many %s", (_, value) => {
    expect(findJsonBudgetProblem(bytes(value))).toBe("has more than 50000 values");
  });

  it("accepts one long text: a program file of 2 MB, a photo of 3 MB", () => {
    const program = JSON.stringify({
      content: JSON.stringify({ phases: Array(20_000).fill({ a: ["\\", '"'] }) }),
    });
    expect(findJsonBudgetProblem(Buffer.from(program))).toBeNull();
    expect(findJsonBudgetProblem(bytes({ photo: "A".repeat(3_900_000) }))).toBeNull();
  });

  it("accepts text that isn't JSON, which the parser refuses", () => {
    for (const text of ["", '"', '"\\', "}}}}", "{", "nonsense", '["\\'])
      expect(findJsonBudgetProblem(Buffer.from(text))).toBeNull();
  });
});

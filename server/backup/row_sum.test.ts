import fc from "fast-check";
import { expect, it } from "vitest";
import { RowSum } from "./row_sum.ts";

const sumOf = (chunks: Buffer[]) => {
  const sum = new RowSum();
  for (const chunk of chunks) sum.add(chunk);
  return sum.end();
};
const textOf = (rows: string[]) => Buffer.from(rows.map((row) => `${row}\n`).join(""));
const row = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", "\\n"));

it("is the same for each order of the rows and each cut of the bytes", () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }).chain((rows) =>
        fc.record({
          rows: fc.constant(rows),
          shuffled: fc.shuffledSubarray(rows, { minLength: rows.length }),
          cuts: fc.array(fc.nat(200), { maxLength: 8 }),
        }),
      ),
      ({ rows, shuffled, cuts }) => {
        const bytes = textOf(shuffled);
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        expect(sumOf(chunks)).toEqual(sumOf([textOf(rows)]));
        expect(sumOf(chunks).rows).toBe(rows.length);
      },
    ),
  );
});

it("changes with a row that is lost, doubled or changed", () => {
  const whole = sumOf([textOf(["a\t1", "b\t2", "b\t2"])]);
  for (const rows of [
    ["a\t1", "b\t2"],
    ["a\t1", "b\t2", "b\t2", "b\t2"],
    ["a\t1", "b\t2", "b\t3"],
    ["a\t1", "a\t1", "b\t2"],
  ])
    expect(sumOf([textOf(rows)])).not.toEqual(whole);
});

it("refuses rows that end within a row", () => {
  const sum = new RowSum();
  sum.add(Buffer.from("a\nb"));
  expect(() => sum.end()).toThrow("within a row");
});

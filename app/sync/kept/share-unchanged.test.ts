import fc from "fast-check";
import { expect, it } from "vitest";
import { shareUnchanged } from "./share-unchanged.ts";

const record = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { noNullPrototype: true });
const row = record({
  _id: fc.constantFrom("a", "b", "c", "d"),
  title: fc.constantFrom("x", "y"),
  people: fc.array(record({ name: fc.constantFrom("Anna", "Ben") }), { maxLength: 2 }),
});
const rows = fc.uniqueArray(row, { selector: ({ _id }) => _id });
const result = fc.oneof(rows, fc.jsonValue(), record({ rows, cursor: fc.option(fc.string()) }));

it("gives what the server has sent, whatever was there before", () => {
  fc.assert(
    fc.property(result, result, (before, after) => {
      expect(shareUnchanged(before, structuredClone(after))).toStrictEqual(after);
    }),
  );
});

it("keeps the object of each row that is the same, wherever it is in the list", () => {
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const shared = shareUnchanged(before, structuredClone(after)) as typeof after;
      for (const one of shared) {
        const former = before.find(({ _id }) => _id === one._id);
        const isEqual = JSON.stringify(former) === JSON.stringify(one);
        expect(former === one).toBe(isEqual);
      }
    }),
  );
});

it("keeps the whole list when nothing has changed, and bytes as they are", () => {
  const list = [
    { _id: "a", at: 1 },
    { _id: "b", at: 2 },
  ];
  expect(shareUnchanged(list, structuredClone(list))).toBe(list);
  const bytes = new ArrayBuffer(2);
  expect(shareUnchanged(new ArrayBuffer(2), bytes)).toBe(bytes);
  expect(shareUnchanged({ at: undefined }, { on: undefined })).toStrictEqual({ on: undefined });
});

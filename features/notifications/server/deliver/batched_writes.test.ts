import { expect, it } from "vitest";
import { createFakeClock } from "../../../../test/fake_clock.ts";
import { createBatchedWrites } from "./batched_writes.ts";

/** Writes that end when the test says so. */
function heldWrites(gatherMs?: number) {
  const clock = createFakeClock();
  const begun: { items: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  const write = createBatchedWrites<number>(
    (items) => {
      const end = Promise.withResolvers<void>();
      begun.push({ items, end });
      return end.promise;
    },
    gatherMs,
    clock,
  );
  return { begun, write, clock };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("starts at once, and collects items into one statement meanwhile, in order", async () => {
  const { begun, write } = heldWrites();
  const first = write([1]);
  await turn();
  expect(begun.map(({ items }) => items)).toEqual([[1]]);
  const others = [write([2, 3]), write([4])];
  await turn();
  expect(begun).toHaveLength(1);
  begun[0]!.end.resolve();
  await first;
  await turn();
  expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  begun[1]!.end.resolve();
  await Promise.all(others);
});

it("resolves nothing before it is written", async () => {
  const { begun, write } = heldWrites();
  const resolved: number[] = [];
  void write([1]).then(() => resolved.push(1));
  await turn();
  void write([2]).then(() => resolved.push(2));
  await turn();
  expect(resolved).toEqual([]);
  begun[0]!.end.resolve();
  await turn();
  expect(resolved).toEqual([1]);
  begun[1]!.end.resolve();
  await turn();
  expect(resolved).toEqual([1, 2]);
});

it("passes an error to the items of that statement, and goes on with the others", async () => {
  const { begun, write } = heldWrites();
  const first = write([1]);
  await turn();
  const second = write([2]);
  begun[0]!.end.reject(new Error("no connection"));
  await expect(first).rejects.toThrow("no connection");
  await turn();
  begun[1]!.end.resolve();
  await second;
  expect(begun[1]!.items).toEqual([2]);
});

it("collects for a moment after a recent start, and starts at once after a pause", async () => {
  const { begun, write, clock } = heldWrites(50);
  const first = write([1]);
  await turn();
  begun[0]!.end.resolve();
  await first;
  const others = [write([2])];
  await turn();
  others.push(write([3]));
  await clock.advance(49);
  await turn();
  expect(begun).toHaveLength(1);
  await clock.advance(1);
  await turn();
  expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  begun[1]!.end.resolve();
  await Promise.all(others);
  await clock.advance(50);
  void write([4]);
  await turn();
  expect(begun).toHaveLength(3);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UploadQueue } from "./upload-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Broken extends Error {}

const fileOf = (id: string) => ({ id, file: new File(["x"], `${id}.txt`), description: "" });

/** A queue whose uploads fail with these errors in turn, and then succeed. */
function queueWith(errors: Error[]) {
  const sent: string[] = [];
  const ended: string[] = [];
  const queue = new UploadQueue({
    send: async ({ id }) => {
      sent.push(id);
      const error = errors.shift();
      if (error) throw error;
    },
    refusal: ({ name }) => (name === "large.txt" ? "Too large" : null),
    explain: (error) => (error as Error).message,
    isPassing: (error) => error instanceof Broken,
    onEnd: (id) => ended.push(id),
  });
  const states = () => queue.uploads().map(({ id, state }) => `${id} ${state}`);
  return { queue, sent, ended, states };
}

it("begins a broken upload again by itself, later each time, and ends it when it has arrived", async () => {
  const { queue, sent, ended, states } = queueWith([new Broken(), new Broken(), new Broken()]);
  queue.add([fileOf("a")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual(["a failed"]);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toHaveLength(3);
  expect(ended).toEqual([]);
  // The browser is online again.
  queue.retryBroken();
  await vi.advanceTimersByTimeAsync(0);
  expect([sent.length, ended, states()]).toEqual([4, ["a"], []]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(sent).toHaveLength(4);
});

it("leaves a refused upload to the person", async () => {
  const { queue, sent, ended, states } = queueWith([new Error("No")]);
  queue.add([fileOf("a"), fileOf("large")]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(states()).toEqual(["a failed", "large refused"]);
  queue.retryBroken();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["a"]);
  queue.cancel("large");
  queue.retry("a");
  await vi.advanceTimersByTimeAsync(0);
  expect([ended, states()]).toEqual([["large", "a"], []]);
});

it("doesn't begin again what was given up or stopped", async () => {
  for (const give of ["cancel", "stop"] as const) {
    const { queue, sent, ended } = queueWith([new Broken()]);
    queue.add([fileOf("a")]);
    await vi.advanceTimersByTimeAsync(0);
    queue[give]("a");
    await vi.advanceTimersByTimeAsync(100_000);
    expect(sent).toHaveLength(1);
    // A stopped one is kept for the next time.
    expect(ended).toEqual(give === "cancel" ? ["a"] : []);
  }
});

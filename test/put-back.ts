import { afterAll, vi } from "vitest";

/** The clocks that a failed test may have left changed are put back before another file runs in this process. */
const { setTimeout } = globalThis;
afterAll(() => {
  vi.useRealTimers();
  globalThis.setTimeout = setTimeout;
});

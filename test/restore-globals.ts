import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { SEED } from "./random.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

/** Restores the timers and clocks that a failed test may have replaced, before another file runs in this process. */
const { setTimeout } = globalThis;
afterAll(() => {
  vi.useRealTimers();
  globalThis.setTimeout = setTimeout;
});

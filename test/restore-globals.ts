import fc from "fast-check";
import { afterAll, afterEach, vi } from "vitest";
import { SEED } from "./random.ts";
import { takeLogged } from "./server-log.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

/** Restores the timers and clocks that a failed test may have replaced, before another file runs in this process. */
const { setTimeout } = globalThis;
afterAll(() => {
  vi.useRealTimers();
  globalThis.setTimeout = setTimeout;
});

afterEach(({ task }) => {
  const logged = takeLogged();
  if (!logged) return;
  for (const error of task.result?.errors ?? []) {
    error.message += `\nThe server's log: ${logged}`;
    error.stack = `${error.message}\n${error.stack ?? ""}`;
  }
});

import type { Page } from "@playwright/test";

/** A page on a busy machine runs on by up to this many milliseconds before it hears that its clock shall stop. */
const AHEAD = 20_000;

/**
 * Stops the page's installed clock until `page.clock.resume()`; timers fire by `page.clock.runFor()` only. The clock
 * first jumps ahead, because it can't be stopped at a time that has passed meanwhile.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
}

/** Timers of at least so many ms never fire on the next pages. */
export const holdTimers = (page: Page, fromMs: number) =>
  page.addInitScript((fromMs) => {
    const setSooner = window.setTimeout;
    window.setTimeout = ((run: TimerHandler, ms = 0, ...args: unknown[]) =>
      ms < fromMs ? setSooner(run, ms, ...args) : 0) as typeof window.setTimeout;
  }, fromMs);

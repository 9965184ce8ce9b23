import { type Clock, systemClock } from "../server/clock.ts";

/** The machine's, also while a test has replaced the timers. */
const { setImmediate: setImmediateReal } = globalThis;

type Timer = { at: number; everyMs: number | null; run: () => unknown };

/** A clock that only the test moves. */
export type FakeClock = Clock & {
  /**
   * Moves the clock on by so many ms, and calls what is due on the way in the order of its times. Each call is awaited
   * before the next begins. What slept goes on to its next sleep, unless it waits for something outside.
   */
  advance(ms: number): Promise<void>;
  /** How many calls and sleeps wait for a later time. */
  waiting(): number;
};

/** @param start epoch ms */
export function createFakeClock(start = Date.parse("2026-11-27T12:00:00Z")): FakeClock {
  let now = start;
  const timers = new Set<Timer>();
  const add = (ms: number, everyMs: number | null, run: () => unknown) => {
    const timer = { at: now + ms, everyMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => now,
    elapsed: () => now - start,
    sleep: (ms) => new Promise((resolve) => add(ms, null, () => resolve())),
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    waiting: () => timers.size,
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await new Promise<void>((resolve) => setImmediateReal(resolve));
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        if (next.everyMs === null) timers.delete(next);
        else next.at += next.everyMs;
        await next.run();
      }
      now = end;
    },
  };
}

/**
 * For a node: times of the given clock, but pauses pass by the machine's. A write that meets another one pauses before it
 * tries again; by a clock that only the test moves it would wait for ever.
 */
export const withRealPauses = (clock: Clock): Clock => ({ ...clock, sleep: systemClock.sleep });

/** The machine's clock, but loops (`every`) come only when the test advances it: no sweep finds what was missed. */
export function createLoopClock(): Clock & Pick<FakeClock, "advance"> {
  const { every, advance } = createFakeClock();
  return { ...systemClock, every, advance };
}

/** The machine's clock, but its pauses are over at once and its loops come often: for tests that don't show either. */
export const hurriedClock: Clock = {
  ...systemClock,
  sleep: () => systemClock.sleep(0),
  after: (ms, run) => systemClock.after(Math.min(ms, 20), run),
};

import { type Clock, withGlobal } from "@sinonjs/fake-timers";

/** The step in which an installed clock follows the real one. */
const STEP_MS = 10;

let clock: Clock | undefined;
let following: ReturnType<typeof setInterval> | undefined;
const real = { setInterval: setInterval.bind(globalThis), clearInterval: clearInterval.bind(globalThis) };
const now = Date.now.bind(Date);

function follow(): void {
  let last = now();
  following = real.setInterval(() => {
    const at = now();
    clock?.tick(at - last);
    last = at;
  }, STEP_MS);
}

function stop(): void {
  real.clearInterval(following);
  following = undefined;
}

function replace(at: number, toFake?: "Date"[]): void {
  stop();
  clock?.uninstall();
  clock = withGlobal(globalThis as never).install({
    now: at,
    // The page may have begun before: what it cancels must not happen.
    shouldClearNativeTimers: true,
    ...(toFake && { toFake }),
  });
}

/** The page's clock, in steps that `clock.ts` calls. */
export const agentClock = {
  install(at: number): void {
    replace(at);
    follow();
  },
  fix: (at: number) => replace(at, ["Date"]),
  jump: async (ms: number) => void clock?.jump(ms),
  run: async (ms: number) => void (await clock?.tickAsync(ms)),
  /** Goes to this time and stays there. */
  async pause(at: number): Promise<void> {
    if (!clock || !("setTimeout" in clock)) replace(at);
    stop();
    if (clock && at > clock.now) clock.jump(at - clock.now);
  },
  resume: follow,
};

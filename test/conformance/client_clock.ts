import { createFakeClock } from "../fake_clock.ts";

/** A timer that the client set. */
export type RequestedTimer = { ms: number; by: string };

/** The client reconnects after so long without a message. */
export const SILENCE_MS = 60_000;

/** The client's files whose timers are held. */
const HELD = new Set(["web_socket_manager", "authentication_manager"]);
/** How much shorter pauses before a reconnect are for tests that aren't about them. */
const SHORTER = 50;

/**
 * Holds the client's own timers (reconnect, silence, renewal of tokens) until the test advances its clock, and records
 * the requested times. Other timers don't change.
 * @param options.reconnectsSoon pauses before a reconnect are short instead, by the machine's clock; silence never passes
 */
export function holdClientClock({ reconnectsSoon = false } = {}) {
  const { setTimeout: setReal, clearTimeout: clearReal } = globalThis;
  const clock = createFakeClock();
  const cancels = new Map<unknown, () => void>();
  const requestedTimers: RequestedTimer[] = [];
  const setHeld = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const by = callerInClient();
    if (!by || !HELD.has(by)) return setReal(callback, ms, ...args);
    const timer = { ms, by };
    requestedTimers.push(timer);
    if (reconnectsSoon && isPause(timer)) return setReal(callback, ms / SHORTER, ...args);
    cancels.set(
      timer,
      clock.after(ms, () => callback(...args)),
    );
    return timer;
  };
  const clear = (timer: unknown) => {
    const cancel = cancels.get(timer);
    if (cancel) cancel();
    else clearReal(timer as NodeJS.Timeout);
    cancels.delete(timer);
  };
  globalThis.setTimeout = Object.assign(setHeld, setReal) as unknown as typeof setTimeout;
  globalThis.clearTimeout = clear as typeof clearTimeout;
  return {
    requestedTimers,
    /** The pauses before a reconnect that were requested so far, ms. */
    pauses: () => requestedTimers.filter(isPause).map(({ ms }) => ms),
    advance: clock.advance,
    restore() {
      globalThis.setTimeout = setReal;
      globalThis.clearTimeout = clearReal;
    },
  };
}

export type ClientClock = ReturnType<typeof holdClientClock>;

const isPause = ({ by, ms }: RequestedTimer) => by === "web_socket_manager" && ms !== SILENCE_MS;

/** The client's file that set the timer, such as `web_socket_manager`. */
function callerInClient(): string | null {
  const line = new Error().stack?.split("\n")[3] ?? "";
  return /\/convex\/dist\/.*?\/(\w+)\.js/.exec(line)?.[1] ?? null;
}

/** Cancels a clock's pending call. */
export type Cancel = () => void;

/**
 * The time of a part of the server. It is passed in, so that a test controls the time and when the next round of a loop
 * runs (docs/decisions/0215).
 */
export type Clock = {
  /** Epoch ms. */
  now(): number;
  /** Ms that pass evenly, also while the time of day is set: for intervals. */
  elapsed(): number;
  /** Resolves after this many ms. */
  sleep(ms: number): Promise<void>;
  /** Calls `run` once, after this many ms. It keeps no process alive. */
  after(ms: number, run: () => unknown): Cancel;
  /** Calls `run` every `ms`, also while its last round is still running. It keeps no process alive. */
  every(ms: number, run: () => unknown): Cancel;
};

/** A signal that aborts after this many ms, for requests that may not be answered. */
export function abortAfter(clock: Clock, ms: number): AbortSignal {
  const controller = new AbortController();
  clock.after(ms, () => controller.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError")));
  return controller.signal;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

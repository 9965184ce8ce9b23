/** A timer that the client set. */
export type RequestedTimer = { ms: number; by: string };

/**
 * Speeds up the client's own timers (reconnect, silence, token refresh) and records the requested times, so that its
 * constants can be tested without waiting a minute. Other timers don't change.
 */
export function speedUpClient(factor: number): { requestedTimers: RequestedTimer[]; restore(): void } {
  const real = globalThis.setTimeout;
  const requested: RequestedTimer[] = [];
  const fastTimeout = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const by = callerInClient();
    if (!by) return real(callback, ms, ...args);
    requested.push({ ms, by });
    return real(callback, ms / factor, ...args);
  };
  globalThis.setTimeout = Object.assign(fastTimeout, real) as unknown as typeof setTimeout;
  return {
    requestedTimers: requested,
    restore() {
      globalThis.setTimeout = real;
    },
  };
}

/** The client's file that set the timer, such as `web_socket_manager`. */
function callerInClient(): string | null {
  const line = new Error().stack?.split("\n")[3] ?? "";
  return /\/convex\/dist\/.*?\/(\w+)\.js/.exec(line)?.[1] ?? null;
}

/** A timer that the client set. */
export type AskedTimer = { ms: number; by: string };

/**
 * Speeds up the client's own timers (reconnect, silence, token refresh) and records the requested times, so that its
 * constants can be tested without waiting a minute. Other timers don't change.
 */
export function quickenClient(factor: number): { asked: AskedTimer[]; restore(): void } {
  const real = globalThis.setTimeout;
  const asked: AskedTimer[] = [];
  const quick = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const by = callerInClient();
    if (!by) return real(callback, ms, ...args);
    asked.push({ ms, by });
    return real(callback, ms / factor, ...args);
  };
  globalThis.setTimeout = Object.assign(quick, real) as unknown as typeof setTimeout;
  return {
    asked,
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

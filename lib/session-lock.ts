const NAME = "carediary.session";

/**
 * Runs a request that may replace the session's cookie, one at a time in all tabs of this browser. Without Web Locks
 * (a page without TLS) it just runs.
 */
export const replaceSession = <T>(request: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(NAME, request) : request();

/** Resolves when no tab of this browser is replacing the session's cookie. */
export const waitForSession = async (): Promise<void> => navigator.locks?.request(NAME, () => {});

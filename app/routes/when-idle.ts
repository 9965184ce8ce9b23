/** Even on a page that is never idle, the work happens after this time. */
const AT_MOST_MS = 2000;

/** Resolves when the browser is idle; without `requestIdleCallback`, in the next task. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS });
    else setTimeout(resolve);
  });

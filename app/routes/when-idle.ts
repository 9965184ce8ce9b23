import { isLoading, waitUntilLoaded } from "../../ui/loading-count.ts";

/** Even on a page that is never idle, the work happens after this time. */
const AT_MOST_MS = 2000;

/** Resolves when the browser is idle; without `requestIdleCallback`, in the next task. */
const waitForIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS });
    else setTimeout(resolve);
  });

/** Resolves when all of the page is shown and the browser is idle: on a slow line what comes later would delay it. */
export async function whenIdle(): Promise<void> {
  do {
    await waitUntilLoaded();
    await waitForIdle();
  } while (isLoading());
}

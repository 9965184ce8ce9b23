import type { Page } from "@playwright/test";

/** Waits until the page has fetched a file whose address matches, such as a screen that it loads when it is idle. */
export async function waitUntilFetched(page: Page, name: RegExp): Promise<void> {
  await page.waitForFunction(
    ({ source }) =>
      performance.getEntriesByType("resource").some((entry) => new RegExp(source).test(entry.name)),
    { source: name.source },
  );
}

/** Waits until the page has fetched the screens for daily writing, which then open without a connection; this is the last. */
export const waitForWritingScreens = (page: Page): Promise<void> =>
  waitUntilFetched(page, /\/edit-note-route-/);

import type { Browser, Page } from "@playwright/test";
import type { Scene } from "./scenes.ts";

/** How a screen is looked at. */
export type Look = {
  url: string;
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
};

/**
 * Opens a scene in a browser of its own, as it is when one looks at it.
 * @param prepare is called before the page is opened
 */
export async function openScene(
  browser: Browser,
  { url, viewport, colorScheme }: Look,
  { name, path, signedOut, by, before }: Scene,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    storageState: signedOut ? undefined : await by.context.storageState(),
    timezoneId: "Europe/Berlin",
    locale: "en-US",
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") console.error(`${name}: ${message.text()}`);
  });
  await prepare(page);
  await page.goto(path);
  await page.locator("h1, h2").first().waitFor();
  await page.waitForLoadState("networkidle");
  // The app's own letters, as from a person's second screen on (app/theme/font.ts).
  await page.evaluate(() => {
    delete document.documentElement.dataset.font;
    return document.fonts.ready.then(() => {});
  });
  await before?.(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(300);
  return page;
}

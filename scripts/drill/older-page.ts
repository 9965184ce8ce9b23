import { type Browser, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../e2e/support/chromium.ts";
import type { Visitor } from "../../test/visitor.ts";

const WITHIN_MS = 60_000;

/** A tab of an older version's screens, in which somebody goes on while the servers are replaced. */
export type OlderPage = {
  /** Notes that it has saved, in its order. */
  readonly titles: readonly string[];
  /** Writes a note by the form, and waits until it is saved. */
  write(title: string): Promise<void>;
  /** Waits until the list of notes, which is live, shows one of a writer with this number or a later one. */
  see(writer: string, number: number): Promise<void>;
  /** Whether it has said that there is a new version. */
  offersReload(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Opens a notebook in a browser as somebody who is signed in.
 * @param url the line's address; the page keeps its files when another version answers there
 */
export async function openOlderPage(url: string, visitor: Visitor, shortId: string): Promise<OlderPage> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  const context = await browser.newContext({ baseURL: url });
  context.setDefaultTimeout(WITHIN_MS);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })));
  const page: Page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  let loads = 0;
  page.on("load", () => loads++);
  const titles: string[] = [];
  await page.goto(`/care/${shortId}`);
  return {
    titles,
    async write(title) {
      // Within the app: the page must keep the files it was opened with.
      await page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
      }, `/care/${shortId}/note/new?type=default`);
      await page.getByLabel("Title").fill(title);
      await page.getByLabel("Content").fill("Written in a page of an older version.");
      await page.getByRole("button", { name: "Save note" }).click();
      await page.waitForURL(/\/care\/[^/]+$/, { waitUntil: "commit" });
      titles.push(title);
      if (errors.length > 0) throw new Error(`The older page failed: ${errors[0]}`);
      if (loads > 1) throw new Error("The older page has loaded itself again");
    },
    async see(writer, number) {
      await page.waitForFunction(
        ([name, least]) =>
          [...document.querySelectorAll("a")].some(({ textContent }) => {
            const [, by, count] = /^(.+) (\d+)$/.exec(textContent) ?? [];
            return by === name && Number(count) >= least;
          }),
        [writer, number] as const,
      );
    },
    offersReload: () => page.getByText("New version:").isVisible(),
    close: () => browser.close(),
  };
}

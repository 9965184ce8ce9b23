import type { BrowserContext, Page } from "@playwright/test";
import { makeAccount } from "../support/people.ts";
import type { RunningNode } from "../support/running-node.ts";
import { test as browserTest, expect as browserExpect, type SignUp } from "../support/test.ts";
import { SimulatedContext } from "./context.ts";
import { expect as simulatedExpect } from "./expect.ts";
import type { SimulatedPage } from "./page.ts";
import { pageScripts } from "./scripts.ts";

/**
 * Tests of screens in a simulated browser: the whole app and a real server, without layout, painting and stylesheets.
 * They take a fifth of the time. What depends on sizes, colours, files or the browser itself is tested in a real one.
 * `IN_BROWSER=1` runs these tests in a real browser as well.
 */
const simulatedTest = browserTest.extend<{ zone: undefined }>({
  // Pages share the process with the test, and with it the time zone.
  zone: [
    async ({ timezoneId }, use) => {
      const before = process.env.TZ;
      process.env.TZ = timezoneId;
      await use(undefined);
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    },
    { auto: true },
  ],
  page: async ({ node }, use) => {
    const { page, context } = await openSeat(node);
    await use(asPage(page));
    await context.close();
  },
  someone: ({ node }, use) => signingUp(node, use),
  mailed: ({ mailedNode: node }, use) => signingUp(node, (someone) => use({ node, someone })),
});

async function openSeat(node: RunningNode): Promise<{ context: SimulatedContext; page: SimulatedPage }> {
  const context = new SimulatedContext(node.url, await pageScripts());
  return { context, page: await context.newPage() };
}

async function signingUp(node: RunningNode, use: (signUp: SignUp) => Promise<void>): Promise<void> {
  const opened: SimulatedContext[] = [];
  await use(async (name) => {
    const account = await makeAccount(node, name);
    const { context, page } = await openSeat(node);
    opened.push(context);
    await context.addCookies([account.cookie]);
    return { ...account, context: context as unknown as BrowserContext, page: asPage(page) };
  });
  await Promise.all(opened.map((context) => context.close()));
}

/** A page that has a part of Playwright's interface; what it doesn't have fails when it is called. */
const asPage = (page: SimulatedPage) => page as unknown as Page;

const isInBrowser = process.env.IN_BROWSER === "1";
export const test = isInBrowser ? browserTest : simulatedTest;
export const expect = isInBrowser ? browserExpect : (simulatedExpect as typeof browserExpect);

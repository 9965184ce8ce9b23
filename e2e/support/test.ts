import { type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { simulatedSeats } from "../simulated-browser/seats.ts";
import { expect } from "./expect.ts";
import { startMailServer } from "./mail-server.ts";
import { patientBrowser } from "./patient.ts";
import { makeAccount, type Person } from "./people.ts";
import { type RunningNode, startRunningNode } from "./running-node.ts";
import { type Seat, Seats } from "./seats.ts";

/** Creates an account for a person and a signed-in browser context, for the duration of the test. */
export type SignUp = (name: string, options?: BrowserContextOptions) => Promise<Person & { page: Page }>;

/** The worker's seats, as used by one test. */
type SeatsOfTest = {
  take(options: BrowserContextOptions): Promise<Seat>;
  giveBack(seat: Seat): Promise<void>;
};

type Fixtures = {
  /**
   * Whether the rooms' work in the background (reminders, messages to webhooks, exports) runs on the servers of `someone`
   * and `mailed`; off unless a file needs it.
   */
  hasBackground: boolean;
  seats: SeatsOfTest;
  someone: SignUp;
  /** A server with a mail server, where addresses can be verified, and a sign-up for it. */
  mailed: { node: RunningNode; someone: SignUp };
};

/** Tests in a real browser, on a real server with its own database, one per worker. */
export const test = base.extend<Fixtures, { node: RunningNode; mailedNode: RunningNode; allSeats: Seats }>({
  browser: [async ({ browser }, use) => use(patientBrowser(browser)), { scope: "worker" }],
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const node = await startRunningNode({}, { hasBackground: false });
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  mailedNode: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const mail = await startMailServer();
      const env = { SMTP_URL: mail.url, MAIL_FROM: "care@example.org" };
      const node = await startRunningNode(env, { hasBackground: false });
      await use({ ...node, letters: mail.letters });
      await node.remove();
      await mail.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  allSeats: [
    async ({ browser }, use) => {
      const seats = new Seats(browser);
      await use(seats);
      await seats.close();
    },
    { scope: "worker" },
  ],
  hasBackground: [false, { option: true }],
  // All settings that Playwright gives to a new context by itself; `test.use` changes them between tests of a file.
  seats: async (
    {
      allSeats,
      viewport,
      isMobile,
      hasTouch,
      colorScheme,
      locale,
      timezoneId,
      permissions,
      userAgent,
      javaScriptEnabled,
      contextOptions,
      serviceWorkers,
    },
    use,
    test,
  ) => {
    const defaults = {
      viewport,
      isMobile,
      hasTouch,
      colorScheme,
      locale,
      timezoneId,
      permissions,
      userAgent,
      javaScriptEnabled,
      contextOptions,
      serviceWorkers,
    };
    await use({
      take: (options) => allSeats.take(options, defaults),
      giveBack: (seat) => allSeats.giveBack(seat, test.status !== test.expectedStatus),
    });
  },
  baseURL: async ({ node }, use) => use(node.url),
  // A seat as well: somebody who isn't signed in.
  page: async ({ node, seats }, use) => {
    const seat = await seats.take({ baseURL: node.url });
    await use(seat.page);
    await seats.giveBack(seat);
  },
  someone: ({ node, seats, hasBackground }, use) =>
    withBackground(node, hasBackground, () => signingUp(node, seats, use)),
  mailed: ({ mailedNode: node, seats, hasBackground }, use) =>
    withBackground(node, hasBackground, () => signingUp(node, seats, (someone) => use({ node, someone }))),
});

/**
 * Tests of what a screen shows and does, in a simulated browser: the built app and the real server, without layout,
 * styles and painting, in half the time. What depends on sizes, colours, files, other tabs or the browser
 * itself is a `test`. `REAL_BROWSER=1` runs these in a real browser as well (docs/how/simulated-browser.md).
 */
export const screenTest = process.env.REAL_BROWSER
  ? test
  : test.extend<{ zone: undefined }>({
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
      seats: async ({}, use) => use(simulatedSeats),
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
    });

async function withBackground(node: RunningNode, isOn: boolean, use: () => Promise<void>): Promise<void> {
  if (!isOn) return use();
  await node.setBackground(true);
  await use();
  await node.setBackground(false);
}

async function signingUp(
  node: RunningNode,
  { take, giveBack }: SeatsOfTest,
  use: (signUp: SignUp) => Promise<void>,
): Promise<void> {
  const seats: Seat[] = [];
  await use(async (name, options = {}) => {
    const account = await makeAccount(node, name);
    const seat = await take({ baseURL: node.url, ...options });
    seats.push(seat);
    await seat.context.addCookies([account.cookie]);
    return { ...account, ...seat };
  });
  await Promise.all(seats.map(giveBack));
}

export { expect };

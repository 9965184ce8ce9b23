import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "@playwright/test";

/** A browser context with its first page, for one person. */
export type Seat = { context: BrowserContext; page: Page };

type KeptSeat = Seat & {
  key: string;
  isDirty: boolean;
  viewport: { width: number; height: number } | null;
  colorScheme: BrowserContextOptions["colorScheme"];
  /** The context's original method for a DevTools session, whose use isn't recorded as a mark. */
  devtools: () => Promise<CDPSession>;
};

/** The most free seats that stay open. */
const MOST_FREE = 6;

/** Calls that change a page or a context irreversibly: after one of these the seat isn't reused. */
const MARKS = [
  "addInitScript",
  "exposeFunction",
  "exposeBinding",
  "routeWebSocket",
  "routeFromHAR",
  "setExtraHTTPHeaders",
  "setOffline",
  "grantPermissions",
  "newCDPSession",
  "setDefaultTimeout",
  "setDefaultNavigationTimeout",
  "addLocatorHandler",
];

const PAGE_EVENTS = [
  "console",
  "crash",
  "dialog",
  "domcontentloaded",
  "download",
  "filechooser",
  "frameattached",
  "framedetached",
  "framenavigated",
  "load",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
];
const CONTEXT_EVENTS = [
  "console",
  "dialog",
  "page",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "weberror",
];

/** All that a page can store in its browser, except for the cache of files. */
const STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage";

/**
 * The seats of a worker, reused by later tests. A new context has a process of its own that reads and compiles the
 * whole app again: more than half of the cost of a test's first page. A reused seat has an empty storage and no
 * cookies or history, like a new one.
 */
export class Seats {
  readonly #browser: Browser;
  #free: KeptSeat[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A seat for these browser options; `defaults` are those of the test, which Playwright adds by itself. */
  async take(options: BrowserContextOptions, defaults: BrowserContextOptions): Promise<Seat> {
    const key = JSON.stringify([options, defaults]);
    const found = this.#free.findIndex((seat) => seat.key === key);
    if (found >= 0) return this.#free.splice(found, 1)[0]!;
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    const devtools = context.newCDPSession.bind(context, page);
    const { colorScheme = "light" } = { ...defaults, ...options };
    const viewport = page.viewportSize();
    const seat: KeptSeat = { context, page, key, isDirty: false, viewport, colorScheme, devtools };
    watch(context, seat);
    watch(page, seat);
    return seat;
  }

  /**
   * Clears a seat for the next test; closes it when it can't be cleared, or when the test needs it to show how it
   * failed.
   */
  async giveBack(given: Seat, hasFailed: boolean): Promise<void> {
    const seat = given as KeptSeat;
    const isKept =
      !hasFailed && !process.env.TRACE && !seat.isDirty && (await clear(seat).catch(() => false));
    if (!isKept) return seat.context.close();
    this.#free.push(seat);
    if (this.#free.length > MOST_FREE) await this.#free.shift()!.context.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(({ context }) => context.close()));
  }
}

/** Records irreversible calls on a page or a context. */
function watch(target: Page | BrowserContext, seat: KeptSeat): void {
  const methods = target as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of MARKS) {
    const method = methods[name]?.bind(target);
    if (!method) continue;
    methods[name] = (...args) => {
      seat.isDirty = true;
      return method(...args);
    };
  }
  const { clock } = target;
  Object.defineProperty(target, "clock", {
    get() {
      seat.isDirty = true;
      return clock;
    },
  });
}

/** Resets a seat to the state of a new one; false when that isn't possible. */
async function clear({ context, page, viewport, colorScheme, devtools }: KeptSeat): Promise<boolean> {
  if (page.isClosed()) return false;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  if (page.url() === "about:blank" && context.pages().length === 1) {
    await context.clearCookies();
    return true;
  }
  const { protocol, origin } = new URL(page.url());
  if (protocol !== "http:") return false;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  // Leaves the app, which would go on to store data. A text file of the same server keeps the process.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  const tools = await devtools();
  await tools.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED });
  await tools.send("Page.resetNavigationHistory");
  await tools.detach();
  await context.clearCookies();
  await page.mouse.move(0, 0);
  return true;
}

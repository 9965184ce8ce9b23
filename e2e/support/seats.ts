import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import { forgetTraffic } from "./axe.ts";

/** What somebody sits at: a browser context, which knows nobody else, and its first page. */
export type Seat = { context: BrowserContext; page: Page };

type KeptSeat = Seat & {
  key: string;
  isDirty: boolean;
  viewport: { width: number; height: number } | null;
  /** The context's own way to the browser's tools, which doesn't count as a mark. */
  devtools: () => Promise<CDPSession>;
};

/** Seats that stay open while nobody sits there. */
const MOST_FREE = 4;

/** What can't be taken back from a page or a context: whoever sat there with one of these was the last. */
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
  "emulateMedia",
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

/** All that a page can keep in its browser, but for the cache of files. */
const STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage";

/**
 * The seats of a worker, used again by the next test. A new context has a process of its own that reads and compiles the
 * whole program anew: more than half of what the first page of a test costs. A seat is given on with an empty storage, without
 * cookies and history, as a new one is.
 */
export class Seats {
  readonly #browser: Browser;
  #free: KeptSeat[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A seat for a browser of such a kind; `defaults` are those of the test, which Playwright adds by itself. */
  async take(options: BrowserContextOptions, defaults: object): Promise<Seat> {
    const key = JSON.stringify([options, defaults]);
    const found = this.#free.findIndex((seat) => seat.key === key);
    if (found >= 0) return this.#free.splice(found, 1)[0]!;
    const context = await this.#browser.newContext(options);
    const page = patient(await context.newPage());
    const devtools = context.newCDPSession.bind(context, page);
    const seat: KeptSeat = { context, page, key, isDirty: false, viewport: page.viewportSize(), devtools };
    watch(context, seat);
    watch(page, seat);
    return seat;
  }

  /** Clears a seat for the next one; closes it when something would stay, or when the test wants to show how it failed. */
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

/** Notes when something is done to a page or a context that would stay. */
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

/** Makes a seat like a new one; false when it can't be. */
async function clear({ context, page, viewport, devtools }: KeptSeat): Promise<boolean> {
  if (page.isClosed()) return false;
  if (page.url() === "about:blank" && context.pages().length === 1) {
    await context.clearCookies();
    return true;
  }
  const { protocol, origin } = new URL(page.url());
  if (protocol !== "http:") return false;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
  forgetTraffic(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  // Away from the program, which would go on to write. A text of the same server keeps the process.
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
  if (viewport) await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  return true;
}

/**
 * A page that goes to another address, or loads anew, only once what was closed has left its history: the step back that takes a closed
 * dialog's entry away would end the load of the address, which a test asks for sooner than people type one.
 */
export function patient(page: Page): Page {
  const settled = () =>
    page
      .waitForFunction(() => !(history.state?.layers?.depth > 0), null, { timeout: 1000 })
      // A dialog that stays open keeps its entry; then nothing is about to move.
      .catch(() => {});
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    await settled();
    return goto(...args);
  };
  page.reload = async (...args) => {
    await settled();
    return reload(...args);
  };
  return page;
}

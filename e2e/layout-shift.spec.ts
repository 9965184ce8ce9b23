import type { Browser, BrowserContext, Page } from "@playwright/test";
import { promote } from "./support/admin.ts";
import { atRest } from "./support/axe.ts";
import { ADMIN_SCREENS, careScreens, PUBLIC_SCREENS } from "./support/every-screen.ts";
import { notebookOf, type Person } from "./support/people.ts";
import { slowDown } from "./support/slow-browser.ts";
import { expect, type SignUp, test } from "./support/test.ts";

/** The most that a screen may shift while it loads; 1 is the whole window by its whole height. */
const MOST = 0.05;
/** By how much each file comes later, ms. */
const LATENCY_MS = 60;
/** Screens that are open at the same time. */
const PAGES = 3;

/** Screens that shift more for a reason. */
const KNOWN = [
  // Only the files themselves say how many and how large they are.
  { path: /\/note\/[0-9a-z]{6}$/, most: 0.08 },
];

type Shift = { value: number; sources: string[] };

/** Opens each address on a phone where neither code nor answers come at once, and lists the screens that shift. */
async function findShifting(
  browser: Browser,
  baseURL: string,
  person: (Person & { context: BrowserContext }) | null,
  paths: readonly string[],
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    ...(person && { storageState: await person.context.storageState() }),
  });
  await slowDown(context, ["answers"]);
  await context.addInitScript(recordShifts);
  const waiting = [...new Set(paths)];
  const found: string[] = [];
  const openNext = async () => {
    const page = await context.newPage();
    await loadSlowly(page);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      await atRest(page);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      if (process.env.SHIFTS) console.log(path, sum.toFixed(3), JSON.stringify(shifts));
      if (sum < (KNOWN.find((known) => known.path.test(path))?.most ?? MOST)) continue;
      const largest = shifts.sort((a, b) => b.value - a.value).slice(0, 3);
      const words = largest.map(({ value, sources }) => `${value.toFixed(3)} ${sources.join(" and ")}`);
      found.push(`${path} shifts by ${sum.toFixed(3)}: ${words.join("; ")}`);
    }
  };
  await Promise.all(Array.from({ length: PAGES }, openNext));
  await context.close();
  return found.sort();
}

/** Each page load fetches all files anew, each with a latency. */
async function loadSlowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Runs in the page: keeps each shift that no input caused, with the elements that moved most. */
function recordShifts(): void {
  // How soon a late server counts as lost depends on how busy the machine is.
  document.addEventListener("DOMContentLoaded", () => {
    const style = document.createElement("style");
    style.textContent = "[role=status][class*=_banner_], [data-connection] { display: none; }";
    document.head.append(style);
  });
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  const nameOf = ({ node, previousRect, currentRect }: Source) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const name = element?.getAttribute("class") || element?.id;
    const text = (element?.textContent ?? "").trim().slice(0, 30);
    return `${element?.tagName.toLowerCase()}.${name} "${text}" from ${previousRect.y} to ${currentRect.y}`;
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
      if (!hadRecentInput) shifts.push({ value, sources: sources.slice(0, 2).map(nameOf) });
  }).observe({ type: "layout-shift", buffered: true });
}

test("no public page shifts while it loads", async ({ browser, node }) => {
  const paths = PUBLIC_SCREENS.map(({ path }) => path);
  expect(await findShifting(browser, node.url, null, paths)).toEqual([]);
});

/** The screens of the app are opened by several tests, so that workers share them. */
const PARTS = 3;

for (let part = 0; part < PARTS; part++)
  test(`no screen of the app shifts while it loads, ${part + 1} of ${PARTS}`, async ({
    browser,
    node,
    someone,
  }) => {
    const [anna, jonas] = await twoPeople(someone);
    const screens = await careScreens(node, anna, jonas);
    const paths = [...new Set(screens.map(({ path }) => path))];
    const own = paths.filter((_, index) => index % PARTS === part);
    expect(await findShifting(browser, node.url, anna, own)).toEqual([]);
  });

test("no page of the back-office shifts while it loads", async ({ browser, node, someone }) => {
  const admin = await someone("Susi Super");
  await promote(node, admin, true);
  await notebookOf(admin);
  const paths = ADMIN_SCREENS.map(({ path }) => path);
  expect(await findShifting(browser, node.url, admin, paths)).toEqual([]);
});

const twoPeople = (someone: SignUp) =>
  Promise.all([someone("Annemarie Schwarzenberger-Keller"), someone("Jonas Weber")]);

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../e2e/support/chromium.ts";
import { notebookOf, type Person, signUpPerson } from "../../e2e/support/people.ts";
import { startRunningNode } from "../../e2e/support/running-node.ts";
import { CLIENT, ensureBuilt } from "../../server/build/build.ts";
import { clockIn, everyDayAt, planOf } from "../../test/plans.ts";
import { percentile, type Row, round } from "../statistics.ts";

const PHONE = { width: 390, height: 844 };
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 400;
const BYTES_PER_SECOND = 400_000 / 8;
const ROUNDS = 3;
const GOALS_S = { "in a new browser": 5, "after an update": 5, "a second time": 2 };
const ZONE = "UTC";

type Kind = keyof typeof GOALS_S;
type Load = { seconds: number; bytes: number; requests: number };

/**
 * Home on a slow phone, 400 kbit/s with a latency of 400 ms and a quarter of the processor: seconds until the first due
 * dose can be given. In a new browser, which has only the session's cookie; after an update, where it keeps its storage
 * but all files are new; and a second time, with the cache. Medians of three. The latency counts for requests; messages
 * of the live connection come at once.
 */
export async function measureSlowPhone(): Promise<Row[]> {
  await ensureBuilt(CLIENT);
  const node = await startRunningNode();
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await signUpPerson(node, browser, "Anna Keller", { timezoneId: ZONE });
    const notebook = await notebookOf(person, "Rosa Blum", ZONE);
    await planOf(person, notebook._id, "ramipril", everyDayAt(clockIn(5, ZONE)));
    const loads: Record<Kind, Load[]> = {
      "in a new browser": [],
      "after an update": [],
      "a second time": [],
    };
    for (let i = 0; i < ROUNDS; i++) {
      const context = await openPhone(browser, node.url, person);
      loads["in a new browser"].push(await openHome(context));
      // What the app leaves for later is fetched at full speed, before it is opened again.
      const page = await context.newPage();
      await page.goto("/home");
      await page.waitForLoadState("networkidle");
      await page.close();
      loads["a second time"].push(await openHome(context));
      await forgetFiles(context, node.url);
      loads["after an update"].push(await openHome(context));
      await context.close();
    }
    return (Object.keys(GOALS_S) as Kind[]).map((kind) => toRow(kind, loads[kind]));
  } finally {
    await browser.close();
    await node.remove();
  }
}

const openPhone = async (browser: Browser, baseURL: string, person: Person & { context: BrowserContext }) =>
  browser.newContext({
    baseURL,
    viewport: PHONE,
    timezoneId: ZONE,
    storageState: await person.context.storageState(),
  });

/** Removes all files of the app from a browser, as an update makes them useless. */
async function forgetFiles(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "cache_storage,service_workers",
  });
  await page.close();
}

/** Opens home in a new page, and measures until the first "Give" is visible. */
async function openHome(context: BrowserContext): Promise<Load> {
  const page = await context.newPage();
  const count = await slowDown(page);
  const start = performance.now();
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByRole("button", { name: /^Give/ }).first().waitFor();
  const load = { seconds: (performance.now() - start) / 1000, ...count };
  if (process.env.WATERFALL) console.log(await listRequests(page));
  await page.close();
  return load;
}

/** Makes a page slow, and counts what it loads from then on. */
async function slowDown(page: Page): Promise<{ bytes: number; requests: number }> {
  const session = await page.context().newCDPSession(page);
  const count = { bytes: 0, requests: 0 };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    count.bytes += encodedDataLength;
    if (encodedDataLength > 0) count.requests++;
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return count;
}

/** The page's requests in their order: when each began and ended, ms, its bytes and its name. */
const listRequests = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .map(({ startTime, responseEnd, transferSize, name }) =>
        [Math.round(startTime), Math.round(responseEnd), transferSize, name.replace(/.*\//, "")].join("\t"),
      )
      .join("\n"),
  );

function toRow(kind: Kind, loads: readonly Load[]): Row {
  const median = (values: number[]) => percentile(values, 0.5);
  const seconds = median(loads.map((load) => load.seconds));
  const kB = median(loads.map((load) => load.bytes)) / 1000;
  const requests = median(loads.map((load) => load.requests));
  return {
    what: `home on a slow phone until the first dose can be given, ${kind}, p50`,
    ours: `${round(seconds, 1)} s, ${round(kB, 0)} kB in ${requests} requests`,
    floor: "–",
    ratio: null,
    goal: `≤ ${GOALS_S[kind]} s`,
    met: seconds <= GOALS_S[kind],
  };
}

import type { Page, Request } from "@playwright/test";
import axe, { type AxeResults } from "axe-core";
import { expect } from "./expect.ts";

/** The longest wait until a page stops moving, ms; then it is checked as it is. */
const AT_MOST_MS = 5000;

type Traffic = { open: Set<Request>; changedAt: number };
const traffic = new WeakMap<Page, Traffic>();

/**
 * The violations that axe finds on a page as it is. It looks at the page only, not into frames; there are none. Its
 * script is put into each document once: that takes as long as half a check.
 */
async function violationsOn(page: Page): Promise<AxeResults["violations"]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const found = await axe.run(document, { resultTypes: ["violations"], iframes: false });
    return found.violations;
  });
}

/** Fails with the violations that axe finds once the page has stopped moving. */
export async function expectClean(page: Page, name = "the page"): Promise<void> {
  await atRest(page);
  const violations = await violationsOn(page);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  expect(found, name).toEqual([]);
}

/** Each scheme at one width. All four combinations would take minutes more. */
export const LOOKS = [
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
] as const;

/**
 * Fails with the violations that axe finds in either scheme, at desktop and phone width; the page keeps the phone's
 * width.
 */
export async function expectCleanInBothLooks(page: Page, name = "the page"): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await expectClean(page, `${name}, ${colorScheme}, ${width} px`);
  }
}

/** Waits until nothing loads or moves: axe would otherwise judge a colour in the middle of a transition. */
async function atRest(page: Page): Promise<void> {
  const seen = await trafficOf(page);
  const until = performance.now() + AT_MOST_MS;
  let quietLooks = 0;
  while (quietLooks < 2 && performance.now() < until) {
    const isLoading = seen.open.size > 0 || performance.now() - seen.changedAt < 100;
    quietLooks = isLoading || (await page.evaluate(isMoving)) ? 0 : quietLooks + 1;
    await page.waitForTimeout(40);
  }
}

async function trafficOf(page: Page): Promise<Traffic> {
  const known = traffic.get(page);
  if (known) return known;
  const own: Traffic = { open: new Set(), changedAt: performance.now() };
  traffic.set(page, own);
  page.on("request", (request) => own.open.add(request));
  const end = (request: Request) => {
    own.open.delete(request);
    own.changedAt = performance.now();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  // Requests that began before they were counted.
  await page.waitForLoadState("networkidle");
  return own;
}

/** Counts a page's requests from zero at the next check: the page of a former test has lost its listeners. */
export const forgetTraffic = (page: Page): unknown => traffic.delete(page);

/** Runs in the page: whether something is still loading or moving. */
function isMoving(): boolean {
  const comes = document.querySelector(".mantine-Skeleton-root[data-visible]") !== null;
  return (
    comes ||
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
      )
  );
}

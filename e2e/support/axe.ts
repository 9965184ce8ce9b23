import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, type Request } from "@playwright/test";

/** How long a page may take to come to rest before it is looked at as it is, ms. */
const AT_MOST_MS = 5000;

type Traffic = { open: Set<Request>; changedAt: number };
const traffic = new WeakMap<Page, Traffic>();

/**
 * What axe finds wrong with a page as it is. In its own page's way ("legacy"), which saves opening another one for each
 * look and leaves out nothing but frames of other origins; there are none.
 */
const lookWithAxe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();

/** Fails with what axe finds wrong with a page once it has come to rest. */
export async function expectClean(page: Page, name = "the page"): Promise<void> {
  await atRest(page);
  const { violations } = await lookWithAxe(page);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  expect(found, name).toEqual([]);
}

/** Where axe looks: in both schemes, each at one width. All four pairs would take minutes more. */
export const LOOKS = [
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
] as const;

/** Fails with what axe finds wrong with a page in either scheme, at a desk and on a phone; it is left as on a phone. */
export async function expectCleanInBothLooks(page: Page, name = "the page"): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await expectClean(page, `${name}, ${colorScheme}, ${width} px`);
  }
}

/** Waits until nothing is loaded or moves: a colour on its way to another one would be judged in between. */
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
  // What began before anybody counted.
  await page.waitForLoadState("networkidle");
  return own;
}

/** Counts a page's traffic anew when it is looked at next: the page of a former test has lost its listeners. */
export const forgetTraffic = (page: Page): unknown => traffic.delete(page);

/** Runs in the page: whether something is still to come, or on its way. */
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

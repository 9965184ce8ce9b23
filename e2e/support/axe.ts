import { type Page, test } from "@playwright/test";
import axe, { type AxeResults } from "axe-core";
import { expect } from "./expect.ts";

/** The longest wait until a page stops moving, ms; then it is checked as it is. */
const AT_MOST_MS = 5000;
/** So many frames in a row without a change show that a page is at rest. */
const QUIET_FRAMES = 8;

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

/** How screens are looked at. */
type Look = { colorScheme: "dark" | "light"; width: number };

const PHONE: Look = { colorScheme: "light", width: 390 };
const DESK: Look = { colorScheme: "dark", width: 1280 };
const DARK_PHONE: Look = { colorScheme: "dark", width: 390 };
const ALL_LOOKS: readonly Look[] = [DESK, { colorScheme: "light", width: 1280 }, DARK_PHONE, PHONE];

/** Whether each screen is checked in each look, as in the drill `axe`; the gate takes one look for each screen. */
export const HAS_ALL_LOOKS = process.env.LOOKS === "all";
/** The looks for tests that are declared once for each look. */
export const LOOKS: readonly Look[] = HAS_ALL_LOOKS ? ALL_LOOKS : [DARK_PHONE];

/** How many screens each test has checked. */
const checked = new Map<string, number>();

/** The looks of a test's next screen; in the gate one of two, which alternate. */
function nextLooks(): readonly Look[] {
  if (HAS_ALL_LOOKS) return ALL_LOOKS;
  const { testId } = test.info();
  // Not the same look for the first screen of all tests.
  const count = checked.get(testId) ?? testId.charCodeAt(testId.length - 1);
  checked.set(testId, count + 1);
  return [count % 2 === 0 ? DESK : PHONE];
}

/**
 * Fails with the violations that axe finds on a screen in its looks; the page then has a phone's width and the light
 * scheme.
 */
export async function expectCleanScreen(page: Page, name = "the page"): Promise<void> {
  for (const look of nextLooks()) {
    await setLook(page, look);
    await expectClean(page, `${name}, ${look.colorScheme}, ${look.width} px`);
  }
  await setLook(page, PHONE);
}

async function setLook(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 844 });
}

/** Waits until nothing loads, moves or changes: axe would otherwise judge a colour in the middle of a transition. */
export async function atRest(page: Page): Promise<void> {
  await page
    .waitForFunction(hasRested, QUIET_FRAMES, { polling: "raf", timeout: AT_MOST_MS })
    .catch((error: Error) => {
      if (error.name !== "TimeoutError") throw error;
    });
}

/**
 * Shows the app's font, in which screens are measured: one that was complete before the font came has the device's own
 * until the next one, as it happens.
 */
export const showAppFont = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.load('1em "Atkinson Hyperlegible Next Variable"');
    delete document.documentElement.dataset.font;
    await document.fonts.ready;
  });

/** Runs in the page, at each frame: whether nothing has loaded, moved or changed for so many frames. */
function hasRested(frames: number): boolean {
  type Rest = { quiet: number; resources: number };
  const window = globalThis as unknown as { restOfTests?: Rest };
  window.restOfTests ??= observe();
  const rest = window.restOfTests;
  const resources = performance.getEntriesByType("resource").length;
  const isLoading =
    rest.resources !== resources ||
    document.readyState !== "complete" ||
    document.fonts.status !== "loaded" ||
    document.querySelector(".mantine-Skeleton-root[data-visible], [aria-busy=true]") !== null ||
    // The code is there and the data isn't: nothing moves, but a text says that it loads.
    /\b(Loading|Getting)\b[\w ]*(\.{3}|…)/.test(document.body.textContent) ||
    [...document.images].some((image) => !image.complete && image.loading !== "lazy");
  rest.resources = resources;
  const isMoving = document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    );
  rest.quiet = isLoading || isMoving ? 0 : rest.quiet + 1;
  if (rest.quiet <= frames) return false;
  rest.quiet = 0;
  return true;

  function observe(): Rest {
    const own: Rest = { quiet: 0, resources: 0 };
    new MutationObserver(() => {
      own.quiet = 0;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    return own;
  }
}

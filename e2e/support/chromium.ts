import { existsSync } from "node:fs";

/** The same engine without a window and its own interface, which use as much of the processor as the tests do. */
export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const PLACES = [
  process.env.CHROMIUM_PATH,
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/** No requests of the browser itself: no updates, experiments or sync. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages live for seconds: the two optimizing compilers cost more than they save.
  "--js-flags=--no-opt,--no-maglev",
  // No spare process for a page that never comes. Only the last such flag counts, so it repeats Playwright's own.
  `--disable-features=${[
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "SpareRendererForSitePerProcess",
    "ThirdPartyStoragePartitioning",
  ].join()}`,
];

/** The path of an installed Chromium. Throws one line that says what to do when there is none. */
export const findChromium = (): string => firstOf(PLACES);

/** As `findChromium`, but one with everything: without its own interface it refuses all permissions of notifications. */
export const findWholeChromium = (): string => firstOf(PLACES.filter((path) => path !== HEADLESS_SHELL));

function firstOf(places: readonly (string | undefined)[]): string {
  const found = places.find((path) => path && existsSync(path));
  if (!found) {
    throw new Error(
      "No Chromium found: install the package `chromium`, or set CHROMIUM_PATH to a browser's path.",
    );
  }
  return found;
}

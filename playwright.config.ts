import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./e2e/support/chromium.ts";
import { keepTemporaryFilesInMemory } from "./test/temporary-files.ts";
// Rules that tests call write their texts.
import "./server/words/texts.ts";

/** Files with launch options, browsers or servers of their own. */
const OWN =
  /(?:copy-page|cut-journeys|home-network|hosted-sign-in|kept-answers|offline|other-browsers|other-person-device|push|recorder|reminders|sign-in-again|webhooks|without-server)\.spec\.ts$/;

// What V8 made of the packages and of our sources is kept for the processes of a run.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");
// Node runs our sources as they are: Playwright would transform each of them, in each worker.
process.env.PW_DISABLE_TS_ESM = "1";

keepTemporaryFilesInMemory();

export default defineConfig({
  testDir: "e2e",
  build: { external: ["**/*.ts"] },
  globalSetup: "./e2e/support/global-setup.ts",
  // Two cores: with a third worker everything takes longer, and what a test allows for is used up by the others.
  workers: 2,
  fullyParallel: false,
  // Files that need a browser or a server of their own run first: each makes a worker that only its own tests can use,
  // and at the end no other test would be left for the rest of them.
  projects: [
    ...(process.env.DRILL ? [{ name: "drill", testMatch: /\.drill\.ts$/ }] : []),
    { name: "own", testMatch: OWN },
    // Where every test has a real browser, those of the simulated one have nothing to show.
    { name: "shared", testIgnore: process.env.REAL_BROWSER ? [OWN, /simulated-browser\.spec\.ts$/] : OWN },
  ],
  // What waits goes on as soon as it can; a busy machine must not end it.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    // It answers before a test's own `route` can; tests of the worker allow it.
    serviceWorkers: "block",
    // Recording each step takes a fifth of the time; `TRACE=1 npm run test:browser -- <spec>` shows how one went wrong.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
});

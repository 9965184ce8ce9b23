import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../e2e/support/chromium.ts";
import { ADMIN_SCREENS, careScreens, PUBLIC_SCREENS } from "../e2e/support/every-screen.ts";
import { FAKE_DEVICES } from "../e2e/support/recorder.ts";
import { type RunningNode, startRunningNode } from "../e2e/support/running-node.ts";
import { CLIENT, ensureBuilt } from "../server/build/build.ts";
import { showKeys } from "./screenshots/keys.ts";
import { openScene } from "./screenshots/open.ts";
import { setScene } from "./screenshots/scenes.ts";

// `npm run screenshots -- [directory [name …]]` takes screenshots of a real server with an invented notebook;
// `-- --readme` those of the README, and `-- --keys [directory]` shows translators where each text is seen.

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };
const SCHEMES = ["light", "dark"] as const;

/** The screenshots of the README, one screen high. */
const README = [
  "notebooks-desk-light",
  "note-phone-light",
  "notes-desk-light",
  "tasks-phone-light",
  "doses-phone-light",
  "handover-phone-light",
  "notifications-phone-light",
  "calendar-desk-light",
  "program-phone-light",
  "notebook-edit-medical-desk-dark",
  "invitation-phone-dark",
  "members-phone-light",
  "home-phone-light",
  "recorder-phone-light",
  "admin-notes-desk-light",
];

const [mode, ...others] = process.argv.slice(2);
await ensureBuilt(CLIENT);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...CHROMIUM_FLAGS, ...FAKE_DEVICES],
});
const node = await startRunningNode();
try {
  if (mode === "--keys") await takeKeys(node, browser, others[0] ?? join("test-results", "keys"));
  else if (mode === "--readme")
    await takeScreenshots(node, browser, join("docs", "screenshots"), {
      fullPage: false,
      isWanted: (_, picture) => README.includes(picture),
    });
  else
    await takeScreenshots(node, browser, mode ?? join("test-results", "screenshots"), {
      fullPage: true,
      isWanted: (name) => others.length === 0 || others.includes(name),
    });
} finally {
  await browser.close();
  await node.remove();
}

type Wishes = { fullPage: boolean; isWanted: (name: string, picture: string) => boolean };

/** Takes a picture of each wanted scene at both widths, light and dark. */
async function takeScreenshots(
  node: RunningNode,
  browser: Browser,
  directory: string,
  { fullPage, isWanted }: Wishes,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const { scenes } = await setScene(node, browser);
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    for (const colorScheme of SCHEMES) {
      for (const scene of scenes) {
        const picture = `${scene.name}-${width}-${colorScheme}`;
        if (!isWanted(scene.name, picture)) continue;
        const page = await openScene(browser, { url: node.url, viewport, colorScheme }, scene);
        await page.screenshot({ path: join(directory, `${picture}.png`), fullPage });
        await page.context().close();
      }
    }
  }
}

/** Takes pictures of all scenes, and of all screens that the browser tests open, and shows each key in them. */
async function takeKeys(node: RunningNode, browser: Browser, directory: string): Promise<void> {
  const { anna, jonas, administrator, scenes } = await setScene(node, browser);
  const screens = await careScreens(node, anna, jonas);
  const all = [
    ...scenes,
    ...PUBLIC_SCREENS.map((screen) => ({ ...screen, by: anna, signedOut: true })),
    ...screens.map((screen) => ({ ...screen, by: anna })),
    ...ADMIN_SCREENS.map((screen) => ({ ...screen, by: administrator })),
  ].map((scene) => ({ name: scene.path, ...scene }));
  const { shown, all: count } = await showKeys(browser, node.url, directory, all);
  console.log(`${shown} of ${count} texts are shown in ${join(directory, "index.html")}`);
}

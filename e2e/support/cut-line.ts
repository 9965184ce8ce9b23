import type { Page } from "@playwright/test";
import { freePort } from "../../server/http/free_port.ts";
import { type FaultProxy, startProxy } from "../../test/proxy.ts";
import { type RunningNode, startRunningNode } from "./running-node.ts";
import { test as base, expect } from "./test.ts";

let proxy: FaultProxy;
/** What its server starts with the next time. */
export const env: NodeJS.ProcessEnv = {};

/**
 * Tests in a real browser, whose line to the server leads over a proxy that can be cut: Playwright's `setOffline` doesn't
 * reach a service worker (microsoft/playwright#2311). Its users mend the line after each test.
 */
export const test = base.extend<object, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const port = await freePort();
      proxy = await startProxy({ host: "127.0.0.1", port });
      Object.assign(env, { PORT: String(port), BASE_URL: `http://localhost:${proxy.port}` });
      const node = await startRunningNode(env, { hasBackground: false });
      await use({ ...node, url: env.BASE_URL! });
      await proxy.close();
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** The device has no connection to the server, or one that carries nothing. */
export function cutLine(how: "refuse" | "swallow") {
  if (how === "refuse") proxy.faults.refuse = true;
  else proxy.faults.swallow.down = true;
  proxy.cut();
}

export function mendLine() {
  proxy.faults.refuse = false;
  proxy.faults.swallow.down = false;
  proxy.cut();
}

/** The addresses that the browser keeps, by cache. */
export const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("CareDiary app "));
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return Promise.all(names.map(paths));
  });

/** Waits until the browser keeps a file: the page, or one of those that are kept after it. */
export const waitUntilKept = (page: Page, file: RegExp, builds = 1) =>
  expect
    .poll(async () => (await kept(page)).map((paths) => paths.some((path) => file.test(path))), {
      timeout: 60_000,
    })
    .toEqual(Array.from({ length: builds }, () => true));

/** The last file of the list. */
export const LAST_FILE = /-latin-ext-/;

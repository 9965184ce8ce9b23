import { createHash } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { convexToJson, type Value } from "convex/values";
import { getResultKey } from "../../app/sync/kept/policy.ts";
import { expect } from "./test.ts";

/** The server's answers don't arrive, while its files do: those are the worker's part. Returns how they arrive again. */
export async function loseServer(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route("**/api/**", (route) => route.abort("internetdisconnected"));
  let isAway = true;
  await context.routeWebSocket(/\/sync/, (socket) => {
    if (isAway) socket.close();
    else socket.connectToServer();
  });
  return async () => {
    isAway = false;
    await context.unroute("**/api/**");
  };
}

/** How many results this browser keeps, their names, and when the newest came, epoch ms. */
export const readKept = (page: Page) =>
  page.evaluate(async () => {
    const [found] = (await indexedDB.databases()).filter(({ name }) => name!.startsWith("CareDiaryKept "));
    if (!found) return { count: 0, names: [], newest: 0 };
    return new Promise<{ count: number; names: string[]; newest: number }>((resolve) => {
      const opening = indexedDB.open(found.name!);
      opening.onsuccess = () => {
        const reading = opening.result.transaction("results").objectStore("results").getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve({
            count: reading.result.length,
            names: reading.result.map(({ name }) => name),
            newest: Math.max(0, ...reading.result.map(({ at }) => at)),
          });
        };
      };
    });
  });

/** Waits until this browser keeps the results of queries that the page has. */
export async function waitForKept(page: Page, queries: Record<string, object>): Promise<void> {
  const names = Object.entries(queries).map(([udfPath, args]) =>
    createHash("sha256")
      .update(getResultKey(JSON.stringify({ udfPath, args: convexToJson(args as Value) }))!)
      .digest("hex"),
  );
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
      return (await readKept(page)).names;
    })
    .toEqual(expect.arrayContaining(names));
}

/** Opens each page, and waits until what it showed is kept. */
export async function visit(page: Page, paths: Record<string, string>) {
  for (const [path, text] of Object.entries(paths)) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    const shownAt = await page.evaluate(() => {
      window.dispatchEvent(new Event("pagehide"));
      return performance.timeOrigin;
    });
    await expect.poll(async () => (await readKept(page)).newest).toBeGreaterThan(shownAt);
  }
}

import { gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { holdTimers } from "./clock.ts";
import { expect } from "./test.ts";

/** What the app leaves for later begins after at least so long, ms. */
const LATER_MS = 1500;

/**
 * Opens an address and counts the scripts that its first screen loads, until it shows its last part and nothing on it
 * loads, with their bytes compressed by gzip. What the app loads later, when it is idle, never begins: on a busy machine
 * it would begin before the first screen is complete.
 */
export async function countFirstLoad(
  page: Page,
  address: string,
  lastPart: Locator = page.getByRole("heading", { level: 1 }),
): Promise<{ bytes: number; files: number }> {
  await holdTimers(page, LATER_MS);
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  await page.goto(address);
  await expect(lastPart).toBeVisible();
  // A title may come before the parts: the count would end with some of them or without.
  await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  let bytes = 0;
  for (const url of scripts) bytes += gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length;
  return { bytes, files: scripts.size };
}

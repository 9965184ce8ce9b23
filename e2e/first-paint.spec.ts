import { Transformer } from "@napi-rs/image";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

const PAPER = { light: [250, 246, 239], dark: [30, 26, 23] };

/** The painted colour at a point of the window. */
async function paintedColour(page: Page, x: number, y: number): Promise<number[]> {
  const picture = new Transformer(await page.screenshot({ animations: "disabled" }));
  const pixel = await picture.crop(x, y, 1, 1).rawPixels();
  return [...pixel.subarray(0, 3)];
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`a page whose scripts haven't loaded shows header, background and skeleton, ${colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    const heldRequests: (() => void)[] = [];
    await page.route("**/assets/**", async (route) => {
      await new Promise<void>((resolve) => heldRequests.push(resolve));
      await route.continue();
    });
    await page.goto("/home", { waitUntil: "commit" });
    await expect(page.getByText("CareDiary").first()).toBeVisible();
    await expect(page.getByRole("status")).toContainText("Loading...");
    expect(await paintedColour(page, 5, 800)).toEqual(PAPER[colorScheme]);
    // A point between the rows of the skeleton.
    expect(await paintedColour(page, 195, 200)).not.toEqual(PAPER[colorScheme]);

    // Holds the scripts, and the server's answer about who is signed in.
    await page.route("**/api/**", () => {});
    for (const release of heldRequests.splice(0)) release();
    await page.unroute("**/assets/**");
    for (const release of heldRequests.splice(0)) release();
    await page.waitForFunction(() => document.querySelector("a.skip-link") !== null);
    await expect(page.getByText("CareDiary").first()).toBeVisible();
    expect(await paintedColour(page, 5, 800)).toEqual(PAPER[colorScheme]);
  });

  test(`the sign-in question has the background of its colour scheme, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto("/home");
    await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
    for (const y of [500, 800]) expect(await paintedColour(page, 5, y)).toEqual(PAPER[colorScheme]);
  });
}

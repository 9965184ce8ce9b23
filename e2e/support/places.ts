import type { Page } from "@playwright/test";

/** The links to the five places. */
export const placesOf = (page: Page) => page.getByRole("navigation", { name: "Places" });

/** Opens a page that is listed under "More". */
export async function openFromMore(page: Page, name: string): Promise<void> {
  await placesOf(page).getByRole("link", { name: "More" }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();
}

import type { Page } from "@playwright/test";

/** The links to the five places. */
export const placesOf = (page: Page) => page.getByRole("navigation", { name: "Places" });

/** Opens the page with all medicines. */
export async function openAllMedicines(page: Page): Promise<void> {
  await placesOf(page).getByRole("link", { name: "Medicines" }).click();
  await page
    .getByRole("navigation", { name: "Medicines" })
    .getByRole("link", { name: "All", exact: true })
    .click();
}

/** Opens the lists of medications that are notes. */
export async function openWrittenLists(page: Page): Promise<void> {
  await openAllMedicines(page);
  await page.getByRole("button", { name: "More for the medicines" }).click();
  await page.getByRole("menuitem", { name: "The written lists" }).click();
}

/** Opens a page that is listed under "More". */
export async function openFromMore(page: Page, name: string): Promise<void> {
  await placesOf(page).getByRole("link", { name: "More" }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();
}

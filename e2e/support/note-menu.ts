import type { Page } from "@playwright/test";

/** The button that opens the menu of an open note. */
export const noteMenu = (page: Page) => page.getByRole("button", { name: "More for this note" });

/** Chooses an item from the menu of an open note. */
export async function chooseOnNote(page: Page, item: "History" | "Print" | "Delete…"): Promise<void> {
  await noteMenu(page).click();
  await page.getByRole("menuitem", { name: item }).click();
}

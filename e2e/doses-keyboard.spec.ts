import { doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });

test("a dose is given, looked up and taken back with the keyboard alone", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  const row = doseRow(page, "ramipril");
  const focusOn = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
      if (name.test(focused)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab doesn't reach ${name}`);
  };
  await expect(row).toContainText("Due");
  await focusOn(/^Give: ramipril$/);
  await page.keyboard.press("Enter");
  await expect(row).toContainText("Given by you");
  // The offer to take it back, by its key.
  await page.keyboard.press("Control+z");
  await expect(row).toContainText("Due");
  await focusOn(/^Give: ramipril$/);
  await page.keyboard.press("Enter");
  await expect(row).toContainText("Given by you");
  await page.getByRole("button", { name: "ramipril", exact: true }).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "ramipril" });
  await expect(sheet).toContainText("Given by you");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("button", { name: "ramipril", exact: true })).toBeFocused();
});

import type { Page } from "@playwright/test";
import { promote } from "./support/admin.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test.use({ hasBackground: true });

const rowOf = (page: Page, queue: string) => page.getByRole("row").filter({ hasText: queue });
const cellOf = (page: Page, queue: string, heading: string) =>
  rowOf(page, queue).locator(`[data-label="${heading}"]`);

test("administrators see how the queues stand, and follow them", async ({ someone, node }) => {
  const anna = await someone("Anna Amtmann");
  const { page } = anna;
  await page.goto("/admin/queues");
  await expect(page.getByText("You need admin privileges to access this area.")).toBeVisible();
  await promote(node, anna);
  await page.goto("/admin");
  await page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "Queues" })
    .click();
  await expect(page).toHaveURL("/admin/queues");
  await expect(page.getByRole("heading", { level: 1, name: "Queues" })).toBeVisible();
  await expect(cellOf(page, "Files to be removed", "Failed")).toHaveText("0");
  await expect(cellOf(page, "Reminders of tasks", "Last success")).toHaveText(/[AP]M/);

  const { pool } = node.database();
  await pool.query(
    `insert into file_removals (name, attempts, not_before)
     values ('canary-file', 2, now() + interval '3 hours')`,
  );
  // Within ten seconds, without a reload.
  await expect(cellOf(page, "Files to be removed", "Failed")).toHaveText("1 will be tried again", {
    timeout: 20_000,
  });
  await expect(page.getByRole("main")).not.toContainText("canary");
  await expectCleanScreen(page);
});

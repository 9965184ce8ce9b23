import { expect, test } from "./support/test.ts";

test("WORK-001 shows the landing page to a signed-out visitor", async ({ page }) => {
  await page.goto("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "One notebook for everyone who cares" }),
  ).toBeVisible();
  await expect(page).toHaveURL("/");
});

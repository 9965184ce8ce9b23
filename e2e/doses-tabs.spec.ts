import type { Page } from "@playwright/test";
import { planOf, whenNeeded } from "../test/plans.ts";
import { daysOf, doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });

const give = (page: Page, name: string) =>
  doseRow(page, name)
    .getByRole("button", { name: /^Give\s?:/ })
    .click();

test("two tabs without a connection keep each other's doses, and each is written once by a page that comes later", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  const ramipril = await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const [ibuprofen, simeticone] = await Promise.all(
    ["ibuprofen", "simeticone"].map((name) => planOf(anna, rosa._id, name, whenNeeded())),
  );
  const first = anna.page;
  const second = await anna.context.newPage();
  for (const page of [first, second]) {
    await page.goto(`/care/${rosa.shortId}/doses`);
    await expect(doseRow(page, "ibuprofen")).toBeVisible();
  }
  await anna.context.setOffline(true);
  for (const page of [first, second]) await expect(page.getByText("Reconnecting…")).toBeVisible();
  // In turn, so that each tab writes what it keeps after the other one did.
  for (const [page, name] of [
    [first, "ibuprofen"],
    [second, "ramipril"],
    [first, "simeticone"],
  ] as const) {
    await give(page, name);
    await expect(doseRow(page, name)).toContainText("Kept on this phone");
  }
  // The phone closes both.
  for (const page of [first, second]) await page.close({ runBeforeUnload: false });
  expect((await daysOf(anna, rosa._id)).doses).toEqual([]);
  await anna.context.setOffline(false);
  const later = await anna.context.newPage();
  await later.goto(`/care/${rosa.shortId}/doses`);
  for (const name of ["ibuprofen", "simeticone"])
    await expect(doseRow(later, name)).toContainText("Last: 1 tablet, ");
  await expect(doseRow(later, "ramipril")).toContainText("Given by you");
  await expect(later.getByText("Kept on this phone")).toHaveCount(0);
  await later.reload();
  await expect(doseRow(later, "ramipril")).toContainText("Given by you");
  const { doses } = await daysOf(anna, rosa._id);
  expect(doses.map(({ planId }) => planId).sort()).toEqual([ramipril, ibuprofen, simeticone].sort());
  // Nothing is left behind in the browser.
  expect(
    await later.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("doses"))),
  ).toEqual([]);
});

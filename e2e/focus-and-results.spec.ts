import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { HOUR, MINUTE } from "../lib/dates/time.ts";
import { holdTimers } from "./support/clock.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { waitForWritingScreens } from "./support/loaded.ts";
import { notebookOf, noteOf, type Person } from "./support/people.ts";
import { waitForAfterStart } from "./support/phone.ts";
import { placesOf } from "./support/places.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

test.use({ timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });

/** The live region that is on the page from the start. */
const announced = (page: Page) => page.locator("[aria-live=polite].visually-hidden");
const focused = (page: Page) => page.locator(":focus");

test("the focus stays at the row after Give and Undo, and both results are announced, on home and on the day's page", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page } = anna;
  for (const path of ["/home", `/care/${rosa.shortId}/doses`]) {
    await page.goto(path);
    const row = doseRow(page, "ramipril").and(page.locator("[data-slot]"));
    await row.getByRole("button", { name: /^Give/ }).press("Enter");
    await expect(row).toContainText("Given by you");
    await expect(row).toBeFocused();
    await expect(page.getByText(/^Given: ramipril, 1 tablet\./).first()).toBeAttached();
    // The next Tab is at the row's own buttons, and not at the top of the page.
    if (path === "/home") {
      await expect(announced(page).filter({ hasText: "Given: ramipril, 1 tablet." })).toBeAttached();
      await page.keyboard.press("Tab");
      await expect(focused(page)).toHaveAccessibleName(/^Undo/);
      await page.keyboard.press("Enter");
    } else {
      await page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
    }
    await expect(row.getByRole("button", { name: /^Give/ })).toBeVisible();
    await expect(announced(page).filter({ hasText: "Taken back" })).toBeAttached();
    if (path === "/home") await expect(row).toBeFocused();
  }
});

test("the focus stays in its part of home when a task is done, which is announced", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  for (const title of ["Water her flowers", "Fold the laundry"])
    await taskOf(anna, rosa._id, title, { scheduledDate: Date.now() + MINUTE });
  const { page } = anna;
  await page.goto("/home");
  await page.getByRole("checkbox", { name: "Done: Water her flowers" }).press("Space");
  await expect(page.getByRole("checkbox", { name: "Done: Water her flowers" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Your tasks", exact: true })).toBeFocused();
  await expect(announced(page).filter({ hasText: "Water her flowers: Completed" })).toBeAttached();
});

test("the end of a pause is announced, can be undone, and leaves the focus on the page", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const pause = { diaryId: rosa._id, kind: "hospital" as const, planIds: null };
  await anna.http.mutation(api.pauses.startPause, { ...pause, fromAt: Date.now() - HOUR, untilAt: null });
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  const banner = page.getByRole("region", { name: "Pause" });
  await banner.getByRole("button", { name: "End the pause" }).press("Enter");
  await expect(banner).toHaveCount(0);
  await expect(announced(page).filter({ hasText: "The pause has ended." })).toBeAttached();
  await expect(page.locator("body")).not.toBeFocused();
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(banner).toContainText(/Paused since .*: hospital/);
  await expect(announced(page).filter({ hasText: "Paused again." })).toBeAttached();
  const pauses = await anna.http.query(api.pauses.listPauses, { diaryId: rosa._id });
  expect(pauses.filter(({ until }) => until === null)).toHaveLength(1);
});

/** Opens the form of "Write" without a connection, once the page has its code and the answer about its notebook. */
async function writeOffline(
  { page, context }: Person & { page: Page },
  shortId: string,
  notebook: ReturnType<typeof watchQuery>,
): Promise<void> {
  const write = page.getByRole("link", { name: "Write a note" });
  await expect(write).toBeVisible();
  // The last of what the page fetches for it when it has nothing else to do.
  await waitForWritingScreens(page);
  await expect.poll(() => notebook.answers).toHaveLength(1);
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await write.click();
  await expect(page.getByLabel("Content")).toBeVisible();
  expect(page.url()).toContain(`/care/${shortId}/note/new`);
}

test("Write opens from home without a connection, and what can't be opened says so", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const emil = await notebookOf(anna, "Emil Weber");
  await noteOf(anna, emil._id, "Of another notebook");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id);
  const { page } = anna;
  // Home stays on this device for ten seconds after it was left, which a busy machine may need.
  await holdTimers(page, 10_000);
  const notebook = watchQuery(page, "diaries:getDiaryByShortId");
  await page.goto("/home");
  await page.getByText("Recent", { exact: true }).click();
  await expect(page.getByRole("link", { name: "Of another notebook" }).first()).toBeVisible();
  await writeOffline(anna, shortId, notebook);
  await page.getByLabel("Content").fill("She slept well.");
  await page.goBack();
  await page.getByRole("link", { name: "Of another notebook" }).first().click();
  await expect(
    page.getByText("There is no connection, and this isn’t on this device.").first(),
  ).toBeVisible();
});

test("Write opens without a connection also when the app began on a page without it", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  const notebook = watchQuery(page, "diaries:getDiaryByShortId");
  await page.goto("/account");
  await waitForAfterStart(page);
  await placesOf(page).getByRole("link", { name: "More" }).click();
  await writeOffline(anna, shortId, notebook);
});

for (const [hours, words] of [
  [3, "This device's clock is 3 hours ahead."],
  [-26, "This device's clock is 26 hours behind."],
] as const)
  test(`a device whose clock is wrong by ${hours} hours is notified of it`, async ({ someone }) => {
    const anna = await someone("Anna Keller");
    await notebookOf(anna);
    const { page } = anna;
    await page.clock.install({ time: Date.now() + hours * HOUR });
    await page.goto("/care");
    await page.clock.runFor(5000);
    await expect(page.locator("p").filter({ hasText: words })).toBeVisible();
    await expect(announced(page).filter({ hasText: words })).toBeAttached();
  });

import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { brokenTable } from "./support/faults.ts";
import { notebookOf } from "./support/people.ts";
import { taskOf, taskRow } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

const notifications = (page: Page) => page.locator(".mantine-Notification-root");
const undo = (page: Page) => notifications(page).getByRole("button", { name: "Undo" });

const TITLES = [
  "Weigh her",
  "Wash her hair",
  "Walk with her",
  "Water the plants",
  "Write to the doctor",
  "Warm the bed",
];

test.describe("notifications", () => {
  test("new failures and offers to undo stand above older failures, which close after reading time and can be read again", async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
    const { page } = anna;
    await page.clock.install();
    const { _id } = await notebookOf(anna);
    for (const title of [...TITLES, "Buy bread"]) await taskOf(anna, _id, title, { assignedTo: anna.userId });
    await page.goto("/tasks");
    const complete = (title: string) => taskRow(page, title).getByRole("checkbox").click();
    {
      await using _broken = await brokenTable(node, "tasks");
      for (const title of TITLES) {
        await complete(title);
        await expect(taskRow(page, title).getByRole("checkbox")).not.toBeChecked();
      }
    }
    await complete("Buy bread");
    await expect(notifications(page).filter({ hasText: "Task status changed." })).toBeInViewport({
      ratio: 1,
    });
    await expect(undo(page)).toBeInViewport({ ratio: 1 });
    await expectNavigationFree(page);

    // A failure stays while it has the focus, and closes some time after.
    const failure = notifications(page).filter({ hasText: "That did not work" });
    await failure.getByRole("button", { name: "Dismiss" }).focus();
    await page.clock.runFor(60_000);
    await expect(failure).toBeVisible();
    await failure.getByRole("button", { name: "Dismiss" }).blur();
    await page.clock.runFor(60_000);
    await expect(notifications(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("button", { name: "Recent messages" }).click();
    const list = page.getByRole("dialog", { name: "Recent messages" }).getByRole("listitem");
    await expect(list.filter({ hasText: "That did not work" })).toHaveCount(TITLES.length);
    await expect(list.first()).toContainText("Task status changed.");
    await expectCleanScreen(page, "the recent messages");
  });

  test("Ctrl+Z undoes the last action, but not while one types", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page } = anna;
    const { _id } = await notebookOf(anna);
    const taskId = await taskOf(anna, _id, "Weigh her", { assignedTo: anna.userId });
    await page.goto("/tasks");
    await taskRow(page, "Weigh her").getByRole("checkbox").click();
    await expect(undo(page)).toBeVisible();
    await page.getByRole("button", { name: "New task" }).click();
    await page.getByLabel("Title").press("Control+z");
    await expect(undo(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await expect(undo(page)).toHaveCount(0);
    await expect
      .poll(async () => (await anna.http.query(api.tasks.getTask, { taskId }))?.status)
      .toBe("pending");
  });
});

/** Each link and button of the header and the bottom bar can be clicked. */
async function expectNavigationFree(page: Page): Promise<void> {
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll("header :is(a, button), nav[aria-label='Places'] a")]
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return !element.contains(found);
      })
      .map((element) => element.textContent),
  );
  expect(covered).toEqual([]);
}

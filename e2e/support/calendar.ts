import type { Locator, Page } from "@playwright/test";
import { expect } from "./expect.ts";
import type { RunningNode } from "./running-node.ts";

/** Wednesday, 10 March 2027, half past two in Berlin: a month with all its weeks around it. */
export const NOW = Date.UTC(2027, 2, 10, 13, 30);

/** A moment of that month in Berlin, which is an hour ahead of UTC until its 28th. */
export const march = (date: number, hour = 9): number => Date.UTC(2027, 2, date, hour - 1);

/** A day's cell in the month or the week, by its date. */
export const cell = (page: Page, date: string): Locator => page.locator(`td[data-date="${date}"]`);

/** A task's chip, in a cell or anywhere. */
export const chip = (within: Page | Locator, title: string): Locator =>
  within.locator("[data-chip]").filter({ hasText: title });

/** Adds a task to the "today" of the page's clock, which differs from the server's clock. */
export async function addToToday(node: RunningNode, taskId: string): Promise<void> {
  await node
    .database()
    .pool.query("update tasks set added_to_today_at = $2 where id = $1", [taskId, new Date(NOW)]);
}

/** Drags with the mouse from the middle of one element to the middle of another, each where it is at that moment. */
export async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  // Waits until the page doesn't move any more, as a person does who aims.
  await from.hover();
  const start = await middle(from);
  await page.mouse.down();
  const end = await middle(to);
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  // A person lets go when the day under the pointer is marked.
  await expect(to).toHaveAttribute("data-over");
  await page.mouse.up();
}

/** The middle of a visible element. */
export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  await locator.scrollIntoViewIfNeeded();
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

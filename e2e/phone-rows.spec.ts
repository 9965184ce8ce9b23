import type { Locator } from "@playwright/test";
import { atRest } from "./support/axe.ts";
import { notebookOf, noteOf } from "./support/people.ts";
import { taskOf, today } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The distance of an element from the top of the page, px. */
const getTop = async (one: Locator) => (await one.boundingBox())!.y;

test("a phone's first screen is for tasks, days and the text of a note, not for their tools", async ({
  someone,
}) => {
  const scheduledDay = today();
  const anna = await someone("Anna Keller", PHONE);
  const { page } = anna;
  const { _id, shortId } = await notebookOf(anna);
  const names = ["Call the doctor", "Water the flowers", "Wash her hair", "Walk with her", "Buy bread"];
  for (const name of names) await taskOf(anna, _id, name, { scheduledDay, assignedTo: anna.userId });
  const note = await noteOf(anna, _id, "A good morning", "Slept until six.");

  await page.goto("/tasks");
  const rows = page.getByRole("region", { name: "Today" }).getByRole("listitem");
  await expect(rows).toHaveCount(names.length);
  // A single notebook leaves nothing to filter by.
  await expect(page.getByLabel("Filter by notebook")).toHaveCount(0);
  const bar = await getTop(page.getByRole("navigation", { name: "Places" }));
  for (const row of await rows.all()) {
    const box = (await row.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(bar);
  }
  // The tabs are one line, which scrolls: the chosen one is in sight also at its end.
  await page.goto("/tasks?tab=unassigned");
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveCount(4);
  const tops = new Set(await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top)));
  expect(tops.size).toBe(1);
  await expect(page.getByRole("tab", { name: "Unassigned Tasks" })).toBeInViewport({ ratio: 1 });

  await page.goto("/calendar?mode=month");
  await expect(page.getByRole("button", { name: "New task" })).toBeVisible();
  await atRest(page);
  expect(await getTop(page.getByRole("table"))).toBeLessThan(210);

  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  const title = page.getByRole("heading", { level: 1, name: "A good morning" });
  await atRest(page);
  expect((await getTop(page.getByText("Slept until six."))) - (await getTop(title))).toBeLessThan(90);
});

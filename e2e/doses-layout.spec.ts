import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { givenArgs } from "../test/doses.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import { atRest } from "./support/axe.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn, slotBefore } from "./support/doses.ts";
import { delayResult } from "./support/faults.ts";
import { addMember } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY });

/**
 * Scrolls through the page by 40 px and returns the buttons of rows that something other than the page's header and the
 * bottom bar covers anywhere, and how many were looked at.
 */
const coveredButtons = (page: Page, rows: string) =>
  page.evaluate(async (rows) => {
    const covered = new Set<string>();
    const seen = new Set<Element>();
    const header = document.querySelector("header")!.getBoundingClientRect().bottom;
    const bar = document.querySelector("nav[aria-label='Places']")!;
    const bottom = bar.getBoundingClientRect().top;
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 40) {
      window.scrollTo({ top });
      await new Promise(requestAnimationFrame);
      for (const button of document.querySelectorAll(`${rows} button`)) {
        const box = button.getBoundingClientRect();
        if (box.width === 0 || box.top < header || box.bottom > bottom) continue;
        seen.add(button);
        const corners = [box.left + 4, (box.left + box.right) / 2, box.right - 4].flatMap((x) =>
          [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4].map((y) => [x, y] as const),
        );
        for (const [x, y] of corners) {
          const found = document.elementFromPoint(x, y);
          if (!found || !(button.contains(found) || found.contains(button)))
            covered.add(`${button.textContent} by ${found?.outerHTML.slice(0, 80)}`);
        }
      }
    }
    return { covered: [...covered], seen: seen.size };
  }, rows);

for (const viewport of [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
])
  test(`nothing covers a button of a dose at ${viewport.width}x${viewport.height}, on the page of doses and on home`, async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller", { viewport });
    const rosa = await middayNotebook(anna);
    const names = ["ramipril", "metformin", "insulin", "aspirin", "atorvastatin", "bisoprolol", "torasemide"];
    for (const name of names) await plannedIn(node, anna, rosa._id, name, 1);
    await planOf(anna, rosa._id, "ibuprofen", whenNeeded());
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    await expect(doseRow(page, "ibuprofen")).toBeVisible();
    // What is written about the day stays within reach.
    await expect(page.getByRole("link", { name: "Write a note" })).toBeInViewport();
    await atRest(page);
    const doses = await coveredButtons(page, "li[data-state]");
    expect(doses.covered).toEqual([]);
    expect(doses.seen).toBe(2 * names.length + 2);
    await page.goto("/home");
    await expect(page.getByRole("region", { name: "Doses today" }).getByRole("button")).toHaveCount(7);
    await atRest(page);
    const home = await coveredButtons(page, "li[data-state]");
    expect(home.covered).toEqual([]);
    expect(home.seen).toBe(names.length);
  });

test("pauses and what is running low appear together with the doses: no Give moves", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const ben = await someone("Ben Weber");
  const rosa = await middayNotebook(anna);
  await addMember(node, rosa._id, ben, "member");
  const ramipril = await plannedIn(node, anna, rosa._id, "ramipril", [-30, 1]);
  const insulin = await plannedIn(node, anna, rosa._id, "insulin", 1);
  const pause = { kind: "hospital" as const, planIds: [insulin], fromAt: Date.now(), untilAt: null };
  await anna.http.mutation(api.pauses.startPause, { diaryId: rosa._id, ...pause });
  const { page } = anna;
  await page.addInitScript(() => {
    const places = new Set<number>();
    const watch = () => {
      const give = document.querySelector("li[data-state] button");
      if (give) places.add(Math.round(give.getBoundingClientRect().top + window.scrollY));
      requestAnimationFrame(watch);
    };
    watch();
    Object.assign(window, { placesOfGive: places });
  });
  const pauses = await delayResult(page, "pauses:listPauses");
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(page.getByText("Loading doses...")).toBeAttached();
  // The doses came together with the pauses, which are held back.
  await expect.poll(() => pauses.countHeld()).toBeGreaterThan(0);
  await atRest(page);
  await expect(page.getByRole("button", { name: /^Give/ })).toHaveCount(0);
  pauses.release();
  // Ben's dose is the next change, with which the pauses arrive.
  const slot = await slotBefore(ben, rosa._id, ramipril, Date.now() - 20 * 60_000);
  await ben.http.mutation(api.doses.giveDose, givenArgs(ramipril, { slot }));
  await expect(page.getByRole("region", { name: "Pause" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Give/ }).first()).toBeVisible();
  await atRest(page);
  expect(
    await page.evaluate(() => [...(window as never as { placesOfGive: Set<number> }).placesOfGive]),
  ).toHaveLength(1);
});

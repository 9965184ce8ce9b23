import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { notebookOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** Pairs of these elements that overlap, and elements whose text doesn't fit. */
const overlaps = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.getClientRects().length > 0,
    );
    const boxes = elements.map((element) => element.getBoundingClientRect());
    const overlapping = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
        .filter((b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(() => elements[i]!.textContent),
    );
    const cut = elements.filter((element) => element.scrollWidth > element.clientWidth + 1);
    return { found: elements.length > 0, overlapping, cut: cut.map((element) => element.textContent) };
  }, selector);

for (const { width, text } of [
  { width: 320, text: "100%" },
  { width: 390, text: "200%" },
]) {
  test(`tabs and the bottom bar stay readable at ${width} px and text of ${text}`, async ({ someone }) => {
    const anna = await someone("Anna Keller", { viewport: { width, height: 700 } });
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    for (const [path, selector] of [
      ["/tasks", "[role=tab]"],
      ["/tasks", "nav[aria-label='Main, bottom'] a"],
      [`/care/${shortId}`, "nav[aria-label='This notebook'] a"],
    ] as const) {
      await page.goto(path);
      await page.locator(selector).first().waitFor();
      await page.addStyleTag({ content: `html { font-size: ${text} !important; }` });
      expect(await overlaps(page, selector), `${path} ${selector}`).toEqual({
        found: true,
        overlapping: [],
        cut: [],
      });
    }
    // A row of the medications leaves its text at least half of the width.
    await anna.http.mutation(api.notes.changeMedications, {
      diaryId: _id,
      list: null,
      change: {
        kind: "add",
        medication: { genericName: "Amlodipine", dosage: "5 mg", notes: "half a tablet" },
      },
      title: "Her medications",
    });
    await page.goto(`/care/${shortId}/medications`);
    await page.addStyleTag({ content: `html { font-size: ${text} !important; }` });
    const name = page.getByRole("heading", { name: "Amlodipine" });
    await expect(name).toBeVisible();
    expect((await name.boundingBox())!.width).toBeGreaterThan((width - 40) * 0.4);
    // No label of the bottom bar wraps.
    await page.goto("/tasks");
    await page.locator("nav[aria-label='Main, bottom'] a").last().waitFor();
    await page.addStyleTag({ content: `html { font-size: ${text} !important; }` });
    const lines = await page.locator("nav[aria-label='Main, bottom'] a").evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.lastChild!);
        return range.getClientRects().length;
      }),
    );
    expect(lines).toEqual([1, 1, 1, 1, 1]);
  });
}

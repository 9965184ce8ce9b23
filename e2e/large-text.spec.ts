import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { PAGE_PATHS, toPattern } from "../server/http/page_paths.ts";
import { promote } from "./support/admin.ts";
import { atRest, HAS_ALL_LOOKS, showAppFont } from "./support/axe.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { ADMIN_SCREENS, careScreens, PUBLIC_SCREENS, type Screen } from "./support/every-screen.ts";
import { layoutFaults } from "./support/layout.ts";
import { notebookOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

// So many screens: workers share them.
test.describe.configure({ mode: "parallel" });

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

/** How the screens are looked at; in the gate each screen in one of these looks, in the drill `axe` in both. */
const LOOKS = [
  { width: 390, text: "200%" },
  { width: 320, text: "100%" },
] as const;

/** Opens each screen and says what is wrong with its layout in its looks. */
async function expectSound(page: Page, screens: readonly Screen[]) {
  const faults: string[] = [];
  page.setDefaultTimeout(30_000);
  for (const [index, { path, name = path, before }] of screens.entries()) {
    const looks = HAS_ALL_LOOKS ? LOOKS : [LOOKS[index % LOOKS.length]!];
    await page.setViewportSize({ width: looks[0]!.width, height: 844 });
    await page.goto(path);
    await page.getByRole("heading").first().waitFor();
    await atRest(page);
    await showAppFont(page);
    await before?.(page).catch((error: Error) => faults.push(`${name}: ${error.message.split("\n")[0]}`));
    for (const { width, text } of looks) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(
        (size) => document.documentElement.style.setProperty("font-size", size, "important"),
        text,
      );
      await atRest(page);
      for (const fault of await layoutFaults(page))
        faults.push(`${name} at ${width} px and ${text}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
}

test("with text of 200 % and on the narrowest phones the public pages fit", async ({ page }) => {
  await expectSound(page, PUBLIC_SCREENS);
});

/** Who adds a page adds it to these lists. What leads elsewhere, and the steps of signing up, have no look of their own. */
const PAGES_WITHOUT_LOOK = [
  "/sign-up/$",
  "/invitation/$token",
  "/share",
  "/diaries",
  "/diaries/$",
  "/app",
  "/app/$",
];

/** The screens of the app are looked at by several tests, so that workers share them. */
const PARTS = 4;

for (let part = 1; part <= PARTS; part++)
  test(`with text of 200 % and on the narrowest phones every screen of the app fits, ${part} of ${PARTS}`, async ({
    node,
    someone,
  }) => {
    test.setTimeout(300_000);
    const anna = await someone("Annemarie Schwarzenberger-Keller");
    const jonas = await someone("Jonas Weber");
    const screens = await careScreens(node, anna, jonas);
    const paths = [...PUBLIC_SCREENS, ...screens, ...ADMIN_SCREENS].map(({ path }) =>
      path.replace(/[?#].*/, ""),
    );
    expect(
      PAGE_PATHS.filter((page) => !paths.some((path) => toPattern(page).test(path))),
      "pages that nobody looks at here",
    ).toEqual(PAGES_WITHOUT_LOOK);
    const size = Math.ceil(screens.length / PARTS);
    await expectSound(anna.page, screens.slice((part - 1) * size, part * size));
  });

test("with text of 200 % and on the narrowest phones the back-office fits", async ({ node, someone }) => {
  const admin = await someone("Susi Super");
  await promote(node, admin, true);
  await notebookOf(admin);
  await expectSound(admin.page, ADMIN_SCREENS);
});

for (const { width, text } of LOOKS) {
  test(`tabs and the bottom bar stay readable at ${width} px and text of ${text}`, async ({ someone }) => {
    const anna = await someone("Anna Keller", { viewport: { width, height: 700 } });
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    for (const [path, selector] of [
      ["/tasks", "[role=tab]"],
      ["/tasks", "nav[aria-label='Places'] a"],
      [`/care/${shortId}/doses`, "nav[aria-label='Medicines'] a"],
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
    await page.locator("nav[aria-label='Places'] a").last().waitFor();
    await page.addStyleTag({ content: `html { font-size: ${text} !important; }` });
    const lines = await page.locator("nav[aria-label='Places'] a").evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.lastChild!);
        return range.getClientRects().length;
      }),
    );
    expect(lines).toEqual([1, 1, 1, 1, 1]);
  });
}

test("with text of 200 % the first dose and its button are on the first screen of a phone", async ({
  node,
  someone,
}) => {
  const anna = await someone("Anna Keller", {
    viewport: { width: 390, height: 844 },
    timezoneId: MIDDAY,
  });
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", -90, { facts: { strength: "5 mg" } });
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  const give = doseRow(page, "ramipril, 5 mg").getByRole("button", { name: /^Give/ });
  await give.waitFor();
  await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
  await showAppFont(page);
  await atRest(page);
  // A busy machine's server may be late, which a line above the page shows for a moment.
  await expect(async () => {
    const bar = (await page.getByRole("navigation", { name: "Places" }).boundingBox())!;
    const box = (await give.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  }).toPass({ timeout: 30_000 });
});
